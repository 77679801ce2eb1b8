import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  type PriceLineOptions,
  type SeriesMarker,
  type SeriesPartialOptionsMap,
  type Time,
} from 'lightweight-charts';
import type { ChartColours } from './chart-colours.ts';
import { type ChartLine, ChartLines } from './chart-lines.ts';
import { candleOptions, lastPriceOptions, lineOptions, priceFormatOf } from './chart-options.ts';
import type { ChartRow } from './chart-rows.ts';
import type { ChartTimes } from './chart-times.ts';

/** A plan's round as a marker: its direction and result. */
export interface ChartMark {
  readonly openTime: number;
  readonly direction: -1 | 0 | 1;
  readonly result: 'up' | 'down' | 'none';
}

/** The price series, as candles or as a line of closes, with its markers. */
export type PriceSeries = ReturnType<typeof priceSeries>;

export function addCandles(chart: IChartApi): PriceSeries {
  const series = chart.addSeries(CandlestickSeries, {}, 0);
  const point = ({ openTime, open, high, low, close }: ChartRow, times: ChartTimes) => ({
    time: times.toChart(openTime),
    open,
    high,
    low,
    close,
  });
  return priceSeries(chart, series, point, candleOptions);
}

export function addCloses(chart: IChartApi): PriceSeries {
  const series = chart.addSeries(LineSeries, {}, 0);
  const point = ({ openTime, close }: ChartRow, times: ChartTimes) => ({ time: times.toChart(openTime), value: close });
  return priceSeries(chart, series, point, lineOptions);
}

type Kind = 'Candlestick' | 'Line';
type Point<K extends Kind> = Parameters<ISeriesApi<K>['update']>[0];

function priceSeries<K extends Kind>(
  chart: IChartApi,
  series: ISeriesApi<K>,
  point: (row: ChartRow, times: ChartTimes) => Point<K>,
  options: (colours: ChartColours) => SeriesPartialOptionsMap[K],
) {
  const lines = new ChartLines();
  series.attachPrimitive(lines);
  const markers = createSeriesMarkers<Time>(series, []);
  const lastPrice = lastPriceTag(series);
  return {
    setRows: (rows: readonly ChartRow[], times: ChartTimes): void => {
      series.setData(rows.map((row) => point(row, times)));
      lastPrice.show(rows.at(-1)?.close);
    },
    update: (row: ChartRow, times: ChartTimes): void => {
      series.update(point(row, times));
      lastPrice.show(row.close);
    },
    style: (colours: ChartColours, decimals: number, languageTag: string): void => {
      series.applyOptions({ ...options(colours), priceFormat: priceFormatOf(decimals, languageTag) });
      lastPrice.style(colours);
    },
    mark: (
      newLines: readonly ChartLine[],
      marks: readonly ChartMark[],
      times: ChartTimes,
      colours: ChartColours,
    ): void => {
      lines.set(
        newLines.map(({ openTime, label }) => ({ time: times.toChart(openTime), label })),
        { colour: colours.market, textColour: colours.secondary, font: colours.font },
      );
      markers.setMarkers(marks.map((mark) => marker(mark, times, colours)));
    },
    remove: (): void => chart.removeSeries(series),
  };
}

/** The tag of the series' last price. The library's own shows the last visible row's. */
function lastPriceTag(series: ISeriesApi<Kind>) {
  let line: IPriceLine | null = null;
  let look: Partial<PriceLineOptions> = {};
  return {
    show(price: number | undefined): void {
      if (price === undefined) {
        if (line) series.removePriceLine(line);
        line = null;
      } else if (line) line.applyOptions({ price });
      else line = series.createPriceLine({ ...look, price });
    },
    style(colours: ChartColours): void {
      look = lastPriceOptions(colours);
      line?.applyOptions(look);
    },
  };
}

function marker(
  { openTime, direction, result }: ChartMark,
  times: ChartTimes,
  colours: ChartColours,
): SeriesMarker<Time> {
  return {
    time: times.toChart(openTime),
    position: direction > 0 ? 'belowBar' : 'aboveBar',
    shape: direction > 0 ? 'arrowUp' : direction < 0 ? 'arrowDown' : 'circle',
    color: result === 'none' ? colours.muted : colours[result],
    size: direction === 0 ? 0.5 : 1,
  };
}
