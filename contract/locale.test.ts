import { expect, test } from 'vitest';
import { localeCookieName, localeOf, localeOfTag, localeOfVisit, locales, storedLocale } from './locale.ts';

test('a browser’s language is one of the six, whatever its region, or none', () => {
  const expected = {
    ...{ en: 'en', 'en-GB': 'en', 'EN-us': 'en', th: 'thai', 'th-TH': 'thai', vi: 'vnf', 'vi-VN': 'vnf' },
    ...{ ja: 'jp', 'ja-JP': 'jp', de: null, 'fr-CA': null, '': null },
  };
  for (const [tag, locale] of Object.entries(expected)) expect([tag, localeOfTag(tag)]).toEqual([tag, locale]);
});

test('Chinese is told by its script, and without one by its region', () => {
  const expected = {
    ...{ zh: 'zh', 'zh-CN': 'zh', 'zh-SG': 'zh', 'zh-Hans': 'zh', 'zh-Hans-HK': 'zh' },
    ...{ 'zh-TW': 'tc', 'zh-HK': 'tc', 'zh-MO': 'tc', 'zh-Hant': 'tc', 'zh-Hant-CN': 'tc' },
  };
  for (const [tag, locale] of Object.entries(expected)) expect([tag, localeOfTag(tag)]).toEqual([tag, locale]);
});

test('a visit is in the language kept on the device, else in the first known one of the browser, else in the default', () => {
  expect(localeOfVisit(`a=1; ${localeCookieName}=tc;b=2`, ['ja', 'en'])).toBe('tc');
  expect(localeOfVisit(`x${localeCookieName}=tc; ${localeCookieName}=klingon`, ['de', 'ja', 'en'])).toBe('jp');
  expect(localeOfVisit(`x${localeCookieName}=tc; ${localeCookieName}=zh`, ['ja'])).toBe('zh');
  expect(localeOfVisit('', ['de'])).toBe(locales[0]);
  expect(localeOfVisit('', [])).toBe('en');
});

test('a locale is known by its own name alone; one that was stored and is no more becomes the default', () => {
  expect(locales.map(localeOf)).toEqual([...locales]);
  expect([localeOf('EN'), localeOf(''), localeOf(null), localeOf(undefined)]).toEqual([null, null, null, null]);
  expect([storedLocale('thai'), storedLocale('de')]).toEqual(['thai', 'en']);
});
