import { expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import type { Outcome } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { fundOnce } from './fund-once.ts';
import type { Submission } from './ledger.ts';

const account = houseAccount('sponsor', 0n);
const funding: Submission = {
  key: 'fund',
  inputHash: '0'.repeat(64),
  kind: 'roundsFunded',
  reference: 'start',
  postings: [{ from: account, to: houseAccount('rounds', 0n), amount: usdt(5n) }],
};

const funded = (outcome: object) => fundOnce({ submit: async () => outcome as Outcome }, funding);

test('funds that were set aside, now, before or with another amount, are there', async () => {
  for (const status of ['committed', 'replayed']) await funded({ status });
  await funded({ status: 'refused', reason: 'keyConflict' });
});

test('funds that cannot be set aside stop the start', async () => {
  for (const refusal of [
    { reason: 'insufficientFunds', account, balance: 0n },
    { reason: 'unknownAccount', account },
    { reason: 'conditionFailed', account },
  ]) {
    await expect(funded({ status: 'refused', ...refusal })).rejects.toThrow(`was refused: ${refusal.reason}`);
  }
});
