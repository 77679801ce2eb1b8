import { useMutation } from '@tanstack/react-query';
import { uploadImage } from '#contract/images.ts';
import { type UploadOptions, upload } from '#web/platform/api/upload.ts';

/** Uploads an image of the member's own. */
export function useUploadImage() {
  return useMutation({
    mutationFn: ({ file, ...options }: UploadOptions & { readonly file: Blob }) => upload(uploadImage, file, options),
  });
}
