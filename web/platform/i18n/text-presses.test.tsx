// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { localeCookieName } from '#contract/locale.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { localeStore, startLocale } from './locale-store.ts';
import { carryErrorTexts, errorText, translate, useText } from './text.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  localeStore.leave();
  carryErrorTexts(() => ({}));
  return useLanguage('en');
});

/** Nothing else draws it anew. */
const Words = memo(() => useText()('shell.tryAgain'));

test('a component’s words follow the language, for a visit and for good', async () => {
  const { container } = mount(<Words />);
  const said = () => container.firstChild?.textContent;
  expect(said()).toBe('Try again');
  await act(() => localeStore.visit('zh'));
  expect(said()).toBe('重试');
  act(() => localeStore.leave());
  expect(said()).toBe('Try again');
  await act(() => localeStore.choose('zh'));
  expect(said()).toBe('重试');
});

test('the document says which language it shows, and the cookie which one is the member’s own', async () => {
  startLocale();
  await act(() => localeStore.choose('jp'));
  expect([document.documentElement.lang, document.cookie]).toEqual(['ja', `${localeCookieName}=jp`]);
  await act(() => localeStore.visit('zh'));
  expect([document.documentElement.lang, document.cookie]).toEqual(['zh-Hans', `${localeCookieName}=jp`]);
});

test('a refusal has the contract’s words with its values, or those that were carried, else a general sentence', () => {
  expect(errorText('imageTooLarge', { mebibytes: 5 })).toMatch(/\b5\b/);
  const general = errorText('noSuchCode' as never);
  expect(general).toBe(translate('shell.nothingChanged'));
  carryErrorTexts(() => ({ noSuchCode: 'Carried words' }) as never);
  expect(errorText('noSuchCode' as never)).toBe('Carried words');
  expect(errorText('otherCode' as never)).toBe(general);
});

test('a key without a text is shown as it is', () => {
  expect(translate('shell.noSuchText' as never)).toBe('shell.noSuchText');
  expect(translate('nowhere.atAll' as never)).toBe('nowhere.atAll');
});
