import { afterEach, expect, test, vi } from 'vitest';
import { imageBytesMax } from '#contract/images.ts';
import { pictureTypes, preparePicture, sizeWithin } from './redraw-picture.ts';

afterEach(() => vi.unstubAllGlobals());

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
  expect(sizeWithin(3, 20_000)).toEqual({ width: 1, height: 1600 });
});

/** What a browser draws with: what was drawn, and what comes of it. */
function browser({ width = 3200, height = 1200, draws = true } = {}) {
  const drawing = { fillStyle: '', imageSmoothingQuality: '', fillRect: vi.fn(), drawImage: vi.fn() };
  const canvas = { width: 0, height: 0, getContext: vi.fn(() => (draws ? drawing : null)), toBlob: vi.fn() };
  canvas.toBlob.mockImplementation((take: (blob: Blob | null) => void) => take(drawn));
  const bitmap = { width, height, close: vi.fn() };
  const decode = vi.fn(async () => bitmap);
  vi.stubGlobal('createImageBitmap', decode);
  vi.stubGlobal('document', { createElement: () => canvas });
  return { drawing, canvas, bitmap, decode };
}

test('a photo is drawn upright and small, on white, and as JPEG', async () => {
  const { drawing, canvas, bitmap, decode } = browser();
  drawing.fillRect.mockImplementation(() => {
    expect([drawing.fillStyle, drawing.drawImage.mock.calls.length]).toEqual(['#fff', 0]);
  });
  expect(await preparePicture(photo)).toEqual({ picture: { blob: drawn, redrawn: true }, error: null });
  expect(decode).toHaveBeenCalledWith(photo, { imageOrientation: 'from-image' });
  expect(canvas.getContext).toHaveBeenCalledWith('2d');
  expect([canvas.width, canvas.height]).toEqual([1600, 600]);
  expect(drawing.fillRect).toHaveBeenCalledExactlyOnceWith(0, 0, 1600, 600);
  expect(drawing.imageSmoothingQuality).toBe('high');
  expect(drawing.drawImage).toHaveBeenCalledExactlyOnceWith(bitmap, 0, 0, 1600, 600);
  expect(canvas.toBlob).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 'image/jpeg', 0.85);
  expect(bitmap.close).toHaveBeenCalledOnce();
});

test('where nothing can be drawn on, the file goes unchanged, and what was decoded is let go', async () => {
  const { bitmap } = browser({ draws: false });
  expect((await preparePicture(photo)).picture).toEqual({ blob: photo, redrawn: false });
  expect(bitmap.close).toHaveBeenCalledOnce();
});
