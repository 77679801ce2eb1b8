import { listOpenDeposits, type OpenDeposit } from '#contract/deposits-operators.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { listApprovals } from '#contract/operators-approvals.ts';
import { getPayoutTimes } from '#contract/withdrawals.ts';
import { listReviewedWithdrawals, type ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { usdt } from '#core/money/amount.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';

/** A moment of May 2026, UTC. */
export const may = (day: number, hour = 0, minute = 0, second = 0): number =>
  Date.UTC(2026, 4, day, hour, minute, second);

export const hashOf = (pair: string): string => pair.repeat(32);

type Approval = OutputOf<typeof listApprovals>[number];

/** One of every kind and state, in no order. */
export const approvals: Approval[] = [
  {
    ...{ kind: 'recovery', id: '1111222233334444.R1', member: '1111222233334444', hash: hashOf('a1'), needed: 2 },
    content: [
      { name: 'account', value: '1111222233334444' },
      { name: 'request', value: 'REQUEST000000001' },
      { name: 'reason', value: 'seen the passport' },
    ],
    ...{ approvedBy: ['bert'], askedAt: may(3, 1, 2, 3), expiresAt: may(4, 1, 2, 3), mayDecide: true },
  },
  {
    ...{ kind: 'withdrawal', id: '5555222233334444.W1', member: '5555222233334444', hash: hashOf('b2'), needed: 2 },
    content: [
      { name: 'withdrawal', value: 'W1' },
      { name: 'method', value: 'address' },
      { name: 'amount', value: '12345.678901 USDT' },
      { name: 'fee', value: '1.250000 USDT' },
      { name: 'destination', value: '0xabc' },
    ],
    ...{ approvedBy: [], askedAt: may(1, 4, 5, 6), expiresAt: null, mayDecide: true },
  },
  {
    ...{ kind: 'disbursement', id: '0.D1', member: null, hash: hashOf('c3'), needed: 2 },
    content: [
      { name: 'disbursement', value: 'D1' },
      { name: 'cause', value: 'water' },
      { name: 'receipt', value: 'https://receipts.test/1' },
    ],
    ...{ approvedBy: ['carl', 'bert'], askedAt: may(5, 7, 8, 9), expiresAt: may(6, 7, 8, 9), mayDecide: false },
  },
  {
    ...{ kind: 'funding', id: '0.F1', member: null, hash: hashOf('d4'), needed: 3 },
    content: [
      { name: 'funding', value: 'F1' },
      { name: 'source', value: 'sponsor' },
      { name: 'something new', value: 'as it is' },
    ],
    ...{ approvedBy: ['anna', 'dora'], askedAt: may(2, 10, 11, 12), expiresAt: may(3, 10, 11, 12), mayDecide: false },
  },
  {
    ...{ kind: 'product', id: '0.P1', member: null, hash: hashOf('e5'), needed: 2 },
    content: [
      ...['change', 'product', 'open', 'expected', 'minimum', 'maximum', 'rate', 'from'],
      ...['level-4', 'level-2', 'level-5', 'level-3', 'third', 'first', 'fourth', 'second'],
      ...['name-tc', 'about-en', 'name-jp', 'about-zh', 'name-en', 'about-jp', 'name-zh', 'about-tc'],
    ].map((name) => ({ name, value: `value of ${name}` })),
    ...{ approvedBy: ['bert'], askedAt: may(4, 13, 14, 15), expiresAt: may(5, 13, 14, 15), mayDecide: false },
  },
];

const withdrawal: ReviewedWithdrawal = {
  ...{ id: 'W7', member: '1111222233334444', username: 'zoe', method: 'bank', amount: usdt(1_234_567_890_123n) },
  ...{ fee: usdt(1_250_001n), destination: '**** 1234', comment: 'rent', requestedAt: may(7, 1, 2, 3) },
  ...{ reviewEndsAt: may(8, 4, 5, 6), approvalsNeeded: 2, approvals: 1, approvedBy: ['bert'] },
  ...{ toDestination: usdt(2_345_678_901_234n), refusal: null, mayApprove: true, mayRefuse: true },
  approval: { id: '1111222233334444.W7', hash: hashOf('ab') },
};

/** Waiting for a second approval, for none, for a first of two, for nothing of this operator, and refused. */
export const withdrawals: ReviewedWithdrawal[] = [
  withdrawal,
  {
    ...{ ...withdrawal, id: 'W2', member: '5555222233334444', username: 'yan', method: 'address', comment: '' },
    ...{ amount: usdt(20_000_009n), fee: usdt(2_000_003n), destination: '0xfeed', toDestination: usdt(20_000_007n) },
    ...{ requestedAt: may(5, 2, 3, 4), reviewEndsAt: may(6, 5, 6, 7), approvalsNeeded: 0, approvals: 0 },
    ...{ approvedBy: [], mayApprove: false, approval: { id: '5555222233334444.W2', hash: hashOf('bc') } },
  },
  {
    ...{ ...withdrawal, id: 'W9', member: '7777222233334444', username: 'xia', comment: 'a boat', approvedBy: [] },
    ...{ amount: usdt(7_000_000_000n), fee: usdt(3_400_000n), destination: '**** 9876', approvals: 0 },
    ...{ requestedAt: may(9, 3, 4, 5), reviewEndsAt: may(10, 6, 7, 8), toDestination: usdt(7_000_000_001n) },
    ...{ mayApprove: true, mayRefuse: true, approval: { id: '7777222233334444.W9', hash: hashOf('cd') } },
  },
  {
    ...{ ...withdrawal, id: 'W4', member: '8888222233334444', username: 'wei', approvedBy: ['anna'], approvals: 1 },
    ...{ amount: usdt(4_000_000_001n), fee: usdt(0n), toDestination: usdt(4_000_000_002n), approvalsNeeded: 3 },
    ...{ requestedAt: may(4, 4, 5, 6), reviewEndsAt: may(5, 7, 8, 9), mayApprove: false, mayRefuse: false },
    ...{ destination: '**** 5555', comment: '<b>now</b>', approval: { id: '8888222233334444.W4', hash: hashOf('de') } },
  },
  {
    ...{ ...withdrawal, id: 'W6', member: '9999222233334444', username: 'una', method: 'address', comment: 'tax' },
    ...{ amount: usdt(600_000n), fee: usdt(60_000n), destination: '0xbeef', toDestination: usdt(600_001n) },
    ...{ requestedAt: may(6, 5, 6, 7), reviewEndsAt: may(7, 8, 9, 10), refusal: 'nameMismatch', mayApprove: false },
    ...{ mayRefuse: false, approval: { id: '9999222233334444.W6', hash: hashOf('ef') } },
  },
];

const deposit: OpenDeposit = {
  ...{ id: 'DEP5', member: '1111222233334444', username: 'zoe', channel: 'TRC20', amount: usdt(50_000_001n) },
  ...{ state: 'requested', confirmations: 0, confirmationsNeeded: 12, address: 'T123', transaction: null },
  ...{ hasProof: true, reviewedAt: null, reviewedBy: null, requestedAt: may(5, 1, 1, 1) },
};

/** Announced with a proof, seen, announced without one, with a proof that was looked at, and with a transfer of its own already. */
export const deposits: OpenDeposit[] = [
  deposit,
  {
    ...{ ...deposit, id: 'DEP8', member: '5555222233334444', username: 'yan', channel: 'ERC20', state: 'seen' },
    ...{ amount: usdt(8_765_432_100_000n), confirmations: 3, confirmationsNeeded: 20, address: '0x456' },
    ...{ transaction: '0xfeed', hasProof: false, requestedAt: may(8, 2, 2, 2) },
  },
  {
    ...{ ...deposit, id: 'DEP2', member: '7777222233334444', username: 'xia', channel: 'sandbox', hasProof: false },
    ...{ amount: usdt(200_000n), confirmationsNeeded: 1, address: 'S789', requestedAt: may(2, 3, 3, 3) },
  },
  {
    ...{ ...deposit, id: 'DEP9', member: '8888222233334444', username: 'wei', amount: usdt(9_000_000n) },
    ...{ address: 'T999', reviewedAt: may(10, 4, 4, 4), reviewedBy: 'bert', requestedAt: may(9, 4, 4, 4) },
  },
  {
    ...{ ...deposit, id: 'DEP1', member: '9999222233334444', username: 'una', amount: usdt(1_000_000n) },
    ...{ address: 'T111', transaction: '0xbeef', confirmations: 1, requestedAt: may(1, 5, 5, 5) },
  },
];

/** Everything of the section of payments. */
export function answerPayments(server: FakeServer): void {
  server.answer(getPayoutTimes, { count: 12_345, medianSeconds: 121.4, percentile95Seconds: 86_520 });
  server.answer(listReviewedWithdrawals, withdrawals);
  server.answer(listOpenDeposits, deposits);
}
