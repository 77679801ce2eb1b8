// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { changeLoginPassword, listSessions, revokeSession } from '#contract/identity.ts';
import {
  addPasskey,
  cancelRecovery,
  confirmAuthenticator,
  getRecovery,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
} from '#contract/identity-factors.ts';
import type { Operation } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listSecurityActs } from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { readAgainAfter } from '#web/ui/read-again.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import {
  useAddPasskey,
  useCancelRecovery,
  useChangeLoginPassword,
  useConfirmAuthenticator,
  useRemoveAuthenticator,
  useRemovePasskey,
  useRenewBackupCodes,
  useRevokeSession,
} from './protection.ts';

beforeAll(() => useLanguage('en'));

const ofDevices = [getAccountInfo, getWallet, listSessions, listSecurityActs, quoteWithdrawal];
const ofFactors = [getSecondFactors, getAccountInfo, listSessions, listSecurityActs];
const ofRecovery = [getRecovery, listSecurityActs];
const reads = [...new Set<Operation>([...ofDevices, ...ofFactors, ...ofRecovery])];
const owner = { password: 'secret1', factor: '123456' };
const response = { clientDataJSON: 'YQ', attestationObject: 'YQ' };
const passkey = { id: 'PK01', name: 'phone', synced: false, addedAt: 0, lastUsedAt: null };

test('after an act on devices, factors or a recovery, what it changed is read again', async () => {
  const inputs = {
    change: { oldpassword: 'before1', password: 'secret1', repassword: 'secret1', code: 'abcd' },
    add: { name: 'phone', credential: { id: 'YQ', rawId: 'YQ', type: 'public-key', response } },
  };
  const codes = { backupCodes: ['a'] };
  const calls: readonly (readonly [object, ...(readonly Operation[])[]])[] = [
    [
      { of: changeLoginPassword, hook: useChangeLoginPassword, input: inputs.change, output: { sessionsEnded: 1 } },
      ofDevices,
      [],
    ],
    [
      { of: revokeSession, hook: useRevokeSession, input: { session: 'others' }, output: { sessionsEnded: 1 } },
      ...[ofDevices, ofDevices],
    ],
    [
      { of: confirmAuthenticator, hook: useConfirmAuthenticator, input: owner, output: { ...codes, sessionsEnded: 0 } },
      ...[ofFactors, []],
    ],
    [{ of: removeAuthenticator, hook: useRemoveAuthenticator, input: owner, output: {} }, ofFactors, []],
    [{ of: renewBackupCodes, hook: useRenewBackupCodes, input: owner, output: codes }, ofFactors, []],
    [{ of: addPasskey, hook: useAddPasskey, input: inputs.add, output: passkey }, ofFactors, []],
    [{ of: removePasskey, hook: useRemovePasskey, input: { passkey: 'PK01' }, output: {} }, ofFactors, ofFactors],
    [
      {
        ...{ of: cancelRecovery, hook: useCancelRecovery, input: {} },
        output: { waiting: null, freezeHoldsUntil: null },
      },
      ...[ofRecovery, ofRecovery],
    ],
  ];
  for (const [call, done = [], refused = []] of calls) {
    const again = await readAgainAfter(call as never, reads);
    expect(new Set(again.done)).toEqual(new Set(done));
    expect(new Set(again.refused)).toEqual(new Set(refused));
  }
});
