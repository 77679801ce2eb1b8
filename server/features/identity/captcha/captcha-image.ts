import { randomInt } from 'node:crypto';
import { type Curve, captchaAlphabet, letterOf, type Point } from './captcha-letters.ts';

const answerLength = 5;

const width = 180;
const height = 64;

/** Each has a contrast of at least 3:1 on dark and light surfaces: the picture has no background. */
const inks = ['#6281a0', '#3f86a8', '#7d7ab8', '#4f8b87'] as const;

/** A random solution. */
export function drawAnswer(): string {
  return Array.from({ length: answerLength }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
}

/** Solutions are compared case-insensitively. */
export function normalAnswer(answer: string): string {
  return answer.toUpperCase();
}

/**
 * The solution as a randomised picture, `data:image/svg+xml;base64,…`. Vector outlines would identify letters, so they are rotated,
 * bent and split at random, stand at no fixed places, and are merged into one path with lines as thick as parts of letters and with
 * small pieces that are none. A program can still read it: the proof of work is what protects (`captcha-work.ts`).
 */
export function drawImage(answer: string): string {
  const letters = [...answer];
  const middles = spread(letters.length);
  const contours = letters.flatMap((letter, at) => placedLetter(letter, middles[at] ?? 0, width / letters.length));
  const bend = randomBend();
  const outline = shuffled([...contours, ribbon(), ribbon(), ...Array.from({ length: 3 }, speck)])
    .map((contour) => `M${contour.map((point) => format(bend(point))).join('L')}Z`)
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="${anyOf(inks)}" d="${outline}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

type Contour = readonly Point[];

/** The middles of `count` letters, at irregular distances across the picture. */
function spread(count: number): number[] {
  const widths = Array.from({ length: count }, () => between(0.8, 1.25));
  const scale = (width - 24) / widths.reduce((sum, one) => sum + one, 0);
  let edge = 12;
  return widths.map((one) => {
    edge += one * scale;
    return edge - (one * scale) / 2;
  });
}

/** The letter's outlines, randomly rotated and scaled, around its middle in the picture. */
function placedLetter(letter: string, middleX: number, room: number): Contour[] {
  const middleY = height / 2 + between(-6, 6);
  const size = Math.min(between(27, 35), room);
  const angle = between(-0.38, 0.38);
  const [cosine, sine] = [size * Math.cos(angle), size * Math.sin(angle)];
  const slant = between(-0.14, 0.14);
  return letterOf(letter).map((outline) =>
    outline.flatMap(cut).map(([x, y]): Point => {
      const slanted = x + slant * y;
      return [middleX + slanted * cosine - y * sine, middleY + slanted * sine + y * cosine];
    }),
  );
}

/** Points along a curve, a random number of them, without its start. */
function cut(curve: Curve): Point[] {
  const pieces = curve.length === 2 ? randomInt(1, 4) : randomInt(1, 3);
  return Array.from({ length: pieces }, (_, at) =>
    pointAt(curve, at + 1 === pieces ? 1 : (at + 1 + between(-0.3, 0.3)) / pieces),
  );
}

/** De Casteljau's algorithm, for any degree. */
function pointAt(curve: Curve, t: number): Point {
  let points = curve;
  while (points.length > 1) {
    points = points.slice(1).map((to, at): Point => {
      const from = points[at] ?? to;
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    });
  }
  return points[0] ?? [0, 0];
}

/** A small piece like the end of a stroke. */
function speck(): Contour {
  const [x, y] = [between(8, width - 8), between(10, height - 10)];
  const [length, thickness, angle] = [between(3, 8), between(1.5, 4), between(0, Math.PI)];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const corners: readonly Point[] = [
    [-length, -thickness],
    [length, between(-thickness, 0)],
    [length, thickness],
    [-length, between(0, thickness)],
  ];
  return corners.map(
    ([along, across]): Point => [x + (along * cosine - across * sine) / 2, y + (along * sine + across * cosine) / 2],
  );
}

/** A line across the letters, in their colour, whose thickness swells to that of a letter's stroke. */
function ribbon(): Contour {
  const curve = [0, 1, 2, 3].map(
    (at): Point => [4 + ((width - 8) * at) / 3 + between(-10, 10), between(10, height - 10)],
  );
  const steps = randomInt(12, 20);
  const line = Array.from({ length: steps + 1 }, (_, at) => pointAt(curve, at / steps));
  const [phase, swell] = [between(0, 2 * Math.PI), between(0.6, 1.3)];
  const thicknessAt = (at: number): number => 1.4 + swell * (1 + Math.sin(phase + (at / steps) * 4 * Math.PI));
  return [...line, ...line.map(([x, y], at): Point => [x, y + thicknessAt(at)]).reverse()];
}

/** Distortion by a slight wave in both directions. */
function randomBend(): (point: Point) => Point {
  const [phaseX, phaseY] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)];
  const [lengthX, lengthY] = [between(30, 44), between(48, 80)];
  const [depthX, depthY] = [between(1, 2), between(1.8, 3.2)];
  return ([x, y]) => [
    x + depthX * Math.sin((2 * Math.PI * y) / lengthX + phaseX),
    y + depthY * Math.sin((2 * Math.PI * x) / lengthY + phaseY),
  ];
}

function format([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function between(least: number, most: number): number {
  return least + ((most - least) * randomInt(1_000_001)) / 1_000_000;
}

function anyOf<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[randomInt(items.length)] ?? items[0];
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: randomInt(2 ** 40) }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
