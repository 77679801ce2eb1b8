import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesMarker,
  type SeriesPartialOptionsMap,
  type Time,
} from 'lightweight-charts';
import type { ChartColours } from './chart-colours.ts';
import { type ChartLine, ChartLines } from './chart-lines.ts';
import { candleOptions, lineOptions, priceFormatOf } from './chart-options.ts';
import type { ChartRow } from './chart-rows.ts';
import type { ChartTimes } from './chart-times.ts';

/** A round of a plan on the chart: which way it bet and how it ended. */
export interface ChartMark {
  readonly openTime: number;
  readonly direction: -1 | 0 | 1;
  readonly result: 'up' | 'down' | 'none';
}

/** The prices on the chart, as candles or as a line of closes, with what is marked on them. */
export interface PriceSeries {
  setRows(rows: readonly ChartRow[], times: ChartTimes): void;
  update(row: ChartRow, times: ChartTimes): void;
  style(colours: ChartColours, decimals: number): void;
  mark(lines: readonly ChartLine[], marks: readonly ChartMark[], times: ChartTimes, colours: ChartColours): void;
  remove(): void;
}

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
): PriceSeries {
  const lines = new ChartLines();
  series.attachPrimitive(lines);
  const markers = createSeriesMarkers<Time>(series, []);
  return {
    setRows: (rows, times) => series.setData(rows.map((row) => point(row, times))),
    update: (row, times) => series.update(point(row, times)),
    style: (colours, decimals) => series.applyOptions({ ...options(colours), priceFormat: priceFormatOf(decimals) }),
    mark: (newLines, marks, times, colours) => {
      lines.set(
        newLines.map(({ openTime, label }) => ({ time: times.toChart(openTime), label })),
        { colour: colours.market, textColour: colours.secondary, font: colours.font },
      );
      markers.setMarkers(marks.map((mark) => marker(mark, times, colours)));
    },
    remove: () => chart.removeSeries(series),
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
