import { expect, test } from 'vitest';
import { UploadsUnderWay } from './upload.ts';

/** Uploads that last until they are ended. */
function openUploads() {
  const uploads = new UploadsUnderWay();
  const ends: (() => void)[] = [];
  const start = (caller: string): Promise<void> =>
    uploads.run(caller, () => new Promise<void>((resolve) => ends.push(resolve)));
  return { uploads, ends, start };
}

test('a member has six uploads at once, and each that ended makes room for one', async () => {
  const { uploads, ends, start } = openUploads();
  const running = Array.from({ length: 6 }, () => start('1'));
  await expect(uploads.run('1', async () => 'seventh')).rejects.toMatchObject({ code: 'tooManyRequests' });
  expect(await uploads.run('2', async () => 'another member')).toBe('another member');
  ends[0]?.();
  await running[0];
  expect(await uploads.run('1', async () => 'sixth')).toBe('sixth');
  for (const end of ends) end();
  await Promise.all(running);
});

test('an upload that broke off leaves its place, for the member and in all', async () => {
  const { uploads, ends, start } = openUploads();
  for (let count = 0; count < 200; count += 1) {
    await expect(
      uploads.run('1', async () => {
        throw new Error('broke off');
      }),
    ).rejects.toThrow('broke off');
  }
  const running = Array.from({ length: 100 }, (_, member) => start(String(member + 1)));
  await expect(uploads.run('1000', async () => 'one more')).rejects.toMatchObject({ code: 'serverBusy' });
  for (const end of ends) end();
  await Promise.all(running);
  expect(await uploads.run('1', async () => 'again')).toBe('again');
});
