import { expect, test } from 'vitest';
import { loginPath, returnPath } from './return-path.ts';

test('the login comes back to the page it was asked from, query and all', () => {
  for (const path of ['/orders', '/ordersDetail?id=8QK2', '/tab1?coin=BTC']) {
    const address = loginPath(path);
    expect(returnPath(address.slice('/login'.length))).toBe(path);
  }
});

test('home needs no way back to be said', () => {
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
