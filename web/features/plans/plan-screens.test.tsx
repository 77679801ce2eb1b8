import { afterEach, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import type { Plan } from '#contract/plan-record.ts';
import { listPlans } from '#contract/plans.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import type { getPlan } from '#contract/plans-proof.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answerPage, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { LevelTerms } from './level-terms.tsx';
import { PlanHead } from './plan-head.tsx';
import { PlanList } from './plan-list.tsx';
import { QuoteFigures, type QuoteFiguresProps } from './quote-figures.tsx';
import { RecordedDaysCard } from './recorded-days-card.tsx';
import { RoundList } from './round-list.tsx';
import { StatusChips } from './status-chips.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const plan = {
  ...{ id: '1KDVDWMC0SXVXCS8', coin: 'ETH', level: 1, leverage: 3, amount: usdt(100_000_000n), strategy: 'trend-1' },
  ...{ status: 'success', income: usdt(2_500_000n), roundsDone: 12, roundsTotal: 12, placedAt: at(10) },
} as unknown as Plan;
type Detail = OutputOf<typeof getPlan>;
const detail = {
  ...{ plan, settledAt: at(12), end: 'maximumProfit', shortfall: usdt(0n), startsAt: at(10), rounds: [] },
  terms: { interval: '5m', maximumProfit: 0.05, maximumLoss: 0.03 },
} as unknown as Detail;

test('each plan of the record shows pair, leverage, rounds, amount, income and when it was placed, and leads to it', () => {
  const pending = { ...plan, id: '1KDVDWMC0SXVXCS9', status: 'pending', income: usdt(-1_000_000n), roundsDone: 4 };
  answerPage(listPlans, {}, [plan, pending as Plan]);
  const words = wordsOf(<PlanList />);
  expect(words).toMatch(/ETH\/USDT · 3X .*12\s?\/\s?12.*100\.00.*\+2\.5000.*May 1, 10:00.*4\s?\/\s?12.*−1\.0000/);
  expect(linksOf(<PlanList />)).toEqual(['/ordersDetail?id=1KDVDWMC0SXVXCS8', '/ordersDetail?id=1KDVDWMC0SXVXCS9']);
  answerPage(listPlans, {}, []);
  expect(wordsOf(<PlanList />)).not.toMatch(/ETH|No older plans/);
});

test('beside a failure stands that nothing was lost, or that the plan is void, and beside nothing else', () => {
  const chips = (change: object) => wordsOf(<StatusChips plan={{ ...plan, isVoid: false, ...change }} />);
  const [failed, even, isVoid] = [{ income: usdt(-1n) }, { income: usdt(0n) }, { income: usdt(0n), isVoid: true }].map(
    (change) => chips({ status: 'failure', ...change }),
  );
  expect(even).toMatch(new RegExp(`^.+ ${failed}$`));
  expect(isVoid).toMatch(new RegExp(`^Void ${failed}$`));
  expect(even).not.toBe(isVoid);
  expect(chips({ status: 'success', income: usdt(0n) })).toBe(chips({ status: 'success', income: usdt(1n) }));
});

test('the rounds of a plan are numbered from 1, each with direction, time and result, and their total below', () => {
  const round = (hour: number, direction: number, running: number) => ({
    openTime: at(hour),
    direction,
    running,
    fee: 0,
  });
  const rounds = { rounds: [round(10, 1, 0.03), round(11, -1, 0.01), round(12, 0, 0.01)], candles: [] } as never;
  const words = wordsOf(<RoundList detail={rounds} />);
  expect(words).toMatch(/ 1 Long 10:00.*\+3\.00.* 2 Short 11:00.*−2\.00.* 3 .*12:00.*0\.00.*\+1\.00 ?%?$/);
  expect(words).not.toContain('price jump');
  // Of two other recorded days that begin in the plan, over one the price is not carried on.
  const seams = [11, 12].map((hour) => ({ openTime: at(hour), seam: true, isBreak: hour === 12 }));
  expect(wordsOf(<RoundList detail={{ ...(rounds as object), candles: seams } as never} />)).toMatch(
    / 2 Short 11:00 [^a-z]* 3 [^:]*12:00.* price jump before it/,
  );
});

test('a difference names its round or its candle, and all candles where it is none alone', () => {
  const difference = { between: 'engine', claimed: 'one', found: 'other' } as const;
  const named = (more: object) => wordsOf(<DifferenceTable differences={[{ ...difference, ...more } as never]} />);
  expect(named({ field: 'candles', place: 7 })).toMatch(/^Candle 7 .*one.*other/);
  expect(named({ field: 'candles' })).toMatch(/^Candles .*one.*other/);
  expect(named({ field: 'claimed.results', place: 4 })).toMatch(/^[^0-9]*4\b.*one.*other/);
});

test.each([
  ['terms.maximumProfit', 'engine', /^Maximum profit Claimed one Computed here other$/],
  ['terms.maximumLoss', 'kept', /^Maximum loss Kept on this phone at placing one In the proof other$/],
  ['terms.leverage', 'page', /^Leverage On this page one In the proof other$/],
  ['terms.feeRate', 'market', /^Fee rate The market’s minutes one In the proof other$/],
  [
    'market.market.commitment',
    'status',
    /^Commitment .* The replay that the market says it plays one In the proof other$/,
  ],
  ['candlesHash', 'recording', /^Hash of the candles The recorded days one In the proof other$/],
  ['amount', 'receipt', /^Amount Sent by this phone one Placed by the server other$/],
  ['claimed.income', 'engine', /^Income /],
  ['claimed.end', 'engine', /^How it ended /],
  ['claimed.shortfall', 'engine', /^Borne by the house /],
  ['rounds', 'engine', /^Number of rounds /],
  ['startsAt', 'kept', /^Start of the first round /],
  ['coin', 'kept', /^Coin /],
  ['level', 'receipt', /^Level /],
] as const)(
  'a difference in %s is named by what differs, and each value by where it is from',
  (field, between, words) => {
    const difference = { between, field, claimed: 'one', found: 'other' };
    expect(wordsOf(<DifferenceTable differences={[difference]} />)).toMatch(words);
  },
);

