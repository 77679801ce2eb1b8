import { type ReactNode, useMemo } from 'react';
import { type ChartCandle, type ChartRange, chartRanges } from '#contract/market.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { CandleChart } from '#web/ui/chart/candle-chart.tsx';
import { ChartFailed } from '#web/ui/chart/chart-failed.tsx';
import { priceDecimalsOf, spanOf } from '#web/ui/chart/chart-rows.ts';
import type { ChartMark } from '#web/ui/chart/price-series.ts';
import { seamLines } from '#web/ui/chart/seam-lines.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { useGetCandles, usePriceDecimals } from './queries/market.ts';

const rangeNames = {
  '': 'market.rangeTime',
  '5m': 'market.range5m',
  '30m': 'market.range30m',
  '1h': 'market.range1h',
  '6h': 'market.range6h',
  '1d': 'market.range1d',
} as const;

interface RangeTabsProps {
  readonly range: ChartRange;
  readonly onChange: (range: ChartRange) => void;
}

/** The six time ranges; the first is the Time tab's line. */
export function RangeTabs({ range, onChange }: RangeTabsProps): ReactNode {
  const t = useText();
  const segments = chartRanges.map((value) => ({ value, label: t(rangeNames[value]) }));
  return <Segmented label={t('market.rangeLabel')} segments={segments} value={range} onChange={onChange} />;
}

/** A coin's live chart; empty with an explanation without candles. */
export function MarketChart({ coin, range }: { readonly coin: string; readonly range: ChartRange }): ReactNode {
  const t = useText();
  const decimals = usePriceDecimals(coin);
  const { data: candles, isError, refetch } = useGetCandles(coin, range);
  const failure = isError && !candles && (
    <ChartFailed message={t('market.candlesFailed')} onRetry={() => void refetch()} />
  );
  // Until the market's state is known, the placeholder shows the product's promise.
  const notice = failure || (!candles && decimals === undefined && <p>{t('identity.promise')}</p>);
  return (
    <CandlesDrawn
      id={`${coin} ${range}`}
      coin={coin}
      kind={range === '' ? 'line' : 'candles'}
      candles={candles ?? noCandles}
      decimals={decimals}
      notice={notice || undefined}
    />
  );
}

const noCandles: readonly ChartCandle[] = [];
const noMarks: readonly ChartMark[] = [];

interface CandlesDrawnProps {
  /** A new id is a new series, which opens at its end. */
  readonly id: string;
  readonly coin: string;
  readonly kind: 'candles' | 'line';
  readonly candles: readonly ChartCandle[];
  readonly decimals?: number | undefined;
  readonly marks?: readonly ChartMark[];
  /** A labelled line at one candle. */
  readonly start?: { readonly openTime: number; readonly label: string } | undefined;
  readonly notice?: ReactNode;
}

/** A chart with its text alternative, the seam and errors. */
export function CandlesDrawn(props: CandlesDrawnProps): ReactNode {
  const { id, coin, kind, candles, marks = noMarks, start, notice } = props;
  const t = useText();
  const format = useFormat();
  const decimals = props.decimals ?? priceDecimalsOf(candles);
  const languageTag = localeStore.tag();
  const [seam, jump] = [t('market.seam'), t('market.seamJump')];
  const lines = useMemo(() => {
    const seams = seamLines(candles, { seam, jump });
    return start ? [start, ...seams] : seams;
  }, [candles, start, seam, jump]);
  const content = useMemo(
    () => ({ id, kind, rows: candles, decimals, lines, marks, languageTag }),
    [id, kind, candles, decimals, lines, marks, languageTag],
  );
  const span = spanOf(candles);
  const label = span
    ? t('market.chart', {
        coin,
        quote: 'USDT',
        last: format.price(span.last, decimals),
        change: format.percent(span.changePercent / 100),
      })
    : t('market.chartEmpty', { coin, quote: 'USDT' });
  return <CandleChart content={content} label={label} notice={notice} />;
}
