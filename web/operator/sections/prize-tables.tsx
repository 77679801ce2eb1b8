import { type ReactNode, useState } from 'react';
import type { PrizesNow } from '#contract/products.ts';
import {
  arePrizes,
  drawNumbers,
  expectedValue,
  largestPrize,
  type PrizeShare,
  sharesOf,
  tableOf,
} from '#core/draws/prizes.ts';
import { noUsdt, parseAmount, toDecimal } from '#core/money/amount.ts';
import { narrowDigits } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListOffers, useProposePrizes } from '../queries/products.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { Propose } from '../ui/propose.tsx';
import { Table } from '../ui/table.tsx';
import { UsdtAmount } from '../ui/values.tsx';
import { wholeOf } from '../ui/whole-of.ts';

/** The prize table of the running day, and the form that asks for that of days to come. */
export function Prizes(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const format = useFormat();
  const [isOpened, setOpened] = useState(false);
  return (
    <Card title={t('products.prizes')}>
      <p className={styles.quiet}>{t('products.prizesText')}</p>
      <Loaded query={useListOffers()} height={200}>
        {({ prizes: now }) => (
          <>
            <Table
              caption={t('products.prizes')}
              rows={sharesOf(now).map((share, place) => ({ ...share, id: now.prizes[place]?.id ?? 'first' }))}
              keyOf={({ id }) => id}
              columns={[
                { label: t('products.prize'), cell: ({ id }) => words(`draws.${id}`) },
                {
                  label: t('products.prizeAmount'),
                  numeric: true,
                  cell: ({ amount }) => <UsdtAmount value={amount} />,
                },
                {
                  label: t('products.prizeNumbers'),
                  numeric: true,
                  cell: ({ numbers }) => `${format.count(numbers)} / ${format.count(now.numbers)}`,
                },
              ]}
            />
            <Facts
              facts={[
                [t('products.prizeVersion'), now.version],
                [t('products.prizeExpected'), <UsdtAmount key="expected" value={now.expectedValue} />],
                [t('products.prizeFund'), <UsdtAmount key="fund" value={now.fund} />],
              ]}
            />
            <div className={styles.acts}>
              <Button inline kind="outline" onClick={() => setOpened(!isOpened)}>
                {t(isOpened ? 'shell.close' : 'products.changePrizes')}
              </Button>
            </div>
            {isOpened ? <ProposePrizes now={now} onDone={() => setOpened(false)} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface Written {
  readonly amount: string;
  readonly numbers: string;
}

const writtenOf = ({ amount, numbers }: PrizeShare): Written => ({
  amount: toDecimal('USDT', amount).replace(/\.0+$/, ''),
  numbers: String(numbers),
});

const shareOf = ({ amount, numbers }: Written): PrizeShare => ({
  amount: parseAmount('USDT', narrowDigits(amount.trim())) ?? noUsdt,
  numbers: wholeOf(numbers),
});

/** Asks for another prize table: it waits for a second operator then. */
function ProposePrizes({ now, onDone }: { readonly now: PrizesNow; readonly onDone: () => void }): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const propose = useProposePrizes();
  const [written, setWritten] = useState(() => sharesOf(now).map(writtenOf));
  const shares = written.map(shareOf);
  const write = (place: number, field: keyof Written) => (text: string) =>
    setWritten(written.map((one, at) => (at === place ? { ...one, [field]: text } : one)));
  return (
    <div className={styles.answer}>
      {now.prizes.map(({ id }, place) => (
        <div key={id} className={styles.columns}>
          <Field
            label={`${words(`draws.${id}`)}: ${t('products.prizeAmount')}`}
            name={`amount-${id}`}
            value={written[place]?.amount ?? ''}
            onChange={write(place, 'amount')}
            inputMode="numeric"
            trailing="USDT"
          />
          <Field
            label={`${words(`draws.${id}`)}: ${t('products.prizeNumbers')}`}
            name={`numbers-${id}`}
            value={written[place]?.numbers ?? ''}
            onChange={write(place, 'numbers')}
            inputMode="numeric"
            maxLength={6}
            trailing={`/ ${drawNumbers}`}
          />
        </div>
      ))}
      <Summary shares={shares} now={now} />
      <Propose
        label={t('products.proposePrizes')}
        hint={t('products.prizesStartText')}
        mutation={propose}
        changeOf={() => {
          const [first, second, third, fourth] = written.map(shareOf);
          const none = { amount: noUsdt, numbers: 0 };
          return {
            ...{ first: (first ?? none).amount, firstNumbers: (first ?? none).numbers },
            ...{ second: (second ?? none).amount, secondNumbers: (second ?? none).numbers },
            ...{ third: (third ?? none).amount, thirdNumbers: (third ?? none).numbers },
            ...{ fourth: (fourth ?? none).amount, fourthNumbers: (fourth ?? none).numbers },
          };
        }}
        onDone={onDone}
      >
        {t('products.proposePrizesText')}
      </Propose>
    </div>
  );
}

/** What the table comes to, as it is written so far. */
function Summary({ shares, now }: { readonly shares: readonly PrizeShare[]; readonly now: PrizesNow }): ReactNode {
  const t = useConsoleText();
  const table = tableOf(now.version, shares);
  if (!arePrizes(shares)) return <p role="note">{t('products.prizesRule')}</p>;
  return (
    <>
      <Facts facts={[[t('products.prizeExpected'), <UsdtAmount key="expected" value={expectedValue(table)} />]]} />
      {now.fund < largestPrize(table) ? <p role="note">{t('products.prizesClosed')}</p> : null}
    </>
  );
}
