import { imageBytesMax } from '#contract/images.ts';
import type { DepositError } from './deposit-form.ts';

/** What the phone's own picker offers, and what the server takes. Named one by one: an iPhone then hands its HEIC pictures over as JPEG. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** What some browsers can draw, and only a drawing of it is taken. */
const drawnTypes: readonly string[] = ['image/heic', 'image/heif', 'image/avif'];

/** More than the server keeps would be sent for nothing. */
const sideMax = 1600;
const quality = 0.85;
const bytesInMebibyte = 1024 * 1024;

/** A picture on its way to the server. */
export interface Picture {
  readonly blob: Blob;
  /** False where this browser could not draw it: then it goes as it is, with all that stands in the file beside it. */
  readonly redrawn: boolean;
}

export type PreparedPicture =
  | { readonly picture: Picture; readonly error: null }
  | { readonly picture: null; readonly error: DepositError };

/**
 * What to send of a chosen file, or why it is not sent: the picture drawn afresh, smaller and without the place that it was taken
 * at; the file itself where that fails. `redraw` answers null where it cannot draw the file.
 */
export async function preparePicture(
  file: Blob,
  redraw: (file: Blob) => Promise<Blob | null> = redrawPicture,
): Promise<PreparedPicture> {
  // Some phones do not say of what type a file is: then the server looks.
  const isTaken = file.type === '' || pictureTypes.some((type) => type === file.type);
  if (!isTaken && !drawnTypes.includes(file.type)) return refused('imageKindUnknown');
  if (file.size === 0) return refused('imageDamaged');
  const redrawn = await redraw(file).catch(() => null);
  if (redrawn === null && !isTaken) return refused('imageKindUnknown');
  const blob = redrawn ?? file;
  if (blob.size > imageBytesMax) return refused('imageTooLarge', { mebibytes: imageBytesMax / bytesInMebibyte });
  return { picture: { blob, redrawn: redrawn !== null }, error: null };
}

/** The largest size of the same shape within the bound; never larger than the picture is. */
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
    // What is transparent would become black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  } finally {
    bitmap.close();
  }
}

function refused(code: DepositError['code'], values: DepositError['values'] = {}): PreparedPicture {
  return { picture: null, error: { code, values } };
}
