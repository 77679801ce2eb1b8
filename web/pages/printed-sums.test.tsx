import { afterEach, beforeAll, expect, test } from 'vitest';
import { getFinancingLog } from '#contract/financing.ts';
import type { LevelOffer, PlanQuote } from '#contract/plans-offer.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { payoffSchedule } from '#core/financing/interest.ts';
import { usdt } from '#core/money/amount.ts';
import { categories, winningOutcomes } from '#core/rounds/categories.ts';
import { CharityColumns } from '#web/features/donations/charity-columns.tsx';
import { Earnings } from '#web/features/financing/earnings.tsx';
import { PayoffTable } from '#web/features/financing/payoffs.tsx';
import { LevelTerms } from '#web/features/plans/level-terms.tsx';
import { PlanConfirm } from '#web/features/plans/plan-confirm.tsx';
import { QuoteFigures } from '#web/features/plans/quote-figures.tsx';
import { outlookOf } from '#web/features/rounds/bet-form.ts';
import { BetOutlookLines } from '#web/features/rounds/bet-outlook.tsx';
import { QuoteLines } from '#web/features/withdrawals/quote-lines.tsx';
import { WithdrawalTracker } from '#web/features/withdrawals/withdrawal-tracker.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

/** The amounts that are printed behind these words, in millionths. */
function printedBehind(words: string, label: string): bigint[] {
  const [, behind] = words.split(label);
  if (behind === undefined) throw new Error(`“${label}” is not in “${words}”`);
  return [...behind.matchAll(/(\u2212?)((?:\d{1,3},)*\d{1,3})\.(\d{6})/g)].map(
    ([, sign, whole = '', decimals = '']) => {
      const value = BigInt(whole.replaceAll(',', '') + decimals);
      return sign === '' ? value : -value;
    },
  );
}

const first = (words: string, label: string): bigint => printedBehind(words, label)[0] ?? -1n;

test('of a withdrawal arrives what is withdrawn: the house pays the fee, in the quote and afterwards', () => {
  const amount = usdt(1_234_567_899n);
  const quote = { fee: usdt(10_001n), actualReceipt: amount, approvalsNeeded: 0 };
  const quoted = { available: usdt(9_000_000_009n), quote, reviewSeconds: 600, approvalAbove: usdt(0n) };
  expect(first(wordsOf(<QuoteLines quote={quoted as never} />), 'Actual receipt')).toBe(amount);
  const withdrawal = {
    ...{ ...quote, amount, id: 'W1', state: 'inReview', comment: '', destination: 'card', approvals: 0, reason: null },
    ...{ requestedAt: 0, reviewEndsAt: 0, sentAt: null, endedAt: null, cancellable: false },
  } as unknown as Withdrawal;
  const words = wordsOf(<WithdrawalTracker withdrawal={withdrawal} />);
  expect(first(words, 'In review')).toBe(amount);
  expect(first(words, 'Actual receipt')).toBe(amount);
});

test('what a bet pays and what charity receives is what it wins by its odds; the expected result is that of all outcomes', () => {
  for (const category of categories) {
    const form = { category, amount: '33.338551', follow: '3', stopOnWin: false, losslimit: '' };
    const outlook = outlookOf(form);
    if (outlook === null) throw new Error('it is an amount');
    const words = wordsOf(<BetOutlookLines form={form} outlook={outlook} />);
    const paid = first(words, 'If it wins, you receive');
    const stake = first(words, 'If it loses, you lose');
    const wins = BigInt(winningOutcomes[category]);
    expect(stake).toBe(33_338_551n);
    expect(paid + first(words, 'To charity')).toBe((stake * 1_000n) / wins);
    const inAll = paid * wins - stake * 1_000n;
    expect(first(words, 'Expected gain')).toBe((inAll - 999n) / 1_000n);
    expect(first(words, 'Reserved at once')).toBe(3n * stake);
    const lost = /Outcomes that lose ([\d.]+)%/.exec(words)?.[1];
    expect(Number(lost)).toBeCloseTo((1_000 - winningOutcomes[category]) / 10, 6);
  }
});

