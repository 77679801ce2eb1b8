import type { Plan } from '#contract/plan-record.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import type { Interval } from '#core/market/candle.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { Format } from '#web/platform/format/use-format.ts';
import type { Translate } from '#web/platform/i18n/text.ts';

export const statusTone = { pending: 'accent', success: 'up', failure: 'down' } as const;

export function statusWords(t: Translate, status: Plan['status']): string {
  const keys = {
    pending: 'plans.statusPending',
    success: 'plans.statusSuccess',
    failure: 'plans.statusFailure',
  } as const;
  return t(keys[status]);
}

export const strategyWords = (t: Translate, strategy: Plan['strategy']): string => t(`plans.strategy-${strategy}`);

const intervalWords = (t: Translate, interval: Interval): string => t(`plans.interval${interval}`);

/** Amounts in rules: decimals only where there are any, and then all of them. */
export function shortUsdt(format: Format, value: Usdt): string {
  return value % 1_000_000n === 0n ? format.usdt(value, 0) : format.exactUsdt(value);
}

/** A ratio in rules as a percent: 0.06 is "+6 %", decimals only where there are any. */
export function rulePercent(format: Format, ratio: number): string {
  const percent = ratio * 100;
  return format.percent(ratio, Math.abs(percent - Math.round(percent)) < 1e-9 ? 0 : 2);
}

/** Three shares of a whole in whole percents that add up to 100: each is what the printed sum of the shares moves by. */
export function wholePercents(
  format: Format,
  [first, second]: readonly [number, number, number],
): readonly [string, string, string] {
  const until = [first, first + second].map((share) => Math.round(share * 100)) as [number, number];
  const shown = (percent: number) => format.percent(percent / 100, 0, 'negative');
  return [shown(until[0]), shown(until[1] - until[0]), shown(100 - until[1])];
}

interface PastOutcomes {
  readonly shareLost: number;
  readonly shareFlat: number;
  readonly shareEarned: number;
  readonly samples: number;
  readonly hours: number;
}

/** How often a plan lost, stood and earned in the past, and how many results that is of. */
export function pastOutcomeLines(
  t: Translate,
  format: Format,
  { shareLost, shareFlat, shareEarned, samples, hours }: PastOutcomes,
  leverage: number,
): readonly [shares: string, counts: string] {
  const [lost, flat, earned] = wholePercents(format, [shareLost, shareFlat, shareEarned]);
  return [
    t('plans.expectedShares', { lost, flat, earned }),
    t('plans.expectedCounts', { samples: format.count(samples), hours: format.count(hours), leverage }),
  ];
}

export function levelTermsWords(t: Translate, level: LevelOffer): string {
  return t('plans.terms', {
    strategy: strategyWords(t, level.strategy),
    rounds: level.rounds,
    interval: intervalWords(t, level.interval),
  });
}
