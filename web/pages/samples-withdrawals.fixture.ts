import type { BankCard } from '#contract/bank-card.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { getPayoutTimes, quoteWithdrawal, Withdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { momentOf } from './money-moments.fixture.ts';

/** A withdrawal, of each place another one. */
export const withdrawalOf = (place: number, changes: Partial<Withdrawal> = {}): Withdrawal => ({
  ...{ id: `1KDVDWMC0SXVXD${place + 10}`, method: 'bank', amount: usdt(2_000_000_000n + BigInt(place) * 11_070_503n) },
  ...{ fee: usdt(10_000n + BigInt(place)), actualReceipt: usdt(1_999_000_000n + BigInt(place) * 9_000_307n) },
  ...{
    destination: `**** ${4_240 + place}`,
    comment: '',
    state: 'requested',
    reason: null,
    requestedAt: momentOf(place),
  },
  ...{ reviewEndsAt: momentOf(place - 0.4), sentAt: null, endedAt: null, approvalsNeeded: 0, approvals: 0 },
  ...{ cancellable: false, ...changes },
});

const toAddress = (place: number, changes: Partial<Withdrawal>): Withdrawal =>
  withdrawalOf(place, {
    ...{ method: 'address', destination: `0x52908400098527886E0F7030069857D2E41692${place + 10}`, ...changes },
  });

/** Withdrawals in each state, refused for each reason, in review with and without approvals, with and without comment. */
export const withdrawals: Withdrawal[] = [
  toAddress(6, { state: 'sent', sentAt: momentOf(5.5), comment: 'For the summer' }),
  withdrawalOf(2, { state: 'inReview', cancellable: true }),
  withdrawalOf(9, { state: 'done', sentAt: momentOf(8.6), endedAt: momentOf(8.1) }),
  toAddress(4, { state: 'inReview', approvalsNeeded: 2, approvals: 1, cancellable: true, comment: 'Rent' }),
  withdrawalOf(1, { state: 'requested', cancellable: true }),
  withdrawalOf(8, { state: 'refused', reason: 'nameMismatch', endedAt: momentOf(7.2) }),
  toAddress(3, { ...{ state: 'refused', reason: 'noDestination' }, sentAt: momentOf(2.7), endedAt: momentOf(2.2) }),
  withdrawalOf(7, { state: 'refused', reason: 'accountFrozen', endedAt: momentOf(6.3) }),
  toAddress(5, { state: 'cancelled', endedAt: momentOf(4.9) }),
  withdrawalOf(10, { state: 'refused', endedAt: momentOf(9.4) }),
];

export type Quote = OutputOf<typeof quoteWithdrawal>;

export const quoteCard = {
  ...{
    id: '1KDVDWMC0CARD001',
    masked: '**** **** **** 4242',
    bankName: 'Test Bank',
    nameOnCard: 'ANN LEE',
    nameMatches: true,
  },
};

/** Before an amount is typed. */
export const openQuote: Quote = {
  ...{ method: 'bank', available: usdt(10_000_078_901n), quote: null, approvalAbove: usdt(5_000_250_000n) },
  ...{ reviewSeconds: 2_700, card: quoteCard, realName: 'Ann Lee', blockers: [] },
};

/** With an amount that two operators approve. */
export const largeQuote: Quote = {
  ...openQuote,
  quote: {
    ...{ amount: usdt(7_500_000_001n), fee: usdt(1_234_567n), actualReceipt: usdt(7_498_765_434n), approvalsNeeded: 2 },
  },
};

export const payoutTimes: OutputOf<typeof getPayoutTimes> = {
  ...{ count: 1_482, medianSeconds: 754, percentile95Seconds: 19_330 },
};

export const card: BankCard = {
  ...{ masked: '**** **** **** 4242', bankName: 'Test Bank', nameOnCard: 'ANN LEE', boundAt: momentOf(90) },
};

export const nextCard = {
  ...{ masked: '**** **** **** 1881', bankName: 'Second Bank', nameOnCard: 'ANNE B LEE', boundAt: momentOf(2) },
  activeFrom: momentOf(-8),
};
