import * as z from 'zod/mini';
import { textField } from './fields.ts';
import { operation } from './operation.ts';

/** Most bytes of an image as it is sent; what is kept is smaller. */
export const imageBytesMax = 5 * 1024 * 1024;

/** Most pixels of an image as it is sent: more than a phone's camera takes, less than what only a trap has. */
export const imagePixelsMax = 40_000_000;

/** Id of an image of one's own, as `uploadImage` answered it. */
export const imageField = textField(/^[0-9A-Z]{16}$/, 'imageUnknown', 'imageUnknown');

/** Path below `/api` where an image can be looked at by the member who sent it. It is answered as `image/webp`. */
export const imagePath = '/image/{image}';

/** The same picture, square and small, for lists. */
export const smallImagePath = `${imagePath}/small`;

/** Where the file of an image stands in a call. */
export const imageUpload = { part: 'image', bytesMax: imageBytesMax } as const;

/** Refusals of a file that should be an image. */
export const imageErrors = [
  'imageMissing',
  'imageNotOne',
  'imageTooLarge',
  'imageKindUnknown',
  'imageTooManyPixels',
  'imageMoves',
  'imageDamaged',
  'imageTooSlow',
  'imageCarriesMore',
] as const;

export const uploadImage = operation({
  summary:
    'Takes an image (JPEG, PNG or WebP, alone, in the part `image`) and answers its id. It is drawn afresh: no more than 1,600 pixels a side, without anything that stood in the file beside the picture. What is attached to nothing within a day is removed.',
  method: 'POST',
  path: '/api/image',
  access: 'member',
  effect: 'write',
  upload: imageUpload,
  output: z.object({ id: z.string(), width: z.int(), height: z.int() }),
  message: 'imageUploaded',
  errors: [...imageErrors, 'imagesWaiting', 'imagesOfDay', 'imagesSlow', 'requestInProgress'],
});
