import { type Usdt, usdt } from '#core/money/amount.ts';

/** What a holding is bound to from its first day to its last, whatever its product offers by then. */
export interface FinancingTerms {
  /** Full days of 24 hours to maturity. */
  readonly days: number;
  /** Interest of one day, in millionths of the principal: 200 is 0.02 %. */
  readonly dailyRatePpm: number;
  /** How much of the interest accrued so far an early exit keeps, in percent. */
  readonly earlyExitKeepsPercent: number;
}

/** A product that can be subscribed to: its terms and the bounds of one subscription, in micro-USDT. */
export interface FinancingProduct extends FinancingTerms {
  readonly id: string;
  /** Least and most of one subscription. */
  readonly minimum: Usdt;
  readonly maximum: Usdt;
}

const minimum = usdt(10_000_000n);
const maximum = usdt(10_000_000_000n);
const earlyExitKeepsPercent = 50;

/** The products as they ship, shortest first: longer terms have higher daily rates. Two operators can change rates and bounds. */
export const financingProducts: readonly FinancingProduct[] = [
  { id: 'day1', days: 1, dailyRatePpm: 100, earlyExitKeepsPercent, minimum, maximum },
  { id: 'day7', days: 7, dailyRatePpm: 200, earlyExitKeepsPercent, minimum, maximum },
  { id: 'day14', days: 14, dailyRatePpm: 250, earlyExitKeepsPercent, minimum, maximum },
  { id: 'day30', days: 30, dailyRatePpm: 300, earlyExitKeepsPercent, minimum, maximum },
];

/** The specification's plan. */
export const mainProductId = 'day7';

/** What the house set aside for interest when the product first opened: all that it can ever pay until more is put in. */
export const yieldFunding: Usdt = usdt(100_000_000_000n);
