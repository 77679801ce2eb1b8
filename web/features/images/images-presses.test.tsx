// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { uploadImage } from '#contract/images.ts';
import { upload } from '#web/platform/api/upload.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { useUploadImage } from './queries.ts';

vi.mock(import('#web/platform/api/upload.ts'), () => ({ upload: vi.fn() }));

beforeAll(() => useLanguage('en'));
beforeEach(() => vi.mocked(upload).mockReset());

const file = new File(['pixels'], 'photo.png', { type: 'image/png' });
const options = { signal: new AbortController().signal, onProgress: () => undefined };

function Picture() {
  const { mutate, data, error, isPending } = useUploadImage();
  return (
    <button type="button" onClick={() => mutate({ file, ...options })}>
      {isPending ? 'on its way' : (error?.message ?? data?.value.id ?? 'send')}
    </button>
  );
}

test('an image goes to the member’s own images as it is, with what tells how far it is; a failure is said', async () => {
  const sent = Promise.withResolvers<Awaited<ReturnType<typeof upload<typeof uploadImage>>>>();
  vi.mocked(upload).mockRejectedValueOnce(new Error('no network'));
  vi.mocked(upload).mockReturnValueOnce(sent.promise as never);
  const { user, page } = mount(<Picture />);
  const button = page.getByRole('button');
  await user.click(button);
  await expect.poll(() => button.textContent).toBe('no network');
  await user.click(button);
  await expect.poll(() => button.textContent).toBe('on its way');
  expect(vi.mocked(upload)).toHaveBeenLastCalledWith(uploadImage, file, options);
  sent.resolve({ value: { id: '0123456789ABCDEF', width: 4, height: 3 }, message: 'Uploaded' });
  await expect.poll(() => button.textContent).toBe('0123456789ABCDEF');
});
