// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { themeStore } from '#web/platform/theme.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { CandleChart } from './candle-chart.tsx';
import type { ChartRow } from './chart-rows.ts';
import type { ChartContent } from './chart-view.ts';

/** What the drawing library holds: the part of it that a chart of this app uses. */
const library = vi.hoisted(() => {
  type Point = { readonly time: number };
  const merge = (target: Record<string, unknown>, more: object) => Object.assign(target, more);
  class Series {
    readonly options: Record<string, unknown> = {};
    rows: Point[] = [];
    lines: Record<string, unknown>[] = [];
    markers: unknown[] = [];
    primitive: { paneViews(): readonly { renderer(): { draw(target: unknown): void } }[] } | null = null;
    redraws = 0;
    readonly kind: string;
    readonly pane: number;
    readonly chart: Chart;
    constructor(kind: string, pane: number, chart: Chart) {
      this.kind = kind;
      this.pane = pane;
      this.chart = chart;
    }
    applyOptions = (options: object) => void merge(this.options, options);
    setData = (rows: Point[]) => {
      this.rows = rows;
    };
    update = (row: Point) => {
      const last = this.rows.at(-1);
      if (last && row.time < last.time) throw new Error('cannot update oldest data');
      this.rows = [...this.rows.filter(({ time }) => time !== row.time), row];
    };
    priceScale = () => ({ applyOptions: (options: object) => void merge(this.options, options) });
    createPriceLine = (options: object) => {
      const line = { ...options } as Record<string, unknown>;
      this.lines.push(line);
      return Object.assign(line, { applyOptions: (more: object) => merge(line, more) });
    };
    removePriceLine = (line: Record<string, unknown>) => {
      this.lines = this.lines.filter((one) => one !== line);
    };
    attachPrimitive = (primitive: never) => {
      this.primitive = primitive;
      const requestUpdate = () => {
        this.redraws += 1;
      };
      (primitive as { attached(at: object): void }).attached({ chart: this.chart, requestUpdate });
    };
  }
  class Chart {
    series: Series[] = [];
    range: unknown = null;
    isRemoved = false;
    readonly options: Record<string, unknown> = {};
    readonly stretches: number[] = [];
    applyOptions = (options: object) => void merge(this.options, options);
    addSeries = ({ kind }: { kind: string }, options: object, pane: number) => {
      const series = new Series(kind, pane, this);
      series.applyOptions(options);
      this.series.push(series);
      return series;
    };
    removeSeries = (series: Series) => {
      this.series = this.series.filter((one) => one !== series);
    };
    panes = () => [0, 1].map((place) => ({ setStretchFactor: (share: number) => (this.stretches[place] = share) }));
    timeScale = () => ({
      applyOptions: (options: object) => merge(this.options, options),
      setVisibleLogicalRange: (range: unknown) => {
        this.range = range;
      },
      timeToCoordinate: (time: number) => this.series[0]?.rows.findIndex((row) => row.time === time) ?? null,
    });
    remove = () => {
      this.isRemoved = true;
    };
  }
  return { charts: [] as Chart[], Chart };
});

vi.mock('lightweight-charts', () => ({
  createChart: () => {
    const chart = new library.Chart();
    library.charts.push(chart);
    return chart;
  },
  createSeriesMarkers: (series: { markers: unknown[] }) => ({
    setMarkers: (markers: unknown[]) => {
      series.markers = markers;
    },
  }),
  ...{ CandlestickSeries: { kind: 'candles' }, LineSeries: { kind: 'line' }, HistogramSeries: { kind: 'volume' } },
}));

beforeAll(() => useLanguage('en'));
const tokens = new Map<string, string>();

beforeEach(() => {
  timeZoneStore.set('UTC');
  library.charts.length = 0;
  for (const [name, colour] of [
    ['up', '#00ff00'],
    ['down', '#ff0000'],
    ['accent', '#0000ff'],
  ] as const)
    tokens.set(`--${name}`, colour);
  const getPropertyValue = (name: string) => tokens.get(name) ?? '';
  vi.stubGlobal('getComputedStyle', () => ({
    getPropertyValue,
    color: '#123456',
    fontFamily: 'Inter',
    display: 'block',
  }));
});
afterEach(() => timeZoneStore.set(undefined));

