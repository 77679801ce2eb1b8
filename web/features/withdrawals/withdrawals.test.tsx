import { afterEach, beforeAll, expect, test } from 'vitest';
import { getWallet } from '#contract/wallet.ts';
import { getPayoutTimes, listWithdrawals, type Withdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Blockers, CardLine } from './blockers.tsx';
import { MethodList } from './method-list.tsx';
import { NeedsCard } from './needs-card.tsx';
import { PayoutTimes } from './payout-times.tsx';
import { QuoteLines, type WithdrawalQuote } from './quote-lines.tsx';
import { WithdrawalHistory } from './withdrawal-history.tsx';
import { WithdrawalTracker } from './withdrawal-tracker.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();

const withdrawal: Withdrawal = {
  id: '1KDVDWMC0SXVXCS8',
  method: 'address',
  amount: usdt(2_500_000n),
  fee: usdt(10_000n),
  actualReceipt: usdt(2_500_000n),
  destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  comment: 'rent <May>',
  state: 'inReview',
  reason: null,
  requestedAt: at(10),
  reviewEndsAt: at(11),
  sentAt: null,
  endedAt: null,
  approvalsNeeded: 2,
  approvals: 1,
  cancellable: true,
};

/** The names of the steps that are marked as the one it is at. */
const currentStep = (shown: Withdrawal): string[] =>
  [...markupOf(<WithdrawalTracker withdrawal={shown} />).matchAll(/aria-current="step"><span[^>]*>([^<]*)/g)].map(
    ([, name = '']) => name,
  );

test('a withdrawal in review shows its amount, when it can be sent, its approvals and that it can be cancelled', () => {
  const words = wordsOf(<WithdrawalTracker withdrawal={withdrawal} />);
  expect(words).toContain('In review 2.500000 USDT');
  // Who approves may take longer than the review.
  expect(words).toContain('It is sent once it is approved, at May 1, 11:00 at the earliest');
  expect(words).not.toContain('The review ends');
  const approved = wordsOf(<WithdrawalTracker withdrawal={{ ...withdrawal, approvals: 2 }} />);
  expect(approved).toContain('The review ends at May 1, 11:00');
  expect(words).toContain('1 of 2 approvals');
  expect(words).toContain('Cancel the withdrawal');
  expect(words).toContain('Fee paid by the house 0.010000 Actual receipt 2.500000');
  expect(words).toContain('To 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed Comment rent <May>');
  expect(words).toContain('Requested 1KDVDWMC0SXVXCS8 May 1, 10:00');
  expect(words).not.toMatch(/Sent May|Ended/);
  expect(currentStep(withdrawal)).toEqual(['In review']);
});

test('one that has ended says how and when, and cannot be cancelled', () => {
  const done = { ...withdrawal, state: 'done', sentAt: at(12), endedAt: at(13), cancellable: false } as const;
  const words = wordsOf(<WithdrawalTracker withdrawal={{ ...done, comment: '' }} />);
  expect(words).toContain('Paid out. The hold has left your balance.');
  expect(words).toContain('Sent May 1, 12:00 Ended May 1, 13:00');
  expect(words).not.toMatch(/Cancel the withdrawal|Comment|approval/);
  expect(currentStep({ ...done, comment: '' })).toEqual(['Done']);
  const refused = wordsOf(<WithdrawalTracker withdrawal={{ ...done, state: 'refused', reason: 'nameMismatch' }} />);
  expect(refused).toContain('Not paid out. The whole hold came back to your available quota.');
  expect(refused).toContain('Your name does not match the name on the card.');
});

test('the history shows each with its time, where it went, its amount and state, and leads to it', () => {
  const bank: Withdrawal = {
    ...{ ...withdrawal, id: '1KDVDWMC0SXVXCS9', method: 'bank', destination: '**** 4242', state: 'cancelled' },
    amount: usdt(1_250_000n),
    requestedAt: at(9),
  };
  answerPage(listWithdrawals, {}, [withdrawal, bank]);
  expect(wordsOf(<WithdrawalHistory />)).toBe(
    'Your withdrawals May 1, 10:00 0x5aAeb6…1BeAed 2.50 In review May 1, 09:00 **** 4242 1.25 Cancelled',
  );
  expect(linksOf(<WithdrawalHistory />)).toEqual([
    '/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS8',
    '/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS9',
  ]);
  answerPage(listWithdrawals, {}, []);
  expect(wordsOf(<WithdrawalHistory />)).toContain('No withdrawals yet');
});

