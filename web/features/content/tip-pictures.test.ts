import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tipPicture } from './tip-pictures.ts';

test('every tip that ships has a picture of its own, an unknown one the general one', async () => {
  const folders = await readdir(new URL('../../../server/features/content/texts/tip/', import.meta.url));
  const drawn = folders.map((folder) => tipPicture(folder.replace(/^\d+-/, '')));
  expect(new Set(drawn).size).toBe(folders.length);
  expect(drawn).not.toContain('tips');
  expect([tipPicture('added-by-an-operator'), tipPicture('constructor')]).toEqual(['tips', 'tips']);
});
