/** Colours and font of the chart, from the theme's tokens. */
export interface ChartColours {
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly market: string;
  readonly line: string;
  readonly raised: string;
  readonly secondary: string;
  readonly muted: string;
  readonly font: string;
}

/** Reads the theme's tokens at `element`. */
export function coloursAt(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || style.color;
  return {
    up: token('up'),
    down: token('down'),
    accent: token('accent'),
    market: token('market'),
    line: token('line'),
    raised: token('raised'),
    secondary: token('secondary'),
    muted: token('muted'),
    font: style.fontFamily,
  };
}

/** Adds an alpha of 0 to 1 to a #rrggbb colour; other notations are returned unchanged. */
export function fade(colour: string, alpha: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!hex) return colour;
  const [red, green, blue] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
