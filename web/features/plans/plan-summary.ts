import type { LevelOffer } from '#contract/plan-offer.ts';
import { parseAmount, scaleTowardZero, type Usdt, usdt } from '#core/money/amount.ts';
import type { PlanForm } from './plan-form.ts';

/** Inputs of the form's validation. */
export interface PlanBounds {
  readonly levels: readonly LevelOffer[];
  /** Null while loading. */
  readonly available: Usdt | null;
}

export interface QuickAmount {
  readonly share: 25 | 50 | 100;
  readonly amount: Usdt;
}

/** Everything derived from the form that it shows. */
export interface PlanSummary {
  /** The next step: 1 trading area, 2 leverage, 3 amount. */
  readonly step: 1 | 2 | 3;
  readonly level: LevelOffer | null;
  readonly amount: Usdt | null;
  /** Quick amounts: shares of what the level and the available quota allow; empty where they allow nothing. */
  readonly quickAmounts: readonly QuickAmount[];
  /** Advisory: the server enforces the bounds. */
  readonly advice: 'outsideQuota' | 'overAvailable' | null;
  /** Maximum loss and profit, with settlement's own rounding. */
  readonly worst: Usdt | null;
  readonly best: Usdt | null;
}

export function planSummary(form: PlanForm, { levels, available }: PlanBounds): PlanSummary {
  const level = levels.find(({ id }) => id === form.levelId) ?? levels[0] ?? null;
  const amount = amountOf(form);
  const staked = level && amount;
  return {
    step: form.coin === '' ? 1 : form.leverage === null ? 2 : 3,
    level,
    amount,
    quickAmounts: level && available !== null ? quickAmounts(level, available) : [],
    advice: adviceOn(amount, level, available),
    worst: staked ? scaleTowardZero(staked, -level.maximumLoss) : null,
    best: staked ? scaleTowardZero(staked, level.maximumProfit) : null,
  };
}

/** The typed amount in micro-USDT, or null unless it is above zero. */
export function amountOf({ amountText }: Pick<PlanForm, 'amountText'>): Usdt | null {
  const amount = parseAmount('USDT', amountText.replace(/\.$/, ''));
  return amount !== null && amount > 0n ? amount : null;
}

function quickAmounts(level: LevelOffer, available: Usdt): readonly QuickAmount[] {
  const most = available < level.amountMax ? available : level.amountMax;
  if (most < level.amountMin) return [];
  const cents = most / 10_000n;
  return ([25, 50, 100] as const)
    .map((share) => ({ share, amount: usdt(((cents * BigInt(share)) / 100n) * 10_000n) }))
    .filter(({ amount }) => amount >= level.amountMin);
}

function adviceOn(amount: Usdt | null, level: LevelOffer | null, available: Usdt | null): PlanSummary['advice'] {
  if (amount === null) return null;
  if (available !== null && amount > available) return 'overAvailable';
  return level && (amount < level.amountMin || amount > level.amountMax) ? 'outsideQuota' : null;
}
