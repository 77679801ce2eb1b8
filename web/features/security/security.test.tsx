import { afterEach, beforeAll, expect, test } from 'vitest';
import { getRecovery } from '#contract/identity-factors.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { getWithdrawalPassword, listSecurityActs } from '#contract/security.ts';
import { Page as WithdrawalPasswordPage } from '#web/pages/withdrawal-password.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { answer, answerPage, linksOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ActHistory } from './act-history.tsx';
import { FreezeCard } from './freeze-card.tsx';
import { ProtectionMenu } from './protection-menu.tsx';
import { WaitingWithdrawalPassword } from './waiting-withdrawal-password.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: 'Ann', realname: '', timezone: 'UTC', locale: 'en', registeredAt: at(1) },
  ...{ hasWithdrawalPassword: true, hasBankCard: false, frozen: false, hasAuthenticator: false },
};

test('each protection says whether it is set once that is known, and leads to where it is', () => {
  expect(wordsOf(<ProtectionMenu />)).toMatch(/Withdrawal password Bank card/);
  answer(getAccountInfo, {}, account);
  expect(wordsOf(<ProtectionMenu />)).toMatch(/Withdrawal password Set Bank card Not set .*Ann$/);
  answer(getAccountInfo, {}, { ...account, hasWithdrawalPassword: false, hasBankCard: true });
  expect(wordsOf(<ProtectionMenu />)).toMatch(/Withdrawal password Not set Bank card Set/);
  expect(linksOf(<ProtectionMenu />)).toEqual(['/loginPwd', '/bankPwd', '/card', '/user_edit']);
});

test('an account can be frozen, and a frozen one lifted, but not while a recovery holds it', () => {
  answer(getRecovery, {}, { waiting: null, freezeHoldsUntil: null });
  answer(getAccountInfo, {}, account);
  const free = wordsOf(<FreezeCard />);
  answer(getAccountInfo, {}, { ...account, frozen: true });
  const frozen = wordsOf(<FreezeCard />);
  answer(getRecovery, {}, { waiting: null, freezeHoldsUntil: at(23) });
  const held = wordsOf(<FreezeCard />);
  expect(new Set([free, frozen, held]).size).toBe(3);
  expect(free).toMatch(/Freeze now$/);
  expect(frozen + held).not.toContain('Freeze now');
  expect(held).toMatch(/was recovered.*May 1, 23:00/);
  answer(getRecovery, {}, { waiting: null, freezeHoldsUntil: at(23), freezeHeldByTeam: true });
  expect(wordsOf(<FreezeCard />)).toMatch(/The Clearlot team froze this account.*May 1, 23:00/);
  answer(getAccountInfo, {}, account);
  expect(wordsOf(<FreezeCard />)).toBe(free);
});

test('each act stands with its time and what it was about; those of operators with role and reason', () => {
  answerPage(listSecurityActs, {}, [
    {
      id: 'A3',
      act: 'operatorActed',
      detail: '',
      at: at(12),
      operator: { role: 'support', act: 'memberFrozen', reason: 'asked by telephone', about: null },
    },
    {
      id: 'A2',
      act: 'operatorActed',
      detail: '',
      at: at(11),
      operator: { role: 'support', act: 'memberViewed', reason: '', about: null },
    },
    { id: 'A1', act: 'passkeyAdded', detail: 'my phone', at: at(10), operator: null },
  ] as never);
  const words = wordsOf(<ActHistory />);
  expect(words).toMatch(/asked by telephone.*May 1, 12:00.*May 1, 11:00.*my phone May 1, 10:00/);
  expect(words.match(/Customer service|Support/gi)?.length).toBeGreaterThanOrEqual(2);
  answerPage(listSecurityActs, {}, [
    {
      id: 'A4',
      act: 'operatorActed',
      detail: '',
      at: at(12),
      operator: { role: 'finance', act: 'withdrawalRefused', reason: 'nameMismatch', about: '1KDVDWMC0SXVXCS8' },
    },
  ] as never);
  expect(wordsOf(<ActHistory />)).toMatch(/1KDVDWMC .*Your name does not match the name on the card\./);
  expect(linksOf(<ActHistory />)).toEqual(['/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS8']);
  answerPage(listSecurityActs, {}, []);
  expect(wordsOf(<ActHistory />)).not.toContain('May');
});

test('a withdrawal password that waits is said with its time', () => {
  answer(getWithdrawalPassword, {}, { isSet: true, reset: null } as never);
  expect(wordsOf(<WaitingWithdrawalPassword />)).toBe('');
  answer(getWithdrawalPassword, {}, { isSet: true, reset: { requestedAt: at(1), activeFrom: at(22) } } as never);
  expect(wordsOf(<WaitingWithdrawalPassword />)).toContain('May 1, 22:00');
});

test('only a withdrawal password that is set can be forgotten, or is asked for to change it', () => {
  answer(getWithdrawalPassword, {}, { isSet: true, reset: null } as never);
  answer(getAccountInfo, {}, account);
  expect(wordsOf(<WithdrawalPasswordPage />)).toMatch(/Current withdrawal password.*[Ff]orgotten/);
  answer(getAccountInfo, {}, { ...account, hasWithdrawalPassword: false });
  expect(wordsOf(<WithdrawalPasswordPage />)).not.toMatch(/Current withdrawal password|[Ff]orgotten/);
});

test('the field of a second factor says which codes it takes', () => {
  const field = { name: 'factor', value: '', error: null, onChange: () => undefined };
  expect(wordsOf(<FactorField {...field} />)).toContain('Six digits, or one of your backup codes');
  const own = wordsOf(<FactorField {...field} hint="Six digits of the new app" />);
  expect(own).toContain('Six digits of the new app');
  expect(own).not.toContain('backup codes');
});