const minute = 60_000;
const rowOf = (place: number, more: Partial<ChartRow> = {}): ChartRow => ({
  ...{ openTime: place * minute, open: 10, high: 12, low: 9, close: 11, volume: place, seam: false, ...more },
});
const rows = Array.from({ length: 40 }, (_, place) => rowOf(place));

const content: ChartContent = {
  ...{ id: 'BTC 1m', kind: 'candles', rows, decimals: 2, languageTag: 'en', lines: [] },
  marks: [],
};

function chartOf(shown: ChartContent) {
  const draw = (next: ChartContent) => (
    <CandleChart content={next} label="Bitcoin" notice={next.rows.length === 0 ? 'No prices yet' : null} />
  );
  const mounted = mount(draw(shown));
  return { ...mounted, show: (next: ChartContent) => mounted.rerender(draw(next)) };
}

async function drawn() {
  await expect.poll(() => library.charts.length).toBe(1);
  return library.charts[0] as InstanceType<typeof library.Chart>;
}

test('a chart opens on its last thirty rows, with prices above volume and the last price at its side', async () => {
  const { container, unmount } = chartOf(content);
  const chart = await drawn();
  const [price, volume] = chart.series;
  expect([price?.kind, price?.pane, volume?.kind, volume?.pane]).toEqual(['candles', 0, 'volume', 1]);
  expect(price?.rows[1]).toEqual({ time: 60, open: 10, high: 12, low: 9, close: 11 });
  expect(volume?.rows[3]).toEqual({ time: 180, value: 3, color: 'rgba(0, 255, 0, 0.35)' });
  expect(price?.lines.map((line) => line.price)).toEqual([11]);
  expect([chart.range, chart.stretches]).toEqual([{ from: 10, to: 39 }, [0.8, 0.2]]);
  expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Bitcoin');
  expect(container.querySelector('a')?.getAttribute('aria-label')).toBe('Chart by TradingView');
  unmount();
  expect(chart.isRemoved).toBe(true);
});

test('of the same series what changed is drawn, and the place that the member looks at stays', async () => {
  const { show } = chartOf(content);
  const chart = await drawn();
  chart.range = 'moved';
  const [price, volume] = chart.series;
  const falling = rowOf(40, { open: 11, close: 8, volume: 77 });
  show({ ...content, rows: [...rows.slice(0, 39), rowOf(39, { close: 12 }), falling] });
  await expect.poll(() => price?.rows.length).toBe(41);
  expect(price?.rows.at(-2)).toMatchObject({ time: 39 * 60, close: 12 });
  expect(price?.rows.at(-1)).toMatchObject({ time: 40 * 60, close: 8 });
  expect(volume?.rows.at(-1)).toEqual({ time: 40 * 60, value: 77, color: 'rgba(255, 0, 0, 0.35)' });
  expect(price?.lines.map((line) => line.price)).toEqual([8]);
  expect(chart.range).toBe('moved');
  show({ ...content, rows: rows.slice(0, 35) });
  await expect.poll(() => price?.rows.length).toBe(35);
  expect([chart.range, price?.lines.length]).toEqual(['moved', 1]);
  show({ ...content, rows: [] });
  await expect.poll(() => price?.rows.length).toBe(0);
  expect(price?.lines).toEqual([]);
  show({ ...content, id: 'ETH 1m' });
  await expect.poll(() => price?.rows.length).toBe(40);
  expect(chart.range).toEqual({ from: 10, to: 39 });
});

