import { expect, test } from 'vitest';
import { chooseLocale } from './locale.ts';

test('the request’s own wish comes before the member’s language, and that before the browser’s', () => {
  expect(chooseLocale('jp', 'thai', 'vi')).toBe('jp');
  expect(chooseLocale(undefined, 'thai', 'vi')).toBe('thai');
  expect(chooseLocale('klingon', undefined, 'vi')).toBe('vnf');
  expect(chooseLocale(undefined, undefined, undefined)).toBe('en');
});

test.each([
  ['th-TH,th;q=0.9,en;q=0.8', 'thai'],
  ['fr-FR,fr;q=0.9,ja;q=0.5,en;q=0.4', 'jp'],
  ['en;q=0.1, vi;q=0.9', 'vnf'],
  ['zh-TW', 'tc'],
  ['zh-HK,zh;q=0.5', 'tc'],
  ['zh-Hant-CN', 'tc'],
  ['zh-CN,zh;q=0.9', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['zh', 'zh'],
  ['ja;q=0, en', 'en'],
  ['ja;q=0', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  [';;;,,,q=', 'en'],
  [`${'en,'.repeat(500)}ja`, 'en'],
  [`ja,${'x'.repeat(197)}`, 'jp'],
  [`ja,${'x'.repeat(198)}`, 'en'],
])('Accept-Language %.40s is answered in %s', (header, locale) => {
  expect(chooseLocale(undefined, undefined, header)).toBe(locale);
});
