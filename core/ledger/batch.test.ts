import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { type AccountId, describeAccount, houseAccount, memberAccount } from './accounts.ts';
import { accountsOf, type BatchInput, type BatchPlan, planBatch, type RecordedTransfer } from './batch.ts';
import { anyTransfer, inWords, memberIds, openAccounts, PlainLedger } from './model.fixture.ts';
import type { Transfer } from './transfer.ts';

type Plan = (input: BatchInput) => BatchPlan;

/** Plays batches one after the other, as the committer does, and compares every answer and balance with the plain ledger. */
function playAgainstModel(plan: Plan, batches: readonly (readonly Transfer[])[]): void {
  const model = new PlainLedger(new Map(openAccounts.map((account) => [account, 0n])));
  let balances = new Map(model.balances);
  const recorded = new Map<string, RecordedTransfer>();
  let nextId = 1024n;
  for (const transfers of batches) {
    const keys = new Set(transfers.map(({ key }) => key));
    const touched = new Set(accountsOf(transfers));
    const decided = plan({
      balances: new Map([...balances].filter(([account]) => touched.has(account))),
      recorded: new Map([...recorded].filter(([key]) => keys.has(key))),
      firstTransferId: nextId,
      at: 7,
      transfers,
    });
    expect(decided.outcomes.map(inWords)).toEqual(transfers.map((transfer) => model.submit(transfer)));
    balances = new Map([...balances, ...decided.balances]);
    expect(balances).toEqual(model.balances);
    checkEntries(decided, transfers);
    for (const [place, outcome] of decided.outcomes.entries()) {
      const transfer = transfers[place];
      if (outcome.status === 'committed' && transfer) {
        expect(outcome).toMatchObject({ transferId: nextId, at: 7, reference: transfer.reference });
        recorded.set(transfer.key, { ...outcome, inputHash: transfer.inputHash });
        nextId++;
      }
    }
  }
  checkBooks(balances);
}

/** The entries are exactly the postings of the committed transfers, in order. */
function checkEntries({ outcomes, entries }: BatchPlan, transfers: readonly Transfer[]): void {
  const expected = outcomes.flatMap((outcome, index) => {
    if (outcome.status !== 'committed') return [];
    return (transfers[index]?.postings ?? []).map((posting, place) => ({
      transferId: outcome.transferId,
      place,
      posting,
    }));
  });
  expect(entries.map(({ transferId, place, posting }) => ({ transferId, place, posting }))).toEqual(expected);
  const latest = new Map<AccountId, bigint>();
  for (const { posting, fromAfter, toAfter } of entries) {
    const fromBefore = latest.get(posting.from);
    const toBefore = latest.get(posting.to);
    if (fromBefore !== undefined) expect(fromAfter).toBe(fromBefore - posting.amount);
    if (toBefore !== undefined) expect(toAfter).toBe(toBefore + posting.amount);
    latest.set(posting.from, fromAfter).set(posting.to, toAfter);
  }
}

function checkBooks(balances: ReadonlyMap<AccountId, bigint>): void {
  const sums = { USDT: 0n, PTS: 0n };
  for (const [account, balance] of balances) {
    const { asset, mayBeNegative } = describeAccount(account);
    sums[asset] += balance;
    if (!mayBeNegative) expect(balance).toBeGreaterThanOrEqual(0n);
  }
  expect(sums).toEqual({ USDT: 0n, PTS: 0n });
}

