import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodingsIn } from './decodings.fixture.ts';
import { layOut } from './image-file.ts';
import { decoded, redrawImage } from './redraw-image.ts';

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#285', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

const jpeg = await noise(320, 200).jpeg().toBuffer();
const progressive = await noise(320, 200).jpeg({ progressive: true }).toBuffer();
const png = await noise(64, 64).png().toBuffer();
const webp = await noise(64, 64).webp().toBuffer();

const codeOf = (bytes: Buffer): Promise<unknown> =>
  redrawImage(bytes).then(
    () => 'drawn',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('JPEG, PNG and WebP are drawn afresh as WebP, no larger than they were', async () => {
  for (const bytes of [jpeg, progressive, png, webp]) {
    const { width, height } = await sharp(bytes).metadata();
    const { webp: drawn, ...said } = await redrawImage(bytes);
    expect(said).toMatchObject({ width, height });
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width, height });
  }
});

test('a large picture is made smaller, and one taken upside down is turned upright', async () => {
  const blank = sharp({ create: { width: 3_000, height: 1_200, channels: 3, background: '#285' } });
  const large = await blank.jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await redrawImage(large)).toMatchObject({ width: 640, height: 1_600 });
});

test('the small one is a square of few bytes, drawn of the drawing', async () => {
  const tall = sharp({ create: { width: 400, height: 3_000, channels: 3, background: '#285' } }).jpeg();
  for (const bytes of [jpeg, png, await tall.toBuffer()]) {
    const { webp: drawn, small } = await redrawImage(bytes);
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 });
    expect(small.length).toBeLessThan(16 * 1024);
    expect(drawn.equals(small)).toBe(false);
  }
  const noisy = await noise(1_600, 1_600).png().toBuffer();
  expect((await redrawImage(noisy)).small.length).toBeLessThan(64 * 1024);
});

test('what stood beside the picture is gone: the place, the camera, the words', async () => {
  const told = await noise(64, 64)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Cam', Copyright: 'somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">words</x:xmpmeta>')
    .toBuffer();
  expect((await sharp(told).metadata()).exif).toBeDefined();
  const { webp: drawn } = await redrawImage(told);
  const { exif, xmp, icc, iptc } = await sharp(drawn).metadata();
  expect({ exif, xmp, icc, iptc }).toEqual({});
  expect(drawn.includes('somebody')).toBe(false);
});

test('what is no such image is refused by what it is, whatever it is called', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const others = [
    Buffer.alloc(1),
    Buffer.from('hello'),
    svg,
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('PK\x03\x04'),
    await noise(8, 8).gif().toBuffer(),
    await noise(8, 8).tiff().toBuffer(),
    Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'),
  ];
  for (const bytes of others) expect(await codeOf(bytes)).toBe('imageKindUnknown');
});

/** A chunk of a PNG: length, type, content, checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A black PNG of eight bits a pixel: some ten kilobytes for each ten megapixels. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 1 });
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a bomb of fifty megapixels is refused by its header, undecoded', async () => {
  expect(await codeOf(blackPng(300, 200))).toBe('drawn');
  const bomb = blackPng(10_000, 5_000);
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await codeOf(bomb)).toBe('imageTooManyPixels');
  // A header may claim more than there is.
  const claim = Buffer.from(png);
  claim.writeUInt32BE(60_000, 16);
  claim.writeUInt32BE(60_000, 20);
  expect(['imageTooManyPixels', 'imageDamaged']).toContain(await codeOf(claim));
});

const flat = (side: number, channels: 3 | 4 = 4) =>
  sharp({ create: { width: side, height: side, channels, background: { r: 20, g: 90, b: 200, alpha: 0.5 } } });

test.each([
  [
    'a PNG of 16 bits, interlaced',
    2_300,
    2_200,
    (side: number) => flat(side).toColourspace('rgb16').png({ progressive: true }),
  ],
  ['an interlaced PNG', 3_200, 3_100, (side: number) => flat(side).png({ progressive: true })],
  ['a PNG of 16 bits', 3_900, 3_800, (side: number) => flat(side).toColourspace('rgb16').png()],
  ['a progressive JPEG', 4_500, 4_400, (side: number) => flat(side, 3).jpeg({ progressive: true })],
] as const)(
  '%s is refused by what decoding it would cost, and a smaller one decoded',
  async (_kind, tooLarge, small, encode) => {
    const [heavy, light] = [await encode(tooLarge).toBuffer(), await encode(small).toBuffer()];
    expect(await decodingsIn(async () => expect(await codeOf(heavy)).toBe('imageTooManyPixels'))).toBe(0);
    // Drawn, or begun and given up after its time on a busy machine.
    expect(await decodingsIn(() => codeOf(light))).toBeGreaterThan(0);
  },
);

/** Bytes that the memory of a process of its own grows by while it draws the file: other tests share this one. */
function memoryOf(bytes: Buffer): number {
  const program = fileURLToPath(new URL('redraw-child.fixture.ts', import.meta.url));
  return Number(execFileSync(process.execPath, [program], { input: bytes, encoding: 'utf8' }));
}

