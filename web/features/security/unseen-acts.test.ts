import { expect, test } from 'vitest';
import { isSecurityPage, isUnannounced } from './unseen-acts.ts';

test('an act is announced on a phone that has announced an older one', () => {
  expect(isUnannounced('1M8B', { last: '1M8A', isOnSecurityPage: false })).toBe(true);
  expect(isUnannounced('1M8A', { last: '1M8A', isOnSecurityPage: false })).toBe(false);
  expect(isUnannounced('1M7Z', { last: '1M8A', isOnSecurityPage: false })).toBe(false);
});

test('nothing is announced on a first visit, nor where the member is doing it', () => {
  expect(isUnannounced('1M8B', { last: null, isOnSecurityPage: false })).toBe(false);
  expect(isUnannounced('1M8B', { last: '1M8A', isOnSecurityPage: true })).toBe(false);
});

test('the pages of passwords, card and protection are the member’s own work, in any letter case', () => {
  expect(['/securityCenter', '/SECURITYCENTER', '/editbank', '/bankPwd'].map(isSecurityPage)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['/wallet', '/tab4', '/txmoney'].map(isSecurityPage)).toEqual([false, false, false]);
});