test('a line of closes takes the place of candles, and short histories are not stretched', async () => {
  const { show } = chartOf(content);
  const chart = await drawn();
  expect(chart.options.fixLeftEdge).toBe(true);
  show({ ...content, kind: 'line', rows: rows.slice(0, 3) });
  await expect.poll(() => chart.series.map(({ kind }) => kind)).toEqual(['volume', 'line']);
  expect(chart.series.map(({ pane }) => pane)).toEqual([1, 0]);
  const line = chart.series[1];
  expect(line?.rows).toEqual([0, 60, 120].map((time) => ({ time, value: 11 })));
  expect([chart.options.fixLeftEdge, chart.range]).toEqual([false, { from: -27, to: 2 }]);
  expect(line?.options).toMatchObject({ color: '#0000ff' });
});

test('decimals, lines and marks that change alone are drawn too', async () => {
  const { show } = chartOf(content);
  const chart = await drawn();
  const [price] = chart.series;
  const format = () => price?.options.priceFormat as { formatter(value: number): string; minMove: number } | undefined;
  expect([format()?.formatter(1_234.5), format()?.minMove]).toEqual(['1,234.50', 0.01]);
  const priced = { ...content, decimals: 4 };
  show(priced);
  await expect.poll(() => format()?.formatter(1.5)).toBe('1.5000');
  const marked: ChartContent = {
    ...priced,
    lines: [{ openTime: 5 * minute, label: 'Placed' }],
    marks: [
      { openTime: minute, direction: 1, result: 'up' },
      { openTime: 2 * minute, direction: -1, result: 'down' },
      { openTime: 3 * minute, direction: 0, result: 'none' },
    ],
  };
  const redraws = price?.redraws ?? 0;
  show(marked);
  await expect
    .poll(() => price?.markers)
    .toMatchObject([
      { time: 60, position: 'belowBar', shape: 'arrowUp', color: '#00ff00', size: 1 },
      { time: 120, position: 'aboveBar', shape: 'arrowDown', color: '#ff0000', size: 1 },
      { time: 180, position: 'aboveBar', shape: 'circle', size: 0.5, color: '#123456' },
    ]);
  expect(price?.redraws).toBe(redraws + 1);
  const texts: unknown[] = [];
  const context = new Proxy<{ font?: string }>(
    {},
    {
      get: (held, name) =>
        name === 'measureText'
          ? () => ({ width: held.font === '500 11px Inter' ? 30 : 300 })
          : (...args: unknown[]) => texts.push([name, ...args]),
      set: Reflect.set,
    },
  );
  const [view] = price?.primitive?.paneViews() ?? [];
  view?.renderer().draw({
    useMediaCoordinateSpace: (draw: (space: object) => void) =>
      draw({ context, mediaSize: { width: 300, height: 90 } }),
  });
  expect(texts).toContainEqual(['fillText', 'Placed', 10, 11]);
  expect(texts).toContainEqual(['lineTo', 5.5, 90]);
});

test('another theme and another time zone redraw what is shown, and stay where the member looks', async () => {
  chartOf({ ...content, marks: [{ openTime: minute, direction: 1, result: 'up' }] });
  const chart = await drawn();
  chart.range = 'moved';
  const [price, volume] = chart.series;
  tokens.set('--up', '#00aa00');
  tokens.set('--accent', '#0000aa');
  themeStore.choose('light');
  await expect.poll(() => price?.options.upColor).toBe('#00aa00');
  expect(volume?.rows[0]).toMatchObject({ color: 'rgba(0, 170, 0, 0.35)' });
  expect(price?.markers).toMatchObject([{ color: '#00aa00' }]);
  expect(price?.lines).toMatchObject([{ color: '#0000aa', price: 11 }]);
  expect(price?.rows[0]).toMatchObject({ time: 0 });
  timeZoneStore.set('Asia/Tokyo');
  await expect.poll(() => price?.rows[0]).toMatchObject({ time: 9 * 3_600 });
  expect(volume?.rows[0]).toMatchObject({ time: 9 * 3_600 });
  expect(chart.range).toBe('moved');
});

test('a notice lies over a chart without prices', async () => {
  const { page, show } = chartOf({ ...content, rows: [] });
  expect(page.getByText('No prices yet')).toBeTruthy();
  show(content);
  await expect.poll(() => page.queryByText('No prices yet')).toBeNull();
});