const quoted: WithdrawalQuote = {
  method: 'bank',
  available: usdt(9_000_000n),
  quote: { amount: usdt(5_000_000n), fee: usdt(10_000n), actualReceipt: usdt(5_000_000n), approvalsNeeded: 0 },
  approvalAbove: usdt(10_000_000_000n),
  reviewSeconds: 600,
  card: { id: 'C1', masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: true },
  realName: 'Ann Lee',
  blockers: [],
};

test('before it is confirmed a withdrawal shows what is available, its fee, what arrives and how long it is reviewed', () => {
  expect(wordsOf(<QuoteLines quote={quoted} />)).toBe(
    'Available to withdraw 9.000000 USDT Fee 0.010000 paid by the house Actual receipt 5.000000 USDT Review 10m',
  );
  const large = { ...quoted, quote: { ...quoted.quote, approvalsNeeded: 2 } } as WithdrawalQuote;
  expect(wordsOf(<QuoteLines quote={large} />)).toContain('2 people approve it as well: over 10,000.00 USDT in a day');
  expect(wordsOf(<QuoteLines quote={{ ...quoted, quote: null }} />)).toContain(
    'Fee – paid by the house Actual receipt – USDT',
  );
  // The values change while the amount is typed, and are read out then.
  expect(markupOf(<QuoteLines quote={quoted} />)).toMatch(/^<dl[^>]* aria-live="polite"/);
});

test('the card is shown with its name, and each reason for a refusal leads to what resolves it', () => {
  expect(wordsOf(<CardLine quote={quoted} />)).toBe(
    'Test Bank · **** 4242 The card is in the name Ann Lee. It matches your profile.',
  );
  expect(wordsOf(<CardLine quote={{ ...quoted, realName: null }} />)).toContain('It must be yours.');
  expect(wordsOf(<CardLine quote={{ ...quoted, card: null }} />)).toBe('');
  const blocked: WithdrawalQuote = {
    ...quoted,
    card: { id: 'C1', masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: false },
    realName: 'Bob Ray',
    blockers: ['nameMismatch', 'accountFrozen', 'inReview'],
  };
  expect(wordsOf(<CardLine quote={blocked} />)).not.toContain('matches');
  expect(wordsOf(<Blockers quote={blocked} />)).toContain('in the name Ann Lee, your profile says Bob Ray');
  expect(wordsOf(<Blockers quote={blocked} />)).toMatch(/Correct the profile .* To the Security Center .* See it$/);
  const frozen = wordsOf(<Blockers quote={{ ...blocked, blockers: ['accountFrozen'] }} />);
  expect(frozen).toMatch(/To the Security Center$/);
  expect(frozen).not.toMatch(/Correct the profile|See it/);
  expect(wordsOf(<Blockers quote={quoted} />)).toBe('');
});

test('what must be set up first is said and led to', () => {
  const wallet = {
    ...{
      authorization: usdt(3_000_000n),
      locked: usdt(1_000_000n),
      available: usdt(2_000_000n),
      incomeToday: usdt(0n),
    },
    ...{ hasBankCard: false, hasWithdrawalPassword: true, userId: '0000000000000001' },
  };
  answer(getWallet, {}, wallet);
  expect(wordsOf(<NeedsCard />)).toContain(
    '2.000000 USDT What you need first Bank card Not set Withdrawal password Set',
  );
  expect(linksOf(<NeedsCard />)).toEqual(['/editbank', '/bankPwd']);
  answer(getWallet, {}, { ...wallet, hasBankCard: true, hasWithdrawalPassword: false });
  expect(wordsOf(<NeedsCard />)).toContain('Bank card Set Withdrawal password Not set');
  expect(linksOf(<NeedsCard />)).toEqual(['/card', '/bankPwd']);
  expect(wordsOf(<MethodList />)).toBe(
    'To the bank card In your own name To an address Ethereum-style address with its checksum',
  );
});

test('payout times are those that were measured, or that there are none', () => {
  expect(wordsOf(<PayoutTimes />)).toBe('');
  answer(getPayoutTimes, {}, { count: 1_234, medianSeconds: 660, percentile95Seconds: 7_300 });
  expect(wordsOf(<PayoutTimes />)).toContain('Half arrive within 11m 95% arrive within 3h');
  expect(wordsOf(<PayoutTimes />)).toContain('measured in the last 30 days: 1,234');
  answer(getPayoutTimes, {}, { count: 0, medianSeconds: null, percentile95Seconds: null });
  expect(wordsOf(<PayoutTimes />)).toContain('there is nothing to measure yet');
});
