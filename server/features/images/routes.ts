import * as contract from '#contract/images.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type UploadImageDependencies, uploadImage } from './upload-image.ts';

/** Rate-limit cost of an upload. */
const uploadWeight = 10;

export function imageRoutes(dependencies: UploadImageDependencies): readonly Binding[] {
  return bindAll('images', contract, {
    uploadImage: {
      handler: (_, { member, upload }) => uploadImage(dependencies, member.memberId, upload),
      weight: uploadWeight,
    },
  });
}
