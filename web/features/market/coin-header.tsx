import type { ReactNode } from 'react';
import type { MarketRow, MarketStatus } from '#contract/market.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Price } from '#web/ui/amounts.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import styles from './coin-header.module.css';
import { MarketNote } from './market-note.tsx';

interface CoinHeaderProps {
  readonly row: MarketRow | undefined;
  readonly status: MarketStatus | undefined;
}

/** The coin's price, its day's high and low, and what was traded in it; the change stands in the screen's header. */
export function CoinHeader({ row, status }: CoinHeaderProps): ReactNode {
  return (
    <div className={styles.header}>
      <div className={styles.top}>
        {row ? (
          <Price source="market" mark="group" price={row.last} decimals={row.priceDecimals} className={styles.hero} />
        ) : (
          <Skeleton height={38} width={150} />
        )}
        <Day row={row} />
      </div>
      <MarketNote short status={status} />
    </div>
  );
}

function Day({ row }: Pick<CoinHeaderProps, 'row'>): ReactNode {
  const t = useText();
  const format = useFormat();
  const price = (value: number) => (
    <Price source="market" mark="group" price={value} decimals={row?.priceDecimals ?? 2} />
  );
  return (
    <dl className={styles.day}>
      <dt>{t('market.high')}</dt>
      <dd>{row ? price(row.high) : <Skeleton height={12} width={56} />}</dd>
      <dt>{t('market.low')}</dt>
      <dd>{row ? price(row.low) : <Skeleton height={12} width={56} />}</dd>
      <dt>{t('market.value24h')}</dt>
      <dd>
        {row ? (
          <Figure source="market" mark="group">
            {format.compact(row.value24h)}
          </Figure>
        ) : (
          <Skeleton height={12} width={56} />
        )}
      </dd>
    </dl>
  );
}
