/** Media types of coins' icons, by the ending of their file. */
export const coinIconTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** What a coin's icon can be. */
export type CoinIconKind = keyof typeof coinIconTypes;

/** A coin's icon as it is served. */
export interface CoinIcon {
  readonly type: (typeof coinIconTypes)[CoinIconKind];
  readonly bytes: Uint8Array;
  /** First digits of its SHA-256: another icon has another name. */
  readonly version: string;
}

/** Most bytes of a coin's icon. */
export const coinIconBytesMax = 16_384;

const sidePixelsMax = 512;

const elements = new Set([
  ...['svg', 'g', 'title', 'desc', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'],
  ...['defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath'],
]);

const attributes = new Set([
  ...['xmlns', 'viewBox', 'width', 'height', 'id', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry'],
  ...['fx', 'fy', 'd', 'points', 'transform', 'opacity', 'offset', 'gradientUnits', 'gradientTransform'],
  ...['fill', 'fill-rule', 'fill-opacity', 'clip-path', 'clip-rule', 'stop-color', 'stop-opacity'],
  ...['stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-opacity'],
  ...['stroke-dasharray', 'stroke-dashoffset'],
]);

/** A colour, number, path or list of these; an address only of what stands in the same file. */
const plainValue = /^[\w#.,%+\- ()\t\r\n]*$/;
const ownAddress = /^url\(#[\w-]+\)$/;
const functions = /^(?:rgb|rgba|hsl|hsla|matrix|translate|scale|rotate|skewX|skewY)$/;
const namespace = 'http://www.w3.org/2000/svg';

/**
 * Why these bytes are not taken as an icon; null where they are. Of an SVG only shapes, colours and gradients are known: nothing that
 * runs, loads, moves or refers to anything outside of the file.
 */
export function coinIconFault(kind: CoinIconKind, bytes: Uint8Array): string | null {
  if (bytes.length > coinIconBytesMax) return `it has ${bytes.length} bytes; ${coinIconBytesMax} are allowed`;
  return kind === 'png' ? pngFault(bytes) : svgFault(bytes);
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

function pngFault(bytes: Uint8Array): string | null {
  if (bytes.length < 33 || !pngStart.every((byte, place) => bytes[place] === byte)) return 'it is no PNG';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width >= 1 && width <= sidePixelsMax && height >= 1 && height <= sidePixelsMax) return null;
  return `it is ${width} x ${height} pixels; ${sidePixelsMax} x ${sidePixelsMax} are allowed`;
}

function svgFault(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => byte > 0x7e)) return 'it has other characters than ASCII';
  const text = String.fromCharCode(...bytes);
  const open: string[] = [];
  let rest = text.trim();
  for (let first = true; rest !== ''; first = false) {
    const tag = /^<(\/?)([A-Za-z]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/.exec(rest);
    const words = /^[^<&]+/.exec(rest)?.[0];
    if (!tag) {
      if (words === undefined || open.length === 0) return `it has more than shapes: ${rest.slice(0, 30)}`;
      rest = rest.slice(words.length);
      continue;
    }
    const [whole, closing, name = '', given = '', single] = tag;
    if (!elements.has(name)) return `it has an element <${name}>`;
    if (first !== (open.length === 0) || (first && (closing || name !== 'svg'))) return 'it is not one <svg>';
    const fault = closing ? null : attributesFault(given);
    if (fault) return fault;
    if (closing && open.pop() !== name) return `it has a </${name}> that nothing opens`;
    if (!closing && !single) open.push(name);
    rest = rest.slice(whole.length);
    if (open.length === 0 && rest !== '') return 'it is not one <svg>';
  }
  return open.length > 0 || text.trim() === '' ? 'it is not one <svg>' : null;
}

function attributesFault(given: string): string | null {
  for (const [, name = '', quoted = ''] of given.matchAll(/([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const value = quoted.slice(1, -1).trim();
    if (!attributes.has(name)) return `it has an attribute ${name}`;
    const calls = Array.from(value.matchAll(/([\w-]*)\s*\(/g), ([, called = '']) => called);
    const isPlain = plainValue.test(value) && calls.every((called) => functions.test(called));
    const isSound = name === 'xmlns' ? value === namespace : isPlain || ownAddress.test(value);
    if (!isSound) return `it has ${name}="${value.slice(0, 30)}"`;
  }
  return null;
}
