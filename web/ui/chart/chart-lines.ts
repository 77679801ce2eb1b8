import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';

/** A labelled vertical line at the row that opens at `openTime`. */
export interface ChartLine {
  readonly openTime: number;
  readonly label: string;
}

interface LineStyle {
  readonly colour: string;
  readonly textColour: string;
  readonly font: string;
}

type DrawTarget = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** A series primitive that draws the lines on its pane. */
export class ChartLines implements ISeriesPrimitive<Time> {
  #chart: SeriesAttachedParameter<Time, SeriesType>['chart'] | null = null;
  #requestUpdate: () => void = () => {};
  #lines: readonly { readonly time: Time; readonly label: string }[] = [];
  #style: LineStyle = { colour: 'currentcolor', textColour: 'currentcolor', font: 'sans-serif' };
  readonly #views = [
    { zOrder: () => 'bottom' as const, renderer: () => ({ draw: (target: DrawTarget) => this.#draw(target) }) },
  ];

  set(lines: readonly { readonly time: Time; readonly label: string }[], style: LineStyle): void {
    this.#lines = lines;
    this.#style = style;
    this.#requestUpdate();
  }

  attached({ chart, requestUpdate }: SeriesAttachedParameter<Time, SeriesType>): void {
    this.#chart = chart;
    this.#requestUpdate = requestUpdate;
  }

  detached(): void {
    this.#chart = null;
    this.#requestUpdate = () => {};
  }

  paneViews() {
    return this.#views;
  }

  #draw(target: DrawTarget): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook, a method of the drawing library.
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const timeScale = this.#chart?.timeScale();
      if (!timeScale) return;
      let lane = firstLane;
      for (const { time, label } of this.#lines) {
        const x = timeScale.timeToCoordinate(time);
        if (x === null || x < 0 || x > mediaSize.width) continue;
        lane = drawLine(context, x, mediaSize, label, this.#style, lane);
      }
    });
  }
}

/** Where a label ends, and in which row it lies. */
interface Lane {
  readonly to: number;
  readonly row: number;
}

const firstLane: Lane = { to: 0, row: 0 };
const labelGap = 5;
const labelBaseline = 11;
const labelHeight = 14;

/** The left edge of a label beside its line, and its lane: a row below the label before, where it would lie over that one. */
export function placeLabel(
  x: number,
  width: number,
  paneWidth: number,
  before: Lane,
): Lane & { readonly left: number } {
  const left = x + labelGap + width > paneWidth ? x - labelGap - width : x + labelGap;
  return { left, to: left + width, row: left < before.to ? before.row + 1 : 0 };
}

function drawLine(
  context: CanvasRenderingContext2D,
  x: number,
  size: { readonly width: number; readonly height: number },
  label: string,
  style: LineStyle,
  before: Lane,
): Lane {
  context.save();
  context.strokeStyle = style.colour;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, size.height);
  context.stroke();
  context.font = `500 11px ${style.font}`;
  context.fillStyle = style.textColour;
  const lane = placeLabel(x, context.measureText(label).width, size.width, before);
  context.fillText(label, lane.left, labelBaseline + lane.row * labelHeight);
  context.restore();
  return lane;
}
