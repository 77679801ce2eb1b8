import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import { type AccountRecord, getPurse, movementFilter, recordOutput } from './wallet.ts';

test.each(memberAccountNames)('the account %s is one of the purse, of records and of their filter', (account) => {
  const { asset } = memberAccounts[account];
  const purse = [{ account, asset, balance: 7n }];
  expect(z.decode(getPurse.output, z.encode(getPurse.output, purse))).toEqual(purse);
  const record: AccountRecord = {
    id: '1-0-0',
    kind: 'planPlaced',
    reference: '',
    at: 0,
    transferId: '1',
    account,
    asset,
    amount: 7n,
    balance: 7n,
  };
  expect(z.decode(recordOutput, z.encode(recordOutput, record))).toEqual(record);
  expect(z.decode(movementFilter.account, account)).toBe(account);
});
