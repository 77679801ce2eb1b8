// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { listSessions } from '#contract/identity.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import {
  changeWithdrawalPassword,
  freezeAccount,
  getWithdrawalPassword,
  keepWithdrawalPassword,
  listSecurityActs,
  resetWithdrawalPassword,
  unfreezeAccount,
} from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { readAgainAfter } from '#web/ui/read-again.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import {
  useChangeWithdrawalPassword,
  useFreezeAccount,
  useKeepWithdrawalPassword,
  useResetWithdrawalPassword,
  useUnfreezeAccount,
} from './queries.ts';

beforeAll(() => useLanguage('en'));

const ofAccount = [getAccountInfo, getWallet, listSessions, listSecurityActs, quoteWithdrawal];
const ofPassword = [getWithdrawalPassword, listSecurityActs];
const reads = [...new Set([...ofAccount, ...ofPassword])];
const next = { password: 'secret1', repassword: 'secret1', code: 'abcd' };

test('after an act on its safety the account is read again, and with it what it may still do', async () => {
  const changed = await readAgainAfter(
    { of: changeWithdrawalPassword, hook: useChangeWithdrawalPassword as never, input: next, output: {} },
    reads,
  );
  const frozen = await readAgainAfter(
    { of: freezeAccount, hook: (() => useFreezeAccount(() => undefined)) as never, input: {}, output: {} },
    reads,
  );
  const lifted = await readAgainAfter(
    { of: unfreezeAccount, hook: useUnfreezeAccount as never, input: { password: 'x1', code: 'abcd' }, output: {} },
    reads,
  );
  for (const { done, refused } of [changed, frozen, lifted]) {
    expect(done).toEqual(ofAccount);
    expect(refused).toEqual([]);
  }
});

test('a withdrawal password that waits is read again once it is asked for, and called off with or without success', async () => {
  const state = { isSet: true, reset: null };
  const asked = await readAgainAfter(
    {
      of: resetWithdrawalPassword,
      hook: useResetWithdrawalPassword as never,
      input: { ...next, login: 'x1' },
      output: state,
    },
    reads,
  );
  const kept = await readAgainAfter(
    { of: keepWithdrawalPassword, hook: useKeepWithdrawalPassword as never, input: {}, output: state },
    reads,
  );
  expect(new Set(asked.done)).toEqual(new Set(ofPassword));
  expect(asked.refused).toEqual([]);
  for (const again of [kept.done, kept.refused]) expect(new Set(again)).toEqual(new Set(ofPassword));
});
