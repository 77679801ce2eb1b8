import { beforeAll, expect, test, vi } from 'vitest';
import { localeStore } from './locale-store.ts';

beforeAll(() => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('window', { navigator: { languages: ['en'] } });
});

test('a language that the member chooses is not undone by the profile’s, which arrives while it is loading', async () => {
  await localeStore.load();
  const choosing = localeStore.choose('tc');
  await localeStore.adopt('zh');
  await choosing;
  expect(localeStore.locale()).toBe('tc');
  expect(localeStore.takeChoice()).toBe('tc');
});
