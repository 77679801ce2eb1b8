import type {
  CandlestickSeriesPartialOptions,
  ChartOptions,
  ColorType,
  DeepPartial,
  HistogramSeriesPartialOptions,
  LineSeriesPartialOptions,
  LineStyle,
  PriceLineOptions,
  TickMarkType,
  Time,
  TrackingModeExitMode,
} from 'lightweight-charts';
import { formatPrice } from '#web/platform/format/number.ts';
import { type ChartColours, fade } from './chart-colours.ts';
import type { ChartTimes, timeWords } from './chart-times.ts';

/** Values of the library's enumerations, which are objects that the chart would load as well. */
const onTouchEnd: TrackingModeExitMode.OnTouchEnd = 0;
const dashed: LineStyle.Dashed = 2;
const sparseDotted: LineStyle.SparseDotted = 4;

const fontSize = 11;
const priceShare = { top: 0.06, bottom: 0.06 };
const volumeShare = { top: 0.1, bottom: 0 };
const volumeAlpha = 0.35;

/** Options that never change. Vertical swipes belong to the page, horizontal drags and pinches to the chart. */
export const fixedOptions: DeepPartial<ChartOptions> = {
  autoSize: true,
  // The required attribution is a text link below the chart; the logo would bring an inline style that the content security policy forbids.
  layout: { attributionLogo: false },
  handleScroll: { vertTouchDrag: false, mouseWheel: false },
  handleScale: { mouseWheel: false, axisPressedMouseMove: false, axisDoubleClickReset: false },
  // A held finger moves the crosshair until it is lifted: by default the next swipe would not scroll the page.
  trackingMode: { exitMode: onTouchEnd },
  rightPriceScale: { borderVisible: false, minimumWidth: 76, scaleMargins: priceShare, entireTextOnly: true },
  // Fixed edges: no empty space can be dragged into view.
  timeScale: {
    borderVisible: false,
    fixLeftEdge: true,
    fixRightEdge: true,
    timeVisible: true,
    secondsVisible: false,
    allowBoldLabels: false,
  },
};

export function colourOptions(colours: ChartColours): DeepPartial<ChartOptions> {
  const cross = { color: colours.muted, style: dashed, labelBackgroundColor: colours.raised };
  return {
    layout: {
      background: { type: 'solid' as ColorType.Solid, color: 'transparent' },
      textColor: colours.secondary,
      fontSize,
      fontFamily: colours.font,
      panes: { enableResize: false, separatorColor: 'transparent', separatorHoverColor: 'transparent' },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line, style: sparseDotted } },
    crosshair: { vertLine: cross, horzLine: cross },
  };
}

export function timeOptions(times: ChartTimes, words: ReturnType<typeof timeWords>): DeepPartial<ChartOptions> {
  const momentOf = (time: Time) => times.toMoment(Number(time));
  return {
    localization: { timeFormatter: (time: Time) => words.full(momentOf(time)) },
    timeScale: { tickMarkFormatter: (time: Time, kind: TickMarkType) => words.mark(momentOf(time), kind) },
  };
}

export function lastPriceOptions(colours: ChartColours): Partial<PriceLineOptions> {
  return { color: colours.accent, lineStyle: dashed, lineWidth: 1, axisLabelVisible: true, title: '' };
}

const noOwnTag = { lastValueVisible: false, priceLineVisible: false };

/** Price format of the axis in the current language. */
export function priceFormatOf(decimals: number, languageTag: string) {
  const formatter = (price: number) => formatPrice(languageTag, price, decimals);
  return { type: 'custom' as const, minMove: 1 / 10 ** decimals, formatter };
}

export function candleOptions(colours: ChartColours): CandlestickSeriesPartialOptions {
  const { up, down } = colours;
  return {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
    ...noOwnTag,
  };
}

export function lineOptions(colours: ChartColours): LineSeriesPartialOptions {
  return { color: colours.accent, lineWidth: 2, crosshairMarkerRadius: 3, ...noOwnTag };
}

/** Volume has no axis: only relative heights matter. */
export const volumeOptions: HistogramSeriesPartialOptions = {
  priceScaleId: 'volume',
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: { type: 'volume' },
};

/** Too few ticks for grid lines in the volume pane. */
export const volumeScale = { scaleMargins: volumeShare, visible: false, tickMarkDensity: 100 };

export function volumeColour(rises: boolean, colours: ChartColours): string {
  return fade(rises ? colours.up : colours.down, volumeAlpha);
}