test('until the proof of a plan is there, nothing is said of its recorded days', () => {
  expect(wordsOf(<RecordedDaysCard plan="1KDVDWMC0SXVXCS8" />)).toBe('');
});

test('a settled plan says how it ended and when, one that runs how far it is', () => {
  const settled = wordsOf(<PlanHead detail={detail} />);
  expect(settled).toMatch(/May 1, 12:00 .*\+2\.5000 USDT.*100\.00.*3X.*ETH.*\+5%.*−3%/);
  const endings = (['completed', 'maximumProfit', 'maximumLoss', 'void'] as const).map((end) =>
    wordsOf(<PlanHead detail={{ ...detail, end }} />),
  );
  expect(endings.map((words) => words.split('12 of 12 rounds closed · ')[1])).toEqual([
    ...['Ran to the last round', 'Ended early at its maximum profit', 'Ended early at its maximum loss'],
    'Void: its candles did not come',
  ]);
  const short = wordsOf(<PlanHead detail={{ ...detail, shortfall: usdt(1_500_000n) }} />);
  expect(short).toContain('covered by Clearlot: 1.50 USDT');
  for (const [shortfall, shown] of [
    [1n, '0.000001'],
    [9_999n, '0.009999'],
    [10_000n, '0.01'],
  ] as const) {
    expect(wordsOf(<PlanHead detail={{ ...detail, shortfall: usdt(shortfall) }} />)).toContain(
      `Clearlot: ${shown} USDT`,
    );
  }
  expect(settled).not.toContain('covered by Clearlot');
  const running = {
    ...detail,
    settledAt: null,
    end: null,
    plan: { ...plan, status: 'pending', roundsDone: 3 },
  } as Detail;
  const words = wordsOf(<PlanHead detail={running} />);
  expect(words).toContain('May 1, 10:00');
  expect(words).toContain('3 of 12 rounds closed');
  expect(markupOf(<PlanHead detail={running} />)).toContain('width:25%');
  expect(markupOf(<PlanHead detail={running} />)).toContain('aria-valuenow="3"');
});

test('a level’s bounds and what is expected of it stand in their places', () => {
  const level = {
    ...{ id: 1, amountMin: usdt(10_000_000n), amountMax: usdt(500_000_000n), maximumProfit: 0.05, maximumLoss: 0.03 },
    ...{ expectedMin: -0.03, expectedMax: 0.05, expectedMean: 0.001, samples: 1_200 },
    ...{ shareLost: 0.5, shareFlat: 0.1, shareEarned: 0.4 },
  } as unknown as LevelOffer;
  const words = wordsOf(<LevelTerms level={level} leverage={3} />);
  expect(words).toMatch(/10–500 .*\+5%.*−3%.*−3\.00%.*\+5\.00%.*\+0\.10%.*50%.*10%.*40%.*1,200/);
  const unmeasured = { ...level, expectedMin: null } as LevelOffer;
  expect(wordsOf(<LevelTerms level={unmeasured} leverage={3} />)).not.toContain('1,200');
});

test('outcomes of a quote: worse, median and better, the shares, beside holding, and from when to when they were measured', () => {
  const quote = {
    ...{ at: at(9), historyFrom: at(1), historyTo: at(9), taker: null, feeMean: 0.004, feeOnce: 0.0006 },
    terms: { maximumProfit: 0.05, maximumLoss: 0.03 },
    distribution: {
      ...{
        samples: 1_234,
        hours: 480,
        mean: 0.001,
        low: -0.02,
        median: 0.003,
        high: 0.04,
        minimum: -0.03,
        maximum: 0.05,
      },
      ...{
        shareLost: 0.455,
        shareFlat: 0.1,
        shareEarned: 0.445,
        histogram: { from: -0.05, to: 0.05, counts: [1, 2, 3, 4] },
      },
      holding: { low: -0.07, median: 0.006, high: 0.09 },
    },
  } as unknown as QuoteFiguresProps['quote'];
  const summary = { amount: usdt(100_000_000n), worst: usdt(-3_000_000n), best: usdt(5_000_000n) } as never;
  const words = wordsOf(<QuoteFigures coin="ETH" quote={quote} summary={summary} />);
  expect(markupOf(<QuoteFigures coin="ETH" quote={quote} summary={summary} />)).toMatch(
    /role="img" aria-label="How the plan ended, from /,
  );
  expect(words).toMatch(/−2\.00% .*\+0\.30% .*\+4\.00% .*\+0\.10%/);
  expect(words).toMatch(/−7\.00% .*\+0\.60% .*\+9\.00%/);
  expect(words).toMatch(/46% Lost 10% Flat 44% Earned/);
  // What it can lose, can earn, and costs, of 100 USDT.
  expect(words).toMatch(/−3\.00.*\+5\.00.* 0\.40/);
  expect(words).toMatch(/1,234.*480.*May 1, 01:00.*May 1, 09:00/);
  expect(words).not.toContain('At a taker’s');
  const taken = { ...quote, taker: { feeRate: 0.0005, mean: -0.001, median: 0.002, shareLost: 0.6 } };
  expect(wordsOf(<QuoteFigures coin="ETH" quote={taken} summary={summary} />)).toContain(
    'At a taker’s 0.05%: mean −0.10%, median +0.20%, 60% lost.',
  );
});
