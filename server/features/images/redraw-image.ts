import sharp, { type Metadata } from 'sharp';
import { imagePixelsMax } from '#contract/images.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { kindOf, layOut } from './image-file.ts';

export interface RedrawnImage {
  readonly webp: Buffer;
  /** The middle of it, square, for lists. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

const sideMax = 1_600;
const quality = 80;
/** A place in a list, on the finest screens. */
const smallSide = 160;
const smallQuality = 70;
const drawingSecondsMax = 10;
const million = 1_000_000;

// Nothing is decoded but what is taken, whatever libraries the machine has for other formats.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/**
 * The picture in those bytes, drawn afresh: upright, within 1,600 pixels a side, without the place it was taken at or anything
 * else that stood beside it. Throws the refusal of a file that is no picture, is too large to be opened, moves, is broken, or is
 * more than a picture.
 */
export async function redrawImage(bytes: Buffer): Promise<RedrawnImage> {
  const kind = kindOf(bytes);
  if (kind === null) throw new Refusal('imageKindUnknown');
  requireBoundedCost(await decoded(() => sharp(bytes, { limitInputPixels: false }).metadata()));
  const file = layOut(bytes, kind);
  if (file === null) throw new Refusal('imageDamaged');
  if (file.moves) throw new Refusal('imageMoves');
  if (file.rest.some((byte) => byte !== 0) || file.beside.some(speaksAnotherFormat)) {
    throw new Refusal('imageCarriesMore');
  }
  const { data, info } = await decoded(() =>
    sharp(bytes, { failOn: 'error', limitInputPixels: imagePixelsMax, sequentialRead: true })
      .timeout({ seconds: drawingSecondsMax })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true }),
  );
  const small = await decoded(() => drawSmall(data));
  return { webp: data, small, width: info.width, height: info.height };
}

/** Bytes that decoding may produce: those of the largest photo, eight bits of three colours a pixel. */
const decodedBytesMax = imagePixelsMax * 3;

const bytesByDepth: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Passes that are held whole and not worked off row by row, and how much more of memory and time they take (measured). */
const wholeFactors: Readonly<Record<string, number>> = { png: 3, jpeg: 2 };

/** Bounds by the header what decoding would cost: pixels, colours, bits, and whether they come in passes over the whole picture. */
function requireBoundedCost({ format, width, height, channels, depth, isProgressive }: Metadata): void {
  const factor = isProgressive ? (wholeFactors[format] ?? 1) : 1;
  const bytesOfPixel = channels * (bytesByDepth[depth] ?? 4) * factor;
  const pixelsMax = Math.min(imagePixelsMax, Math.floor(decodedBytesMax / bytesOfPixel));
  if (width * height > pixelsMax) {
    throw new Refusal('imageTooManyPixels', { millions: Math.floor(pixelsMax / million) });
  }
}

/** Of what was drawn, never of what was sent. */
function drawSmall(webp: Buffer): Promise<Buffer> {
  return sharp(webp)
    .resize({ width: smallSide, height: smallSide, fit: 'cover' })
    .webp({ quality: smallQuality })
    .toBuffer();
}

/** A failure of the decoder means a damaged image, unless this machine was too slow for it. */
async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Refusal(isTimeout(error) ? 'serverBusy' : 'imageDamaged');
  }
}

/** sharp gives its timeout no code: the message is "timeout: 42% complete". */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

/** What begins a page or a script, a document or an archive, where a picture has settings and words. */
const markup = /<(?:!doctype|html|head|body|script|iframe|object|embed|svg|\?php)\b/i;
const signatures = ['%PDF-', 'PK\x03\x04', 'PK\x05\x06'];

function speaksAnotherFormat(part: Buffer): boolean {
  return signatures.some((one) => part.includes(one, 0, 'latin1')) || markup.test(part.toString('latin1'));
}
