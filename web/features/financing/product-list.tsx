import type { ReactNode } from 'react';
import type { Product } from '#contract/financing.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Percent } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ComingRates } from './coming-rates.tsx';
import styles from './financing.module.css';
import { useListProducts } from './queries.ts';

/** The products with their rates and remaining capacity. */
export function ProductList(): ReactNode {
  const t = useText();
  const products = useListProducts();
  return (
    <Card title={t('financing.products')}>
      <Loaded query={products} height={220}>
        {(offers) => (
          <>
            <RowList label={t('financing.products')}>
              {offers.map((product) => (
                <ProductRow key={product.id} product={product} />
              ))}
            </RowList>
            <div className={styles.below}>
              <SourceLine source="ledger">{t('financing.fundsSource')}</SourceLine>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ProductRow({ product }: { readonly product: Product }): ReactNode {
  const { id, days, dailyRatePpm, open } = product;
  const t = useText();
  return (
    <Row
      title={<RuleValue rule="financing">{t('financing.daysName', { days })}</RuleValue>}
      note={
        <>
          {t('financing.dailyRate')} <Percent source="ledger" ratio={dailyRatePpm / 1e6} decimals={4} sign="negative" />
          <br />
          {t('financing.wholeRate')}{' '}
          <Percent source="ledger" ratio={(dailyRatePpm * days) / 1e6} decimals={4} sign="negative" />
          <ComingRates product={product} />
        </>
      }
      to={`/funds?product=${id}`}
      value={<Chip tone={open ? 'accent' : 'plain'}>{t(open ? 'financing.open' : 'financing.closed')}</Chip>}
    />
  );
}
