import { expect, test } from 'vitest';
import { imageBytesMax } from '#contract/images.ts';
import { pictureTypes, preparePicture, sizeWithin } from './redraw-picture.ts';

const photo = new Blob(['a photo with its place'], { type: 'image/jpeg' });
const drawn = new Blob(['pixels'], { type: 'image/jpeg' });

test('the redrawn picture is sent, not the file', async () => {
  expect(await preparePicture(photo, async () => drawn)).toEqual({
    picture: { blob: drawn, redrawn: true },
    error: null,
  });
});

test.each([
  ['says that it cannot', async () => null],
  ['throws', () => Promise.reject(new DOMException('no memory', 'InvalidStateError'))],
])('a browser that %s sends the file unchanged, and marks it as such', async (_how, redraw) => {
  const { picture } = await preparePicture(photo, redraw);
  expect(picture?.blob).toBe(photo);
  expect(picture?.redrawn).toBe(false);
});

test.each(['image/gif', 'image/svg+xml', 'image/tiff', 'application/pdf', 'text/html'])(
  'a file of type %s is refused before anything is drawn',
  async (type) => {
    let drawings = 0;
    const prepared = await preparePicture(new Blob(['x'], { type }), async () => {
      drawings += 1;
      return drawn;
    });
    expect(prepared).toEqual({ picture: null, error: { code: 'imageKindUnknown', values: {} } });
    expect(drawings).toBe(0);
  },
);

test.each(['image/heic', 'image/heif', 'image/avif'])(
  'a picture of type %s goes as this browser draws it; where none can be drawn the words say what to do',
  async (type) => {
    const picture = new Blob(['x'], { type });
    expect((await preparePicture(picture, async () => drawn)).picture).toEqual({ blob: drawn, redrawn: true });
    expect((await preparePicture(picture, async () => null)).error?.code).toBe('imageKindUnknown');
    expect(pictureTypes).not.toContain(type);
  },
);

test('a file of a type that the phone does not know is left to the browser and the server', async () => {
  expect((await preparePicture(new Blob(['x']), async () => drawn)).picture?.blob).toBe(drawn);
});

test('an empty file is refused', async () => {
  const prepared = await preparePicture(new Blob([], { type: 'image/png' }), async () => drawn);
  expect(prepared.error?.code).toBe('imageDamaged');
});

test('the bound is on what is sent: a large photo that becomes small goes, one that cannot be drawn does not', async () => {
  const large = new Blob([new Uint8Array(imageBytesMax + 1)], { type: 'image/jpeg' });
  const largest = new Blob([new Uint8Array(imageBytesMax)], { type: 'image/jpeg' });
  expect((await preparePicture(large, async () => drawn)).picture?.blob).toBe(drawn);
  expect((await preparePicture(largest, async () => null)).picture?.blob).toBe(largest);
  expect((await preparePicture(large, async () => null)).error).toEqual({
    code: 'imageTooLarge',
    values: { mebibytes: 5 },
  });
});

test('a picture keeps its shape within 1,600 pixels, and is never drawn larger', () => {
  expect(sizeWithin(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(sizeWithin(3000, 4000)).toEqual({ width: 1200, height: 1600 });
  expect(sizeWithin(640, 480)).toEqual({ width: 640, height: 480 });
  expect(sizeWithin(20_000, 3)).toEqual({ width: 1600, height: 1 });
});
