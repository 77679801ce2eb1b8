import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coinIconBytesMax, coinIconFault } from './coin-icon.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const svg = (inside: string, more = '') =>
  bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"${more}>${inside}</svg>`);

test('the shipped icons of coins are all taken, as are gradients of the file itself', () => {
  const folder = new URL('../../web/public/coins/', import.meta.url);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(coinIconFault('svg', readFileSync(new URL(file, folder))), file).toBeNull();
  const gradient =
    '<defs><linearGradient id="a"><stop offset="50%" stop-color="rgb(1, 2, 3)"/></linearGradient></defs>';
  const shape = "<path transform='rotate(45 14 14)' d='M1 1h6.5z' fill=\"url(#a)\" />";
  expect(coinIconFault('svg', svg(`${gradient}\n  ${shape}<title>An own coin ~</title>`))).toBeNull();
});

test.each([
  ['a script', svg('<script>alert(1)</script>'), '<script>'],
  ['a handler', svg('<path d="M0 0"/>', ' onload="alert(1)"'), 'attribute onload'],
  ['a handler of a shape', svg('<path onclick="alert(1)" d="M0 0"/>'), 'attribute onclick'],
  ['a page inside', svg('<foreignObject><p>a</p></foreignObject>'), '<foreignObject>'],
  ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), '<a>'],
  ['a picture from elsewhere', svg('<image href="https://evil.example/a.png"/>'), '<image>'],
  ['a reference', svg('<path xlink:href="#a" d="M0 0"/>'), 'attribute xlink:href'],
  ['a style sheet', svg('<style>@import "https://evil.example"</style>'), '<style>'],
  ['a style', svg('<path style="fill:red" d="M0 0"/>'), 'attribute style'],
  ['an address from elsewhere', svg('<path fill="url(https://evil.example/#a)" d="M0 0"/>'), 'fill='],
  ['an address from elsewhere as a whole', svg('<path fill="url(//evil.example/a)" d="M0 0"/>'), 'fill='],
  ['an address behind a space', svg('<path fill="url (#a" d="M0 0"/>'), 'fill='],
  ['a function that is no colour', svg('<path fill="expression(a)" d="M0 0"/>'), 'fill='],
  ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>'), '<set>'],
  ['an entity', svg('<title>&lt;</title>'), 'more than shapes'],
  ['an entity in a value', svg('<path fill="&#117;rl(a)" d="M0 0"/>'), 'more than shapes'],
  ['a comment', svg('<!-- a -->'), 'more than shapes'],
  ['a document type', bytesOf('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), 'more than shapes'],
  ['an instruction', bytesOf('<?xml-stylesheet href="a.css"?><svg/>'), 'more than shapes'],
  ['text outside', bytesOf('<svg></svg>alert(1)'), 'not one <svg>'],
  ['two of them', bytesOf('<svg/><svg/>'), 'not one <svg>'],
  ['another root', bytesOf('<path d="M0 0"/>'), 'not one <svg>'],
  ['another namespace', bytesOf('<svg xmlns="http://www.w3.org/1999/xhtml"/>'), 'xmlns='],
  ['an element that is not closed', bytesOf('<svg><g></svg>'), '</svg> that nothing opens'],
  ['an end that is missing', bytesOf('<svg><g>'), 'not one <svg>'],
  ['nothing', bytesOf(' '), 'not one <svg>'],
  ['other characters', svg('<title>é</title>'), 'ASCII'],
  ['a control character', svg('<title>\x7f</title>'), 'ASCII'],
  ['too many bytes', svg(' '.repeat(coinIconBytesMax)), 'bytes; 16384 are allowed'],
])('an SVG with %s is refused with the reason', (_, bytes, reason) => {
  expect(coinIconFault('svg', bytes)).toContain(reason);
});

test('an icon of as many bytes as are allowed is taken', () => {
  const least = svg('').length;
  expect(coinIconFault('svg', svg(' '.repeat(coinIconBytesMax - least)))).toBeNull();
  expect(coinIconFault('svg', svg(' '.repeat(coinIconBytesMax - least + 1)))).toContain('are allowed');
});

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(60);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};

test('a PNG is taken by its header, up to 512 pixels a side', () => {
  expect(coinIconFault('png', png(512, 512))).toBeNull();
  expect(coinIconFault('png', png(513, 1))).toContain('513 x 1 pixels');
  expect(coinIconFault('png', png(1, 513))).toContain('1 x 513 pixels');
  expect(coinIconFault('png', png(0, 1))).toContain('0 x 1 pixels');
  expect(coinIconFault('png', png(1, 0))).toContain('1 x 0 pixels');
  expect(coinIconFault('png', svg(''))).toBe('it is no PNG');
  expect(coinIconFault('png', png(1, 1).subarray(0, 20))).toBe('it is no PNG');
});
