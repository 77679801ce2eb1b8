import { expect, test } from 'vitest';
import { isSecurityPage } from './security-pages.ts';

test('the pages of passwords, card and protection are the member’s own work, in any letter case', () => {
  expect(['/securityCenter', '/SECURITYCENTER', '/editbank', '/bankPwd'].map(isSecurityPage)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['/wallet', '/tab4', '/txmoney'].map(isSecurityPage)).toEqual([false, false, false]);
});
