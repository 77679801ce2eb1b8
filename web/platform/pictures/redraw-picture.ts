import type { ErrorCode } from '#contract/errors.ts';
import { imageBytesMax } from '#contract/images.ts';
import type { TextValue } from '#contract/text.ts';

/** Types offered in the file picker and accepted by the server. Listed one by one: iPhones then convert HEIC to JPEG. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Decoded by some browsers only, and accepted by the server only when redrawn. */
const drawnTypes: readonly string[] = ['image/heic', 'image/heif', 'image/avif'];

/** The server keeps no larger images. */
const sideMax = 1600;
const quality = 0.85;
const bytesInMebibyte = 1024 * 1024;

/** Why an image cannot be uploaded. */
interface PictureError {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, TextValue>>;
}

/** The image to upload. */
export interface Picture {
  readonly blob: Blob;
  /** False when this browser could not decode it: it is sent unchanged, metadata included. */
  readonly redrawn: boolean;
}

export type PreparedPicture =
  | { readonly picture: Picture; readonly error: null }
  | { readonly picture: null; readonly error: PictureError };

/**
 * The image to upload, or why not: redrawn smaller and without metadata such as its location; the original where that fails. `redraw`
 * returns null for files it cannot decode.
 */
export async function preparePicture(
  file: Blob,
  redraw: (file: Blob) => Promise<Blob | null> = redrawPicture,
): Promise<PreparedPicture> {
  // Some phones report no file type: the server checks.
  const isTaken = file.type === '' || pictureTypes.some((type) => type === file.type);
  if (!isTaken && !drawnTypes.includes(file.type)) return refused('imageKindUnknown');
  if (file.size === 0) return refused('imageDamaged');
  const redrawn = await redraw(file).catch(() => null);
  if (redrawn === null && !isTaken) return refused('imageKindUnknown');
  const blob = redrawn ?? file;
  if (blob.size > imageBytesMax) return refused('imageTooLarge', { mebibytes: imageBytesMax / bytesInMebibyte });
  return { picture: { blob, redrawn: redrawn !== null }, error: null };
}

/** The largest size of the same aspect ratio within the bound; never upscaled. */
export function sizeWithin(
  width: number,
  height: number,
  longest = sideMax,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function redrawPicture(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, sizeWithin(bitmap.width, bitmap.height));
    const drawing = canvas.getContext('2d');
    if (drawing === null) return null;
    // JPEG has no transparency: it would become black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  } finally {
    bitmap.close();
  }
}

function refused(code: PictureError['code'], values: PictureError['values'] = {}): PreparedPicture {
  return { picture: null, error: { code, values } };
}