const histories = fc.array(fc.array(anyTransfer('k'), { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 6 });

test('a batch answers, posts and leaves balances exactly as one transfer at a time would', () => {
  fc.assert(
    fc.property(histories, (batches) => playAgainstModel(planBatch, batches)),
    { numRuns: Number(process.env.LEDGER_HISTORIES ?? 1_000) },
  );
});

const plantedFaults: readonly (readonly [string, Plan])[] = [
  [
    'forgets the conditions',
    (input) => planBatch({ ...input, transfers: input.transfers.map((one) => ({ ...one, conditions: [] })) }),
  ],
  ['forgets the recorded keys', (input) => planBatch({ ...input, recorded: new Map() })],
  [
    'overlooks another input under a key',
    (input) =>
      planBatch({ ...input, transfers: input.transfers.map((one) => ({ ...one, inputHash: '0'.repeat(64) })) }),
  ],
  [
    'lets an account go below zero',
    (input) => {
      const rich = planBatch({
        ...input,
        balances: new Map([...input.balances].map(([id, balance]) => [id, balance + 5n])),
      });
      return { ...rich, balances: new Map([...rich.balances].map(([id, balance]) => [id, balance - 5n])) };
    },
  ],
  [
    'decides from the last to the first',
    (input) => {
      const plan = planBatch({ ...input, transfers: input.transfers.toReversed() });
      return { ...plan, outcomes: plan.outcomes.toReversed() };
    },
  ],
  [
    'loses an entry',
    (input) => {
      const plan = planBatch(input);
      return { ...plan, entries: plan.entries.slice(1) };
    },
  ],
  [
    'decides every transfer on the balances before the batch',
    (input) => {
      const plans = input.transfers.map((transfer) => planBatch({ ...input, transfers: [transfer] }));
      return {
        outcomes: plans.flatMap(({ outcomes }) => outcomes),
        entries: plans.flatMap(({ entries }) => entries),
        balances: new Map(plans.flatMap(({ balances }) => [...balances])),
      };
    },
  ],
];

test.each(plantedFaults)('the comparison notices a batch that %s', (_fault, faulty) => {
  const result = fc.check(
    fc.property(histories, (batches) => playAgainstModel(faulty, batches)),
    { numRuns: 500 },
  );
  expect(result.failed).toBe(true);
});

test('postings of one transfer are covered in their order, and a refusal leaves the balances alone', () => {
  const memberId = memberIds[0];
  const available = memberAccount(memberId, 'available');
  const plans = memberAccount(memberId, 'plans');
  const rail = houseAccount('rail', memberId);
  const base = { inputHash: '0'.repeat(64), kind: 'planSettled', reference: 'r' } as const;
  const pass = { from: available, to: plans, amount: usdt(5n) };
  const fund = { from: rail, to: available, amount: usdt(5n) };
  const { outcomes, balances } = planBatch({
    balances: new Map<AccountId, bigint>([
      [available, 0n],
      [plans, 0n],
      [rail, 0n],
    ]),
    recorded: new Map(),
    firstTransferId: 1n,
    at: 0,
    transfers: [
      { ...base, key: 'a', postings: [pass, fund] },
      { ...base, key: 'b', postings: [fund, pass] },
    ],
  });
  expect(outcomes[0]).toEqual({
    status: 'refused',
    reason: 'insufficientFunds',
    account: available,
    balance: 0n,
    needed: 5n,
  });
  expect(outcomes[1]).toMatchObject({ status: 'committed', transferId: 1n });
  expect([balances.get(available), balances.get(plans), balances.get(rail)]).toEqual([0n, 5n, -5n]);
});

test('an account that was never opened pays nothing, even one that may go below zero, and the transfers beside it go on', () => {
  const available = memberAccount(1n, 'available');
  const [rail, sponsor] = [houseAccount('rail', 1n), houseAccount('sponsor', 1n)];
  const base = { inputHash: '0'.repeat(64), kind: 'depositConfirmed', reference: 'r' } as const;
  const { outcomes, balances } = planBatch({
    balances: new Map<AccountId, bigint>([
      [available, 0n],
      [rail, 0n],
    ]),
    recorded: new Map(),
    firstTransferId: 1n,
    at: 0,
    transfers: [
      { ...base, key: 'a', postings: [{ from: sponsor, to: available, amount: usdt(5n) }] },
      { ...base, key: 'b', postings: [{ from: rail, to: available, amount: usdt(5n) }] },
    ],
  });
  expect(outcomes[0]).toEqual({ status: 'refused', reason: 'unknownAccount', account: sponsor });
  expect(outcomes[1]).toMatchObject({ status: 'committed', transferId: 1n });
  expect([...balances]).toEqual([
    [rail, -5n],
    [available, 5n],
  ]);
});

test('the accounts of a batch are named once each, in the order they are locked in', () => {
  fc.assert(
    fc.property(fc.array(anyTransfer('order')), (transfers) => {
      const accounts = accountsOf(transfers);
      expect(accounts).toEqual([...new Set(accounts)].sort((one, other) => (one < other ? -1 : 1)));
    }),
  );
});