test('a payoff is the amount with its interest, on every day', () => {
  const amount = usdt(33_338_551n);
  const terms = { days: 7, dailyRatePpm: 337, earlyExitKeepsPercent: 50 };
  const quote = { amount, payoffs: payoffSchedule(terms, amount) } as never;
  const printed = printedBehind(wordsOf(<PayoffTable quote={quote} />), 'Paid to you');
  const rows = Array.from({ length: 8 }, (_, row) => printed.slice(2 * row, 2 * row + 2));
  expect(rows.at(-1)?.[0]).toBeGreaterThan(0n);
  for (const [interest = 0n, payoff] of rows) expect(payoff).toBe(amount + interest);
});

test('what the charity received is what was paid out and what is left', () => {
  const columns = { received: 9_100_003n, disbursed: 2_500_005n, unspent: 6_599_998n };
  const [received = 0n, disbursed = 0n, unspent = 0n] = printedBehind(
    wordsOf(<CharityColumns inPoints={null} inUsdt={columns} />),
    '',
  );
  expect(received).toBe(disbursed + unspent);
});

test('the total income is that of plans, financing and rounds', () => {
  const part = (total: bigint) => ({ today: usdt(1n), total: usdt(total) });
  answer(getFinancingLog, {}, {
    ...{ plans: part(-2_000_051n), financing: part(700_057n), rounds: part(-33_338_558n) },
    ...{ invested: usdt(0n), reserved: usdt(0n), payouts: [] },
  } as never);
  const words = wordsOf(<Earnings />);
  const parts = ['Plans, ever', 'Financing, ever', 'Rounds, ever'].map((label) => first(words, label));
  expect(first(words, 'Total Income')).toBe(parts.reduce((total, one) => total + one, 0n));
});

/** Shares of plans that lose, end flat and earn, whose rounded percents one by one add up to 101 or 99. */
const shares = [
  [0.005, 0.005, 0.99],
  [0.455, 0.09, 0.455],
  [0.334, 0.333, 0.333],
] as const;

test.each(shares)(
  '%f lost, %f flat and %f earned add up to a hundred as they are printed',
  (shareLost, shareFlat, shareEarned) => {
    const measured = { shareLost, shareFlat, shareEarned, samples: 1_234, hours: 480 };
    const level = {
      ...{
        ...measured,
        id: 1,
        strategy: 'trend-1',
        interval: '5m',
        rounds: 12,
        amountMin: usdt(1n),
        amountMax: usdt(9n),
      },
      ...{ maximumProfit: 0.05, maximumLoss: 0.03, expectedMin: -0.01, expectedMax: 0.01, expectedMean: 0 },
    } as unknown as LevelOffer;
    const outcomes = { low: -0.01, median: 0, high: 0.01, minimum: -0.03, maximum: 0.05, mean: 0 };
    const quote = {
      ...{ at: 3, historyFrom: 1, historyTo: 2, taker: null, feeMean: 0.004, feeOnce: 0.0006 },
      terms: { maximumProfit: 0.05, maximumLoss: 0.03 },
      distribution: {
        ...{ ...measured, ...outcomes, histogram: { from: -0.05, to: 0.05, counts: [1, 2] } },
        holding: { low: -0.07, median: 0, high: 0.09 },
      },
    } as unknown as PlanQuote;
    const summary = { level, amount: usdt(9n), worst: usdt(-1n), best: usdt(1n), advice: null } as never;
    const screens = [
      wordsOf(<LevelTerms level={level} leverage={3} />),
      wordsOf(<QuoteFigures coin="ETH" quote={quote} summary={summary} />),
      wordsOf(
        <PlanConfirm
          open
          form={{ coin: 'ETH', levelId: 1, leverage: 3, amountText: '9' } as never}
          summary={summary}
          quote={quote}
          available={usdt(9n)}
          warnings={null}
          onPlaced={() => undefined}
          onClose={() => undefined}
        />,
      ),
    ];
    for (const words of screens) {
      const [, lost, flat, earned] = /(\d+)% lost\D+(\d+)% flat\D+(\d+)% earned/i.exec(words) ?? [];
      expect(Number(lost) + Number(flat) + Number(earned), words).toBe(100);
    }
  },
);
