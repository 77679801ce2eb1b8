import { memo, type ReactNode } from 'react';
import type { MarketRow } from '#contract/market.ts';
import { changeTone } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Sparkline } from '#web/ui/chart/sparkline.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Price, PriceChange } from '#web/ui/figure/amounts.tsx';
import { SourceMark } from '#web/ui/figure/source-mark.tsx';
import styles from './top-cards.module.css';

const cardCount = 3;

/** Items 1 to 3 of the market list. */
export function TopCards({ rows }: { readonly rows: readonly MarketRow[] | undefined }): ReactNode {
  const t = useText();
  return (
    <ul className={styles.cards} aria-label={t('home.topMarkets')}>
      {rows === undefined
        ? [...Array(cardCount).keys()].map((index) => (
            <li key={index}>
              <Skeleton height={126} radius={14} />
            </li>
          ))
        : rows.slice(0, cardCount).map((row) => (
            <li key={row.coin}>
              <TopCard row={row} />
            </li>
          ))}
    </ul>
  );
}

const TopCard = memo(function TopCard({ row }: { readonly row: MarketRow }): ReactNode {
  const { percent } = useFormat();
  return (
    <Go to={`/tab1?coin=${row.coin}`} className={styles.card}>
      <span className={styles.head}>
        <span className={styles.coin}>{row.coin}</span>
        <SourceMark source="market" />
      </span>
      <Price className={styles.price} source="market" price={row.last} decimals={row.priceDecimals} />
      <PriceChange className={styles.change} source="market" ratio={row.changePercent / 100} />
      <span className={styles.spark}>
        <Sparkline values={row.hourlyCloses} tone={changeTone(percent(row.changePercent / 100))} />
      </span>
    </Go>
  );
});
