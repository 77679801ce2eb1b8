import type { getFinancingLog, Holding, Product, quoteFinancing } from '#contract/financing.ts';
import type { OutputOf } from '#contract/operation.ts';
import { payoffSchedule } from '#core/financing/interest.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { momentOf } from './money-moments.fixture.ts';

const terms = { days: 7, dailyRatePpm: 412, earlyExitKeepsPercent: 60 };

export const week: Product = {
  ...{ ...terms, id: 'day7', minimum: usdt(10_500_000n), maximum: usdt(5_000_250_000n), open: true },
  capacity: usdt(4_321_098_765n),
  coming: [
    {
      ...{ from: momentOf(-4), dailyRatePpm: 455, minimum: usdt(12_500_000n), maximum: usdt(4_000_000_000n) },
      isOpen: true,
    },
    {
      ...{ from: momentOf(-31), dailyRatePpm: 390, minimum: usdt(15_000_000n), maximum: usdt(3_000_500_000n) },
      isOpen: false,
    },
  ],
};

/** Open, closed, and with what is decided of it. */
export const products: Product[] = [
  {
    ...{ id: 'day30', days: 30, dailyRatePpm: 567, earlyExitKeepsPercent: 45, open: true, coming: [] },
    ...{ minimum: usdt(100_000_000n), maximum: usdt(20_000_000_000n), capacity: usdt(19_876_543_210n) },
  },
  week,
  {
    ...{ id: 'day90', days: 90, dailyRatePpm: 1_050, earlyExitKeepsPercent: 5, open: false, coming: [] },
    ...{ minimum: usdt(500_000_000n), maximum: usdt(75_000_000_000n), capacity: usdt(0n) },
  },
];

/** What a subscription of the seven-day product would pay. */
export const quoteOf = (amount: Usdt, covered = true): OutputOf<typeof quoteFinancing> => ({
  ...{ product: 'day7', amount, startsAt: momentOf(0), maturesAt: momentOf(-82), covered },
  payoffs: payoffSchedule(terms, amount),
});

const holdingOf = (place: number, changes: Partial<Holding>): Holding => ({
  ...{
    ...terms,
    id: `1KDVDWMC0SXVXE${place + 10}`,
    product: 'day7',
    amount: usdt(1_000_000_000n * BigInt(place) + 1n),
  },
  ...{ state: 'running', subscribedAt: momentOf(40 + place), maturesAt: momentOf(place - 42), endedAt: null },
  ...{ daysEarned: place, interest: usdt(600_000n * BigInt(place) + 7n) },
  interestAtMaturity: usdt(2_884_000n * BigInt(place) + 3n),
  ...changes,
});

/** Holdings in each state. */
export const holdings: Holding[] = [
  holdingOf(3, { days: 30, product: 'day30' }),
  holdingOf(1, { state: 'redeemed', endedAt: momentOf(12) }),
  holdingOf(5, {}),
  holdingOf(2, { state: 'matured', endedAt: momentOf(21), days: 90, product: 'day90', daysEarned: 90 }),
];

export const log: OutputOf<typeof getFinancingLog> = {
  ...{ invested: usdt(8_000_000_002n), reserved: usdt(23_072_006n) },
  plans: { today: usdt(-12_345_678n), total: usdt(2_345_678_901n) },
  financing: { today: usdt(412_000n), total: usdt(3_704_011n) },
  rounds: { today: usdt(0n), total: usdt(-98_765_432n) },
  payouts: [
    holdingOf(4, { state: 'matured', endedAt: momentOf(33), days: 90 }),
    holdingOf(6, { state: 'redeemed', endedAt: momentOf(17), interest: usdt(0n) }),
    holdingOf(7, { state: 'matured', endedAt: momentOf(52), days: 30 }),
  ],
};
