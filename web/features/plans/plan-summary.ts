import type { LevelOffer } from '#contract/plans-offer.ts';
import { parseAmount, scaleTowardZero, type Usdt, usdt } from '#core/money/amount.ts';
import type { PlanForm } from './plan-form.ts';

/** Inputs of the form's validation. */
export interface PlanBounds {
  readonly levels: readonly LevelOffer[];
  /** Null while loading. */
  readonly available: Usdt | null;
}

interface QuickAmount {
  readonly amount: Usdt;
  /** Whether it is the most that the level and the available quota allow. */
  readonly isMost: boolean;
}

/** Everything derived from the form that it shows. */
export interface PlanSummary {
  /** The next step: 1 trading area, 2 leverage, 3 amount. */
  readonly step: 1 | 2 | 3;
  /** Whether all three steps are done, with an amount that nothing here speaks against. */
  readonly isComplete: boolean;
  readonly level: LevelOffer | null;
  readonly amount: Usdt | null;
  /** Round amounts that the level and the available quota allow, and the most they allow; empty where they allow nothing. */
  readonly quickAmounts: readonly QuickAmount[];
  /** The nearest bound that the amount is beyond. Advisory: the server enforces the bounds. */
  readonly advice: 'outsideQuota' | 'overAvailable' | null;
  /** Maximum loss and profit, with settlement's own rounding. */
  readonly worst: Usdt | null;
  readonly best: Usdt | null;
}

export function planSummary(form: PlanForm, { levels, available }: PlanBounds): PlanSummary {
  const level = levels.find(({ id }) => id === form.levelId) ?? levels[0] ?? null;
  const amount = amountOf(form);
  const staked = level && amount;
  const advice = adviceOn(amount, level, available);
  const step = form.coin === '' ? 1 : form.leverage === null ? 2 : 3;
  return {
    step,
    isComplete: step === 3 && amount !== null && advice === null,
    level,
    amount,
    quickAmounts: level && available !== null ? quickAmounts(level, available) : [],
    advice,
    worst: staked ? scaleTowardZero(staked, -level.maximumLoss) : null,
    best: staked ? scaleTowardZero(staked, level.maximumProfit) : null,
  };
}

/** The typed amount in micro-USDT, or null unless it is above zero. */
function amountOf({ amountText }: Pick<PlanForm, 'amountText'>): Usdt | null {
  const amount = parseAmount('USDT', amountText.replace(/\.$/, ''));
  return amount !== null && amount > 0n ? amount : null;
}

const roundAmounts = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000];
const roundAmountsShown = 2;

function quickAmounts(level: LevelOffer, available: Usdt): readonly QuickAmount[] {
  const most = mostOf(level, available);
  if (most < level.amountMin) return [];
  const round = roundAmounts
    .map((amount) => usdt(BigInt(amount) * 1_000_000n))
    .filter((amount) => amount >= level.amountMin && amount < most)
    .slice(-roundAmountsShown);
  const wholeCents = usdt((most / 10_000n) * 10_000n);
  const shown = wholeCents < level.amountMin ? most : wholeCents;
  return [...round.map((amount) => ({ amount, isMost: false })), { amount: shown, isMost: true }];
}

function adviceOn(amount: Usdt | null, level: LevelOffer | null, available: Usdt | null): PlanSummary['advice'] {
  if (amount === null) return null;
  const isWithin = level === null || (amount >= level.amountMin && amount <= level.amountMax);
  if (available === null || amount <= available) return isWithin ? null : 'outsideQuota';
  return level !== null && available >= level.amountMax ? 'outsideQuota' : 'overAvailable';
}

const mostOf = ({ amountMax }: LevelOffer, available: Usdt): Usdt => (available < amountMax ? available : amountMax);
