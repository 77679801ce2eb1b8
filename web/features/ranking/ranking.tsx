import { memo, type ReactNode } from 'react';
import type { MarketRow } from '#contract/market.ts';
import { changeTone } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Sparkline } from '#web/ui/chart/sparkline.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Price } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CoinIcon } from '#web/ui/picture/coin-icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { ChangeChip } from './change-chip.tsx';
import { useFlashedRows } from './flash.ts';
import styles from './ranking.module.css';

const firstRow = 3;
const rowCount = 10;

/** Items 3 to 12 of the market list; nothing where a market is too small to have any. */
export function Ranking({ rows }: { readonly rows: readonly MarketRow[] | undefined }): ReactNode {
  const t = useText();
  const ranked = rows?.slice(firstRow, firstRow + rowCount);
  const flashed = useFlashedRows(ranked?.length ?? 0);
  if (ranked?.length === 0) return null;
  return (
    <Card title={t('home.ranking')} aside={t('home.change24h')}>
      <div className={styles.item} aria-hidden="true">
        <div className={classNames(styles.row, styles.head)}>
          <span className={styles.nameHead}>{t('home.name')}</span>
          <span className={styles.last}>{t('home.last')}</span>
          <span className={styles.change}>{t('home.change')}</span>
        </div>
      </div>
      <ul aria-label={t('home.ranking')}>
        {ranked === undefined
          ? [...Array(rowCount).keys()].map((index) => (
              <li key={index} className={styles.waiting}>
                <Skeleton height={28} />
              </li>
            ))
          : ranked.map((row, index) => <RankedRow key={row.coin} row={row} flashes={flashed.has(index)} />)}
      </ul>
    </Card>
  );
}

interface RankedRowProps {
  readonly row: MarketRow;
  readonly flashes: boolean;
}

/** One market of a list: coin, the last day, price and change. */
export const RankedRow = memo(function RankedRow({ row, flashes }: RankedRowProps): ReactNode {
  const { percent } = useFormat();
  return (
    <li className={styles.item}>
      <Go to={`/tab1?coin=${row.coin}`} className={classNames(styles.row, styles.pressed, flashes && styles.flash)}>
        <CoinIcon coin={row.coin} path={row.iconPath} />
        <span className={styles.name}>
          <span className={styles.coin}>{row.coin}</span>
          <span className={styles.quote}>/{row.quote}</span>
        </span>
        <span className={styles.spark}>
          <Sparkline values={row.hourlyCloses} tone={changeTone(percent(row.changePercent / 100))} />
        </span>
        <Price className={styles.last} source="market" price={row.last} decimals={row.priceDecimals} />
        <span className={styles.change}>
          <ChangeChip percent={row.changePercent} />
        </span>
      </Go>
    </li>
  );
});
