import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { localeStore } from './locale-store.ts';
import { type Language, languages } from './registry.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('window', { navigator: { languages: ['en'] } });
  await localeStore.load();
});
beforeEach(() => {
  const choice = localeStore.unsavedChoice();
  if (choice !== null) localeStore.choiceSaved(choice);
  session.signOut();
});

test('a language that the member chooses is not undone by the profile’s, which arrives while it is loading', async () => {
  const choosing = localeStore.choose('tc');
  await localeStore.adopt('zh');
  await choosing;
  expect(localeStore.locale()).toBe('tc');
  expect(localeStore.unsavedChoice()).toBe('tc');
});

test('a choice waits until the profile has it, and a later one is not dropped with it', async () => {
  session.signIn('satoshi7');
  await localeStore.choose('jp');
  expect([localeStore.unsavedChoice(), localeStore.unsavedChoice()]).toEqual(['jp', 'jp']);
  await localeStore.choose('vnf');
  localeStore.choiceSaved('jp');
  expect(localeStore.unsavedChoice()).toBe('vnf');
  localeStore.choiceSaved('vnf');
  expect(localeStore.unsavedChoice()).toBeNull();
});

test('a choice that was not saved is this member’s on the device, and nobody else’s', async () => {
  vi.resetModules();
  const kept = new Map<string, string>([['locale:satoshi7', 'thai']]);
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { navigator: { languages: ['en'] }, localStorage: store, sessionStorage: store });
  const [{ localeStore: later }, { session: tab }] = await Promise.all([
    import('./locale-store.ts'),
    import('../session/session.ts'),
  ]);
  await later.load();
  tab.signIn('another1');
  expect(later.unsavedChoice()).toBeNull();
  tab.signIn('satoshi7');
  expect(later.unsavedChoice()).toBe('thai');
  // The profile, which does not have it yet, does not undo it.
  await later.adopt('zh');
  expect(later.locale()).not.toBe('zh');
  // What another page has saved meanwhile is not the choice that waits.
  later.choiceSaved('zh');
  expect(later.unsavedChoice()).toBe('thai');
  later.choiceSaved('thai');
  expect([later.unsavedChoice(), kept.has('locale:satoshi7')]).toEqual([null, false]);
});

test('what a member chose is not saved for the next one on this page; what a visitor chose is for who signs in', async () => {
  session.signIn('satoshi7');
  await localeStore.choose('jp');
  session.signOut();
  session.signIn('another1');
  expect(localeStore.unsavedChoice()).toBeNull();
  session.signOut();
  await localeStore.choose('thai');
  session.signIn('another1');
  expect(localeStore.unsavedChoice()).toBe('thai');
  await localeStore.choose('vnf');
  expect(localeStore.unsavedChoice()).toBe('vnf');
  localeStore.choiceSaved('vnf');
  expect(localeStore.unsavedChoice()).toBeNull();
  session.signIn('satoshi7');
  expect(localeStore.unsavedChoice()).toBe('jp');
});

test('a language that could not be loaded is not the one that more texts are loaded of', async () => {
  await localeStore.choose('tc');
  localeStore.choiceSaved('tc');
  const vietnamese = languages.find(({ locale }) => locale === 'vnf');
  const load = vi.spyOn(vietnamese as Language, 'load');
  load.mockRejectedValueOnce(new Error('no network'));
  await expect(localeStore.choose('vnf')).rejects.toThrow('no network');
  load.mockRestore();
  await localeStore.loadMore();
  expect([localeStore.locale(), localeStore.unsavedChoice()]).toEqual(['tc', null]);
  expect(localeStore.catalogue().settings).toBeDefined();
});

test('the language that is shown already is not loaded again, and one that was loading meanwhile is given up', async () => {
  await localeStore.choose('thai');
  await localeStore.loadMore();
  const shown = localeStore.snapshot();
  await localeStore.choose('thai');
  expect(localeStore.snapshot()).toBe(shown);
  const other = localeStore.choose('jp');
  await localeStore.choose('thai');
  await other;
  expect(localeStore.snapshot()).toBe(shown);
  expect(localeStore.unsavedChoice()).toBe('thai');
});

test('a page of its own language is left in the language that the member had, even one chosen or loaded meanwhile', async () => {
  await localeStore.choose('thai');
  localeStore.choiceSaved('thai');
  await localeStore.visit('jp');
  expect([localeStore.locale(), localeStore.own()]).toEqual(['jp', 'thai']);
  expect(localeStore.catalogue().shell.tryAgain).not.toBe('');
  expect(localeStore.tag()).toMatch(/^ja-/);
  // A profile that says something else changes nothing: the tab has chosen.
  await localeStore.adopt('vnf');
  expect([localeStore.locale(), localeStore.own(), localeStore.unsavedChoice()]).toEqual(['jp', 'thai', null]);
  const late = localeStore.visit('zh');
  localeStore.leave();
  await late;
  expect(localeStore.locale()).toBe('thai');
  expect(localeStore.tag()).toMatch(/^th-/);
});
