export const introSize = { width: 640, height: 360, seconds: 9, framesPerSecond: 25 } as const;

const colours = { ground: '#0a0e14', line: '#233043', market: '#a78bfa', accent: '#4cc9f0', text: '#eaf0f7' };
const prices = [232, 214, 224, 196, 206, 178, 190, 164, 176, 146, 158, 132, 142, 116, 104, 96];
const x = (place: number): number => 70 + place * 33;

/**
 * The intro as it stands after `at` seconds, as SVG: prices come in, become candles, the strategy points, the plan ends at a
 * bound, and the result is ticked off. No words, so that it serves every language.
 */
export function introPicture(at: number): string {
  const share = (from: number, to: number): number => {
    const linear = Math.max(0, Math.min(1, (at - from) / (to - from)));
    return linear * linear * (3 - 2 * linear);
  };
  const { width, height } = introSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
    fill="none" stroke-linecap="round" stroke-linejoin="round">
    <path fill="${colours.ground}" d="M0 0H${width}V${height}H0z"/>
    <path stroke="${colours.line}" d="M40 90H600M40 160H600M40 230H600M40 300H600"/>
    <g opacity="${1 - share(7, 7.5)}">
      ${priceLine(share(0.2, 2.4), 1 - 0.75 * share(2.4, 3.2))}
      ${prices.map((_, place) => candle(place, share(2.4 + place * 0.1, 2.9 + place * 0.1))).join('')}
      ${direction(share(4.6, 5.6))}
      ${bound(share(5.6, 6.3))}
    </g>
    ${mark(share(7.3, 8), share(7.8, 8.4))}
  </svg>`;
}

function priceLine(drawn: number, opacity: number): string {
  const points = prices.slice(0, Math.floor(drawn * (prices.length - 1)) + 1).map((y, place) => `${x(place)},${y}`);
  return `<polyline stroke="${colours.market}" stroke-width="4" opacity="${opacity}" points="${points.join(' ')}"/>`;
}

function candle(place: number, share: number): string {
  const close = prices[place] ?? 0;
  const open = prices[place - 1] ?? close + 14;
  const top = Math.min(open, close);
  const bottom = Math.max(open, close);
  return `<g opacity="${share}"><path stroke="${colours.market}" stroke-width="2" d="M${x(place)} ${top - 12}V${bottom + 12}"/>
    <rect fill="${colours.market}" x="${x(place) - 9}" y="${top}" width="18" height="${Math.max(6, bottom - top) * share}"/></g>`;
}

function direction(share: number): string {
  const end = 250 - 130 * share;
  return `<path opacity="${share}" stroke="${colours.accent}" stroke-width="6" d="M180 250L470 ${end}"/>`;
}

function bound(share: number): string {
  return `<g opacity="${share}"><path stroke="${colours.text}" stroke-width="2" stroke-dasharray="10 10" d="M40 84H600"/>
    <circle fill="${colours.accent}" cx="${x(15)}" cy="90" r="${5 + 8 * share}"/></g>`;
}

function mark(shown: number, ticked: number): string {
  return `<path opacity="${shown}" stroke="${colours.accent}" stroke-width="8" d="M320 96 393 138V222L320 264 247 222V138z"/>
    <path opacity="${ticked}" stroke="${colours.text}" stroke-width="10"
      d="M288 180 312 206 ${312 + 44 * ticked} ${206 - 52 * ticked}"/>`;
}
