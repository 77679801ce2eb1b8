import { type Locale, languageTags, locales } from '#contract/locale.ts';
import { exclusionDays } from '#core/limits/exclusion.ts';
import { looseningMs } from '#core/limits/loss-limits.ts';
import { intervalMs } from '#core/market/candle.ts';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { samplesMin } from '#core/plans/distribution.ts';
import { leverageLimit } from '#core/plans/level-rules.ts';
import { levelsAt, takerFeeRate, weightUnbounded } from '#core/plans/levels.ts';
import { reversion1 } from '#core/plans/strategies/reversion-1.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { trend1 } from '#core/plans/strategies/trend-1.ts';
import type { PlanLevel } from '#core/plans/terms.ts';
import { rewards } from '#core/rewards/rules.ts';
import { activationPoints } from '#core/weight/rules.ts';
import {
  approvalAbove,
  approvalsNeededAbove,
  cardReplacementMs,
  reviewMs,
  withdrawalPasswordResetMs,
} from '#core/withdrawals/rules.ts';
import { windowMs } from '#server/market/candle-cache.ts';
import { exampleFigures } from './example-figures.ts';
import type { PastResults } from './past-results.ts';

/** The deposit channel's figures that texts use. */
export interface DepositFigures {
  readonly minimum: Usdt;
  readonly maximum: Usdt;
  readonly confirmationsNeeded: number;
}

/** Figures of placeholders, by name. Amounts are decimal strings, percentages numbers: 0.1 is 0.1 %. */
export type PublishedFigures = ReadonlyMap<string, number | string>;

/** How placeholder names number the lengths of an exclusion. */
const ordinals = ['first', 'second', 'third', 'fourth'] as const satisfies {
  readonly length: typeof exclusionDays.length;
};

/** The figures by the rules in force at that time (ms), so that no text repeats a number of a rule. */
export function publishedFigures(now: number, deposits: DepositFigures, past: PastResults): PublishedFigures {
  const levels = levelsAt(now);
  const [first] = levels;
  if (!first) throw new Error('there is no plan level');
  return new Map<string, number | string>([
    ['trend.fastCandles', trend1.parameters.fastCandles],
    ['trend.slowCandles', trend1.parameters.slowCandles],
    ['trend.bandPercent', trend1.parameters.neutralBand * 100],
    ['trend.band', trend1.parameters.neutralBand],
    ['reversion.candles', reversion1.parameters.candles],
    ['reversion.deviations', reversion1.parameters.deviations],
    ['reversion.distancePercent', reversion1.parameters.leastDistance * 100],
    ['reversion.distance', reversion1.parameters.leastDistance],
    ['strategies.count', Object.keys(strategies).length],

    ['plan.candleMinutes', intervalMs[first.terms.interval] / 60_000],
    ['plan.candleMs', intervalMs[first.terms.interval]],
    // Twice: for opening a position and for closing it.
    ['plan.feePercent', first.terms.feeRate * 100],
    ['plan.positionFeePercent', first.terms.feeRate * 200],
    ['plan.leverageMax', Math.max(...levels.map(({ leverageMax }) => leverageMax))],
    ['plan.leverageLimit', leverageLimit],
    ['quote.startsMin', samplesMin],
    ['quote.takerFeePercent', takerFeeRate * 100],
    ['past.starts', past.starts],
    ['past.lost', past.lost],
    ['past.coinsMostlyLost', past.coinsMostlyLost],
    ['quote.historyDays', windowMs[first.terms.interval] / 86_400_000],
    ['levels.count', levels.length],
    ...levels.flatMap(levelFigures),

    ['weight.depositConfirmed', rewards.depositConfirmed.weight],
    ['weight.planSettled', rewards.planSettled.weight],
    ['weight.withdrawalPasswordSet', rewards.withdrawalPasswordSet.weight],
    ['weight.cardBound', rewards.cardBound.weight],
    ['weight.activation', activationPoints],

    ['withdrawal.reviewMinutes', reviewMs / 60_000],
    ['withdrawal.approvalAbove', toDecimal('USDT', approvalAbove)],
    ['withdrawal.approvals', approvalsNeededAbove],
    ['card.replacementHours', cardReplacementMs / 3_600_000],
    ['withdrawalPassword.resetHours', withdrawalPasswordResetMs / 3_600_000],

    ['limits.looseningHours', looseningMs / 3_600_000],
    ...exclusionDays.map((days, place): [string, number] => [`exclusion.${ordinals[place]}`, days]),

    ['deposit.minimum', toDecimal('USDT', deposits.minimum)],
    ['deposit.maximum', toDecimal('USDT', deposits.maximum)],
    ['deposit.confirmations', deposits.confirmationsNeeded],

    ['market.coins', past.coins],
    ['account.adultAge', 18],
    ['account.usernameMin', 6],
    ['account.usernameMax', 20],
    ['account.passwordMin', 6],
    ['account.passwordMax', 16],
    ['languages.count', locales.length],
    ...exampleFigures(levels, first),
  ]);
}

function levelFigures({ id, weightMin, weightMax, amountMin, amountMax, leverageMax, terms }: PlanLevel) {
  const figures: [string, number | string][] = [
    [`level.${id}.weightMin`, weightMin],
    [`level.${id}.amountMin`, toDecimal('USDT', amountMin)],
    [`level.${id}.amountMax`, toDecimal('USDT', amountMax)],
    [`level.${id}.leverageMax`, leverageMax],
    [`level.${id}.rounds`, terms.rounds],
    [`level.${id}.minutes`, (terms.rounds * intervalMs[terms.interval]) / 60_000],
    [`level.${id}.maximumProfitPercent`, terms.maximumProfit * 100],
    [`level.${id}.maximumLossPercent`, terms.maximumLoss * 100],
  ];
  return weightMax === weightUnbounded ? figures : [...figures, [`level.${id}.weightMax`, weightMax] as const];
}

/** The figure in the language's number format. */
export function wordedFigure(value: number | string, locale: Locale): string {
  const format = new Intl.NumberFormat(languageTags[locale], { maximumFractionDigits: 6 });
  return format.format(typeof value === 'number' ? value : (value as `${number}`));
}
