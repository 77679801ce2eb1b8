// TradingView Lightweight Charts™, Copyright (c) 2025 TradingView, Inc. https://www.tradingview.com/
import { createChart, HistogramSeries, type IChartApi, type ISeriesApi } from 'lightweight-charts';
import type { ChartColours } from './chart-colours.ts';
import type { ChartLine } from './chart-lines.ts';
import { colourOptions, fixedOptions, timeOptions, volumeColour, volumeOptions, volumeScale } from './chart-options.ts';
import { type ChartRow, changedFrom, openingRange, openingRows } from './chart-rows.ts';
import { type ChartTimes, chartTimes, timeWords } from './chart-times.ts';
import { addCandles, addCloses, type ChartMark, type PriceSeries } from './price-series.ts';

/** The chart's content. Another `id` or `kind` is another series, which opens on its last 30 rows. */
export interface ChartContent {
  readonly id: string;
  readonly kind: 'candles' | 'line';
  readonly rows: readonly ChartRow[];
  readonly decimals: number;
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly languageTag: string;
}

const paneShares = [0.8, 0.2] as const;

/** The library's chart in one element: created once, updated in place. */
export class ChartView {
  readonly #chart: IChartApi;
  readonly #volume: ISeriesApi<'Histogram'>;
  #price: PriceSeries;
  #shown: ChartContent;
  #colours: ChartColours;
  #times: ChartTimes = chartTimes(0);

  constructor(element: HTMLElement, content: ChartContent, colours: ChartColours) {
    this.#colours = colours;
    this.#shown = content;
    this.#chart = createChart(element, fixedOptions);
    this.#chart.applyOptions(colourOptions(colours));
    this.#price = this.#addPrice();
    this.#volume = this.#chart.addSeries(HistogramSeries, volumeOptions, 1);
    this.#volume.priceScale().applyOptions(volumeScale);
    for (const [index, share] of paneShares.entries()) this.#chart.panes()[index]?.setStretchFactor(share);
    this.#drawAll(true);
  }

  /** Draws `content`: of the same series only the rows that changed. */
  show(content: ChartContent): void {
    const shown = this.#shown;
    this.#shown = content;
    if (content.kind !== shown.kind) {
      // Added before the old one is removed: the library removes empty panes.
      const before = this.#price;
      this.#price = this.#addPrice();
      before.remove();
    }
    const another = content.kind !== shown.kind || content.id !== shown.id;
    const from = another || content.languageTag !== shown.languageTag ? null : changedFrom(shown.rows, content.rows);
    if (from === null) {
      this.#drawAll(another || shown.rows.length === 0);
      return;
    }
    for (const row of content.rows.slice(from)) {
      this.#price.update(row, this.#times);
      this.#volume.update(this.#volumeBar(row));
    }
    if (content.decimals !== shown.decimals) this.#style();
    if (content.lines !== shown.lines || content.marks !== shown.marks) this.#drawMarks();
  }

  /** Redraws in another theme's colours, keeping the visible range. */
  colour(colours: ChartColours): void {
    this.#colours = colours;
    this.#chart.applyOptions(colourOptions(colours));
    this.#style();
    this.#volume.setData(this.#shown.rows.map((row) => this.#volumeBar(row)));
    this.#drawMarks();
  }

  /** Redraws in another time zone, keeping the visible range. */
  moveToZone(): void {
    this.#drawAll(false);
  }

  remove(): void {
    this.#chart.remove();
  }

  #addPrice(): PriceSeries {
    return this.#shown.kind === 'line' ? addCloses(this.#chart) : addCandles(this.#chart);
  }

  #drawAll(opening: boolean): void {
    const { rows, languageTag } = this.#shown;
    this.#times = chartTimes(rows.at(-1)?.openTime ?? 0);
    this.#chart.applyOptions(timeOptions(this.#times, timeWords(languageTag)));
    // With its left edge fixed, a short history would be stretched over the whole width.
    this.#chart.timeScale().applyOptions({ fixLeftEdge: rows.length >= openingRows });
    this.#style();
    this.#price.setRows(rows, this.#times);
    this.#volume.setData(rows.map((row) => this.#volumeBar(row)));
    this.#drawMarks();
    if (opening && rows.length > 0) this.#chart.timeScale().setVisibleLogicalRange(openingRange(rows.length));
  }

  #style(): void {
    this.#price.style(this.#colours, this.#shown.decimals, this.#shown.languageTag);
  }

  #drawMarks(): void {
    this.#price.mark(this.#shown.lines, this.#shown.marks, this.#times, this.#colours);
  }

  #volumeBar({ openTime, open, close, volume }: ChartRow) {
    return { time: this.#times.toChart(openTime), value: volume, color: volumeColour(close >= open, this.#colours) };
  }
}
