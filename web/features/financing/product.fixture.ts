import type { Product } from '#contract/financing.ts';
import { payoffSchedule } from '#core/financing/interest.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';

export const at = (day: number): number => new Date(2026, 4, day, 10).getTime();
export const terms = { days: 7, dailyRatePpm: 400, earlyExitKeepsPercent: 60 };
export const product: Product = {
  ...{ ...terms, id: 'day7', minimum: usdt(10_000_000n), maximum: usdt(5_000_000_000n), open: true, coming: [] },
  capacity: usdt(4_000_000_000n),
};

export const quoteOf = (amount: Usdt, covered = true) => ({
  ...{ product: 'day7', amount, startsAt: at(1), maturesAt: at(8), payoffs: payoffSchedule(terms, amount), covered },
});
