import { expect, test } from 'vitest';
import { loginPath, returnPath } from './return-path.ts';

test('the login returns to the page that redirected to it, with its query', () => {
  for (const path of ['/orders', '/ordersDetail?id=8QK2', '/tab1?coin=BTC']) {
    const address = loginPath(path);
    expect(returnPath(address.slice('/login'.length))).toBe(path);
  }
});

test('home is the default and adds no parameter', () => {
  expect(loginPath('/homeTab')).toBe('/login');
  expect(returnPath('')).toBe('/homeTab');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
  '/registe',
  '/a b',
])('"%s" is not followed after the login', (next) => {
  expect(returnPath(`?${new URLSearchParams({ next })}`)).toBe('/homeTab');
});
