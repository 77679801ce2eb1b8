import sharp, { type Metadata } from 'sharp';
import { imagePixelsMax } from '#contract/images.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { kindOf, layOut } from './image-file.ts';

export interface RedrawnImage {
  readonly webp: Buffer;
  /** Square thumbnail of its centre, for lists. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

const sideMax = 1_600;
const quality = 80;
/** Thumbnail side in pixels, for high-density screens. */
const smallSide = 160;
const smallQuality = 70;
const drawingSecondsMax = 10;
const million = 1_000_000;

// Only the accepted formats are decoded, whatever other decoders are installed.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/**
 * Decodes and re-encodes the image: rotated upright, at most 1,600 pixels a side, without location or any other metadata. Throws a
 * refusal for a file that is no image, too large to decode, animated, corrupt, or a polyglot.
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

/** Most bytes that decoding may produce: the largest photo at 8 bits and three channels. */
const decodedBytesMax = imagePixelsMax * 3;

const bytesByDepth: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Interlaced and progressive images are decoded in memory as a whole; the factor is their measured extra cost. */
const wholeFactors: Readonly<Record<string, number>> = { png: 3, jpeg: 2 };

/** Limits the decoding cost by the header: pixels, channels, bit depth, and interlacing. */
function requireBoundedCost({ format, width, height, channels, depth, isProgressive }: Metadata): void {
  const factor = isProgressive ? (wholeFactors[format] ?? 1) : 1;
  const bytesOfPixel = channels * (bytesByDepth[depth] ?? 4) * factor;
  const pixelsMax = Math.min(imagePixelsMax, Math.floor(decodedBytesMax / bytesOfPixel));
  if (width * height > pixelsMax) {
    throw new Refusal('imageTooManyPixels', { millions: Math.floor(pixelsMax / million) });
  }
}

/** From the re-encoded image, never from the upload. */
function drawSmall(webp: Buffer): Promise<Buffer> {
  return sharp(webp)
    .resize({ width: smallSide, height: smallSide, fit: 'cover' })
    .webp({ quality: smallQuality })
    .toBuffer();
}

/** A failure of the decoder means a damaged image, unless it took too long. */
export async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Refusal(isTimeout(error) ? 'imageTooSlow' : 'imageDamaged');
  }
}

/** sharp gives its timeout no code: the message is "timeout: 42% complete". */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

/** Signatures of HTML, scripts, documents and archives, searched for in metadata. */
const markup = /<(?:!doctype|html|head|body|script|iframe|object|embed|svg|\?php)\b/i;
const signatures = ['%PDF-', 'PK\x03\x04', 'PK\x05\x06'];

function speaksAnotherFormat(part: Buffer): boolean {
  return signatures.some((one) => part.includes(one, 0, 'latin1')) || markup.test(part.toString('latin1'));
}
