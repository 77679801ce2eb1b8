import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import {
  type AccountRecord,
  getAccountRecord,
  getPurse,
  getWallet,
  movementFilter,
  type RecordPosting,
  recordOutput,
} from './wallet.ts';
import { listMovements, type Movement, sumMovements } from './wallet-movements.ts';

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

test.each([
  ['USDT', '1.0000001'],
  ['USDT', ''],
  ['USDT', '1e6'],
  ['PTS', '1.5'],
] as const)('an answer in which an amount in %s is "%s" is not read, as 0 neither', (asset, text) => {
  const right = asset === 'USDT' ? '1.000000' : '1';
  const line = { account: 'available', asset } as const;
  const record = { ...line, id: '1', kind: 'planPlaced', reference: '', at: '2026-05-05T00:00:00.000Z', transfer: '1' };
  const sum = { asset, movements: 1 };
  const read = (output: z.ZodMiniType, wire: unknown) => z.safeDecode(output, wire as never).success;
  const wires: [z.ZodMiniType, unknown, unknown][] = [
    [getPurse.output, [{ ...line, balance: right }], [{ ...line, balance: text }]],
    [recordOutput, { ...record, amount: right, balance: right }, { ...record, amount: text, balance: right }],
    [recordOutput, { ...record, amount: right, balance: right }, { ...record, amount: right, balance: text }],
    [sumMovements.output, { ...sum, incoming: right, outgoing: right }, { ...sum, incoming: text, outgoing: right }],
    [sumMovements.output, { ...sum, incoming: right, outgoing: right }, { ...sum, incoming: right, outgoing: text }],
  ];
  expect(wires.map(([output, good, bad]) => [read(output, good), read(output, bad)])).toEqual(
    wires.map(() => [true, false]),
  );
});

test('the wallet travels under the specification’s own names, each mark with its own', () => {
  const [authorization, locked, available] = [usdt(5_000_000n), usdt(2_000_000n), usdt(3_000_000n)];
  for (const [hasBankCard, hasWithdrawalPassword] of [
    [true, false],
    [false, true],
  ] as const) {
    const wallet = { authorization, locked, available, incomeToday: usdt(-1n), userId: 'zoe12345' };
    const wire = z.encode(getWallet.output, { ...wallet, hasBankCard, hasWithdrawalPassword });
    expect(wire).toEqual({
      ...{ banlance: '5.000000', locked: '2.000000', available: '3.000000', today_profit: '-0.000001' },
      ...{ UserBank: Number(hasBankCard), paypasswords: Number(hasWithdrawalPassword), userid: 'zoe12345' },
    });
    expect(z.decode(getWallet.output, wire)).toEqual({ ...wallet, hasBankCard, hasWithdrawalPassword });
  }
});

test('movements and their sums come out as they went in, what came in apart from what went out', () => {
  const sum = { asset: 'USDT', movements: 3, incoming: 7_000_000n, outgoing: 2_500_000n } as const;
  const wire = z.encode(sumMovements.output, sum);
  expect(wire).toEqual({ asset: 'USDT', movements: 3, incoming: '7.000000', outgoing: '2.500000' });
  expect(z.decode(sumMovements.output, wire)).toEqual(sum);
  const movement: Movement = {
    id: '5',
    kind: 'planSettled',
    reference: '8QK2',
    plan: { coin: 'ETH', leverage: 3 },
    at: 0,
    changes: [
      { account: 'available', asset: 'USDT', amount: 7_000_000n, balance: 9_000_000n },
      { account: 'plans', asset: 'USDT', amount: -5_000_000n, balance: 0n },
      { account: 'assistance', asset: 'PTS', amount: 4n, balance: 11n },
    ],
  };
  const [line] = z.encode(listMovements.output, [movement]);
  expect(line?.changes.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['7.000000', '9.000000'],
    ['-5.000000', '0.000000'],
    ['4', '11'],
  ]);
  expect(z.decode(listMovements.output, [line as never])).toEqual([movement]);
});

test('the postings of a record travel with the decimals of their own asset, points as whole ones', () => {
  const side = (account: 'available' | 'assistance', owner: 'member' | 'house', balance: bigint | null) => ({
    ...{ account, owner, balance },
  });
  const postings: RecordPosting[] = [
    {
      ...{ place: 0, asset: 'USDT', amount: 5_000_000n },
      ...{ from: side('available', 'member', 7_000_000n), to: side('available', 'house', null) },
    },
    {
      ...{ place: 1, asset: 'PTS', amount: 4n },
      ...{ from: side('assistance', 'house', null), to: side('assistance', 'member', 11n) },
    },
  ];
  const record = { transfer: '1', kind: 'donated', reference: '', at: 0, recordedAt: 1, postings } as const;
  const wire = z.encode(getAccountRecord.output, record as never);
  expect(wire.postings.map(({ amount, from, to }) => [amount, from.balance, to.balance])).toEqual([
    ['5.000000', '7.000000', null],
    ['4', null, '11'],
  ]);
  expect(z.decode(getAccountRecord.output, wire)).toEqual(record);
});