test('a chunk that unpacks to far more than it says takes no memory', () => {
  const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 1 });
  const words = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]));
  const grownBy = memoryOf(Buffer.concat([png.subarray(0, 33), words, png.subarray(33)]));
  expect(grownBy).toBeLessThan(48 * 1024 * 1024);
});

test('moving images are refused', async () => {
  const frames = sharp([jpeg, progressive], { join: { animated: true } });
  expect(await codeOf(await frames.webp({ loop: 0, delay: [50, 50] }).toBuffer())).toBe('imageMoves');
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  expect(await codeOf(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))).toBe('imageMoves');
});

test('a file that is a picture and something else is refused, wherever the something else stands', async () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<?php system($_GET[0]); ?>',
    '<!DOCTYPE html>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<body onload=alert(1)>',
    '%PDF-1.7\n1 0 obj',
    'PK\x03\x04\x14\0\0\0',
    'PK\x05\x06\0\0\0\0',
  ];
  for (const payload of payloads.map((text) => Buffer.from(text, 'latin1'))) {
    for (const image of [jpeg, png, webp]) {
      expect(await codeOf(Buffer.concat([image, payload]))).toBe('imageCarriesMore');
    }
    const comment = Buffer.alloc(4 + payload.length);
    comment.writeUInt16BE(0xfffe);
    comment.writeUInt16BE(payload.length + 2, 2);
    payload.copy(comment, 4);
    expect(await codeOf(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))).toBe('imageCarriesMore');
  }
  const words = Buffer.from('<script>alert(1)</script> ');
  const beside = Buffer.concat([webp, Buffer.from('note'), Buffer.from([words.length, 0, 0, 0]), words]);
  beside.writeUInt32LE(beside.length - 8, 4);
  expect(await codeOf(beside)).toBe('imageCarriesMore');
  const noted = Buffer.concat([png.subarray(0, 33), chunk('tEXt', words), png.subarray(33)]);
  expect(await codeOf(noted)).toBe('imageCarriesMore');
  expect(await codeOf(Buffer.concat([jpeg, jpeg]))).toBe('imageCarriesMore');
  // Some cameras fill the file up.
  expect(await codeOf(Buffer.concat([jpeg, Buffer.alloc(512)]))).toBe('drawn');
});

test('the scan of a JPEG ends where its decoder says, restarts and all', () => {
  for (const bytes of [jpeg, progressive]) expect(layOut(bytes, 'jpeg')?.rest.length).toBe(0);
  const withRestarts = Buffer.concat([
    jpeg.subarray(0, -2),
    Buffer.from([0xff, 0xd3, 0xff, 0, 0xff, 0xd9]),
    Buffer.from('x'),
  ]);
  expect(layOut(withRestarts, 'jpeg')?.rest.toString()).toBe('x');
});

test('a picture cut anywhere, or with any byte changed, is drawn or refused, and nothing else happens', async () => {
  const answers = new Set([
    'drawn',
    'imageDamaged',
    'imageKindUnknown',
    'imageCarriesMore',
    'imageMoves',
    'imageTooManyPixels',
  ]);
  for (const image of [jpeg, progressive, png, webp]) {
    for (let part = 0; part < 24; part++) {
      const cut = image.subarray(0, 1 + Math.floor((image.length * part) / 24));
      expect(await codeOf(cut)).not.toBe('drawn');
      const changed = Buffer.from(image);
      const at = (part * 7_919) % Math.min(image.length, 700);
      changed[at] = (changed[at] ?? 0) ^ (1 << (part % 8));
      expect(answers).toContain(await codeOf(changed));
    }
  }
});

test('a picture with a fault in its pixels is not drawn as far as it goes', async () => {
  const faulty = Buffer.from(png);
  const middle = Math.floor(png.length / 2);
  faulty[middle] = (faulty[middle] ?? 0) ^ 0xff;
  expect(await codeOf(faulty)).toBe('imageDamaged');
});

test('a drawing that takes too long is told from a damaged image', async () => {
  const late = () => noise(5_000, 5_000).timeout({ seconds: 1 }).webp({ effort: 6 }).toBuffer();
  await expect(decoded(late)).rejects.toMatchObject({ code: 'imageTooSlow' });
  const corrupt = () => Promise.reject(new Error('Input buffer is corrupt'));
  await expect(decoded(corrupt)).rejects.toMatchObject({ code: 'imageDamaged' });
});
