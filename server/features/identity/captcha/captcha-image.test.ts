import { expect, test } from 'vitest';
import { drawAnswer, drawImage } from './captcha-image.ts';
import { captchaAlphabet, letterOf } from './captcha-letters.ts';

const pictureOf = (image: string): string =>
  Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString();

/** The outlines of a picture, each a list of points. */
const contoursOf = (image: string): number[][][] =>
  Array.from(pictureOf(image).matchAll(/M([^MZ]+)Z/g), ([, outline = '']) =>
    outline.split('L').map((point) => point.split(' ').map(Number)),
  );

test('every answer is five letters and digits of the alphabet, and they hardly ever repeat', () => {
  const answers = Array.from({ length: 2_000 }, drawAnswer);
  for (const answer of answers) expect([...answer].every((letter) => captchaAlphabet.includes(letter))).toBe(true);
  expect(new Set(answers.map((answer) => answer.length))).toEqual(new Set([5]));
  expect(new Set(answers).size).toBeGreaterThan(1_980);
  expect(new Set(answers.join('')).size).toBe(captchaAlphabet.length);
});

test('the alphabet has no letters that are taken for one another', () => {
  for (const alike of ['0ODQ', '1IL', '2Z', '5S', '8B', 'UV', 'VW', 'G6']) {
    expect([...alike].filter((letter) => captchaAlphabet.includes(letter)).length).toBeLessThan(2);
  }
});

test('the picture is small, says nothing in words, and is different each time', () => {
  const images = Array.from({ length: 50 }, () => drawImage('TEST7'));
  expect(new Set(images).size).toBe(50);
  for (const image of images) {
    expect(image).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
    expect(image.length).toBeLessThan(12_000);
    expect(pictureOf(image)).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="180" height="64" viewBox="0 0 180 64"><path fill="#[0-9a-f]{6}" d="[MLZ0-9. -]+"\/><\/svg>$/,
    );
  }
});

test('a letter cannot be recognised by the number of points of its outline', () => {
  const countsOf = (answer: string): Set<number> =>
    new Set(Array.from({ length: 30 }, () => pictureOf(drawImage(answer)).match(/[ML]/g)?.length ?? 0));
  const [one, other] = [countsOf('AAAAA'), countsOf('XXXXX')];
  expect(one.size).toBeGreaterThan(10);
  expect(other.size).toBeGreaterThan(10);
});

test('letters are turned and not stretched: an O is about as long along one diagonal as along the other', () => {
  const lengthAlong = (points: readonly number[][], down: -1 | 0 | 1): number => {
    const places = points.map(([x = 0, y = 0]) => x + down * y);
    return Math.max(...places) - Math.min(...places);
  };
  const contours = Array.from({ length: 100 }, () => contoursOf(drawImage('OOOOO'))).flat();
  // Without the specks, which have four points, and the lines across the picture.
  const letters = contours.filter((points) => points.length > 4 && lengthAlong(points, 0) < 60);
  expect(letters).toHaveLength(100 * 5 * 2);
  const ratios = letters.map((points) => {
    const [one, other] = [lengthAlong(points, 1), lengthAlong(points, -1)];
    return Math.max(one, other) / Math.min(one, other);
  });
  expect(ratios.reduce((sum, ratio) => sum + ratio) / ratios.length).toBeLessThan(1.35);
});

test('the picture stays inside its frame and uses its height', () => {
  for (let draw = 0; draw < 200; draw += 1) {
    const points = [...pictureOf(drawImage(drawAnswer())).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
    const heights = points.map(([, , y]) => Number(y));
    const widths = points.map(([, x]) => Number(x));
    expect(Math.min(...heights)).toBeGreaterThan(-1);
    expect(Math.max(...heights)).toBeLessThan(65);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(25);
    expect(Math.min(...widths)).toBeGreaterThan(-12);
    expect(Math.max(...widths)).toBeLessThan(192);
  }
});

test('every letter and digit that a fixed answer may have can be drawn, in either case, and nothing else', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') expect(letterOf(letter).length).toBeGreaterThan(0);
  expect(() => drawImage('ABC-')).toThrow('no picture of "-"');
});

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('its ink stands out from the dark and from the light surfaces', () => {
  const inks = new Set(
    Array.from({ length: 60 }, () => /fill="(#\w+)"/.exec(pictureOf(drawImage('TEST7')))?.[1] ?? ''),
  );
  expect(inks.size).toBeGreaterThan(2);
  for (const ink of inks) {
    for (const surface of ['#0a0e14', '#121822', '#1a2230', '#f3f5f8', '#ffffff', '#eef2f6']) {
      const [light = 0, dark = 0] = [luminance(ink), luminance(surface)].sort((one, other) => other - one);
      expect((light + 0.05) / (dark + 0.05), `${ink} on ${surface}`).toBeGreaterThan(3);
    }
  }
});
