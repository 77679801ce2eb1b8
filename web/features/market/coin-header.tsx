import type { ReactNode } from 'react';
import type { MarketRow } from '#contract/market.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Price, PriceChange } from '#web/ui/figure/amounts.tsx';
import { ChangingNumber } from '#web/ui/figure/changing-number.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import labelled from '#web/ui/layout/labelled.module.css';
import styles from './coin-header.module.css';
import { MarketNote } from './market-note.tsx';
import { useGetMarketStatus, useMarketRow, useMarketsFailed } from './queries/market.ts';

/** Price, the day's high, low and volume; the change is in the screen's header. */
export function CoinHeader({ coin }: { readonly coin: string }): ReactNode {
  const row = useMarketRow(coin);
  const status = useGetMarketStatus().data;
  const format = useFormat();
  return (
    <div className={styles.header}>
      <div className={styles.top}>
        {row ? (
          <Figure source="market" className={labelled.hero}>
            <ChangingNumber text={format.price(row.last, row.priceDecimals)} />
          </Figure>
        ) : (
          <Waiting height={38} width={150} />
        )}
        <Day row={row} />
      </div>
      <MarketNote short status={status} />
    </div>
  );
}

export function CoinChange({ coin }: { readonly coin: string }): ReactNode {
  const row = useMarketRow(coin);
  return (
    <span className={styles.change}>
      {row ? <PriceChange source="market" ratio={row.changePercent / 100} /> : <Waiting height={14} width={52} />}
    </span>
  );
}

function Day({ row }: { readonly row: MarketRow | undefined }): ReactNode {
  const t = useText();
  const format = useFormat();
  const price = (value: number) => <Price source="market" price={value} decimals={row?.priceDecimals ?? 2} />;
  return (
    <dl className={styles.day}>
      <dt>{t('market.high')}</dt>
      <dd>{row ? price(row.high) : <Waiting height={12} width={56} />}</dd>
      <dt>{t('market.low')}</dt>
      <dd>{row ? price(row.low) : <Waiting height={12} width={56} />}</dd>
      <dt>{t('market.value24h')}</dt>
      <dd>
        {row ? (
          <Figure source="market">{`${format.compact(row.value24h)} USDT`}</Figure>
        ) : (
          <Waiting height={12} width={56} />
        )}
      </dd>
    </dl>
  );
}

/** A placeholder while a price is loading; a dash when there is none. */
function Waiting(size: { readonly height: number; readonly width: number }): ReactNode {
  return useMarketsFailed() ? '–' : <Skeleton {...size} />;
}
