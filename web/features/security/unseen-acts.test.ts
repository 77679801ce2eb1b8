import { expect, test } from 'vitest';
import { isNews, isOwnPage } from './unseen-acts.ts';

test('an act is news to a phone that has told of an older one', () => {
  expect(isNews('1M8B', { last: '1M8A', isAtIt: false })).toBe(true);
  expect(isNews('1M8A', { last: '1M8A', isAtIt: false })).toBe(false);
  expect(isNews('1M7Z', { last: '1M8A', isAtIt: false })).toBe(false);
});

test('nothing is news on a first visit, nor where the member is doing it', () => {
  expect(isNews('1M8B', { last: null, isAtIt: false })).toBe(false);
  expect(isNews('1M8B', { last: '1M8A', isAtIt: true })).toBe(false);
});

test('the pages of passwords, card and protection are the member’s own work, in any letter case', () => {
  expect(['/securityCenter', '/SECURITYCENTER', '/editbank', '/bankPwd'].map(isOwnPage)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['/wallet', '/tab4', '/txmoney'].map(isOwnPage)).toEqual([false, false, false]);
});
