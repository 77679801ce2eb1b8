import { type ReactNode, useState } from 'react';
import { type ProductChange, productChangesPerPage } from '#contract/products.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { consoleLocale, useConsoleText } from '../locale.ts';
import { useListOffers, useListProductChanges } from '../queries/products.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { OpenButton } from '../ui/open-button.tsx';
import { Opened } from '../ui/opened.tsx';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { Table } from '../ui/table.tsx';
import { At, UsdtAmount } from '../ui/values.tsx';
import { Bands } from './bands.tsx';
import { Causes } from './causes.tsx';
import { Prizes } from './prize-tables.tsx';
import { ProposeOffer } from './propose-offer.tsx';

/** The products as they are offered, and what two operators change of that. */
export function Products(): ReactNode {
  return (
    <>
      <Offers />
      <Bands />
      <Prizes />
      <Causes />
      <Changes />
    </>
  );
}

type Named = Pick<ProductChange, 'kind' | 'item'>;

const keyOf = ({ kind, item }: Named): string => `${kind} ${item}`;

function useProductName(): (product: Named) => string {
  const t = useConsoleText();
  return ({ kind, item }) => t(`products.kind-${kind}`, { item });
}

function Offers(): ReactNode {
  const t = useConsoleText();
  const nameOf = useProductName();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Card title={t('products.offers')}>
      <p className={styles.quiet}>{t('products.offersText')}</p>
      <Loaded query={useListOffers()} height={320}>
        {({ now, offers }) => (
          <>
            <p className={styles.quiet}>
              {t('products.productTime')} <At at={now} />
            </p>
            <Table
              caption={t('products.offers')}
              rows={offers}
              keyOf={keyOf}
              columns={[
                { label: t('products.product'), cell: nameOf },
                { label: t('products.open'), cell: ({ isOpen }) => t(isOpen ? 'shell.yes' : 'shell.no') },
                { label: t('products.minimum'), numeric: true, cell: ({ minimum }) => <UsdtAmount value={minimum} /> },
                { label: t('products.maximum'), numeric: true, cell: ({ maximum }) => <UsdtAmount value={maximum} /> },
                { label: t('products.rate'), numeric: true, cell: ({ dailyRatePpm }) => dailyRatePpm },
                {
                  label: t('shell.acts'),
                  cell: (offer) => (
                    <OpenButton label={t('products.change')} id={keyOf(offer)} opened={opened} onChange={setOpened} />
                  ),
                },
              ]}
            />
            {offers
              .filter((offer) => keyOf(offer) === opened)
              .map((offer) => (
                <Opened key={keyOf(offer)}>
                  <Card title={nameOf(offer)}>
                    <Facts
                      facts={[
                        ...offer.fixed.map(({ name, value }) => [t(`products.fixed-${name}`), value] as const),
                        [t('products.shippedMinimum'), <UsdtAmount key="minimum" value={offer.shippedMinimum} />],
                        [t('products.shippedMaximum'), <UsdtAmount key="maximum" value={offer.shippedMaximum} />],
                        ...(offer.shippedDailyRatePpm === null
                          ? []
                          : [[t('products.shippedRate'), offer.shippedDailyRatePpm] as const]),
                      ]}
                    />
                    <ProposeOffer offer={offer} onDone={() => setOpened(null)} />
                  </Card>
                </Opened>
              ))}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Changes(): ReactNode {
  const t = useConsoleText();
  const nameOf = useProductName();
  const paging = useAfter();
  const offerOf = ({ isOpen }: ProductChange) => t(isOpen ? 'products.isOpen' : 'products.isClosed');
  return (
    <Card title={t('products.changes')}>
      <ReadTable
        query={useListProductChanges(paging.after)}
        height={160}
        paging={paging}
        perPage={productChangesPerPage}
        caption={t('products.changes')}
        keyOf={({ id }) => id}
        empty={t('products.noChanges')}
        columns={[
          { label: t('products.product'), cell: nameOf },
          { label: t('products.open'), cell: offerOf },
          { label: t('products.asked'), cell: (change) => <Asked change={change} /> },
          { label: t('products.from'), cell: ({ effectiveFrom }) => <At at={effectiveFrom} /> },
          { label: t('products.state'), cell: ({ state }) => t(`products.state-${state}`) },
          { label: t('products.askedBy'), cell: ({ askedBy }) => askedBy },
          { label: t('shell.reason'), breaks: true, cell: ({ reason }) => reason },
        ]}
      />
    </Card>
  );
}

/** What was asked for, beside open or closed. */
function Asked({ change }: { readonly change: ProductChange }): ReactNode {
  const { minimum, maximum, dailyRatePpm, weightMins, texts, prizes } = change;
  const format = useFormat();
  if (texts !== null) return texts[consoleLocale()].name;
  if (prizes !== null) {
    return prizes.map(({ amount, numbers }) => `${format.exactUsdt(amount)} × ${format.count(numbers)}`).join(', ');
  }
  if (weightMins !== null) return weightMins.map((weight) => format.count(weight)).join(', ');
  if (minimum === null || maximum === null) return null;
  return (
    <>
      <UsdtAmount value={minimum} /> – <UsdtAmount value={maximum} />
      {dailyRatePpm === null ? null : `, ${dailyRatePpm} / 1000000`}
    </>
  );
}
