/** The colours and the font the chart draws with: the theme's tokens, as they are where the chart stands. */
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

/** Reads the tokens of the theme that `element` stands in. */
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

/** The colour let through by `alpha` (0 to 1), where it is written as #rrggbb; any other way of writing it is left as it is. */
export function fade(colour: string, alpha: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!hex) return colour;
  const [red, green, blue] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
