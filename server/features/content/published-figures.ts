import { backupCodeCount, passkeysMax } from '#contract/identity-schemas.ts';
import { type Locale, languageTags, locales } from '#contract/locale.ts';
import { checkInPoints, weekdays } from '#core/check-in/week.ts';
import { donationTiers, tierPoints } from '#core/donations/tiers.ts';
import { entryKinds } from '#core/draws/entries.ts';
import { expectedValue, numbersOf, type PrizeTable, prizeTable } from '#core/draws/prizes.ts';
import { firstWeekDays, milestones, teamLevels, teamRules } from '#core/invitations/rules.ts';
import {
  cardsOfDayMax,
  dayLimitMs,
  depositedOfDayMax,
  depositsOfDayMax,
  depositsOpenMax,
  holdingsRunningMax,
  plansRunningMax,
} from '#core/limits/business-limits.ts';
import { exclusionDays } from '#core/limits/exclusion.ts';
import { looseningMs } from '#core/limits/loss-limits.ts';
import { basketBase } from '#core/market/basket.ts';
import { intervalMs } from '#core/market/candle.ts';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { histogramBins, samplesMin } from '#core/plans/distribution.ts';
import { leverageLimit } from '#core/plans/level-rules.ts';
import { takerFeeRate, weightUnbounded } from '#core/plans/levels.ts';
import { reversion1 } from '#core/plans/strategies/reversion-1.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { trend1 } from '#core/plans/strategies/trend-1.ts';
import { type PlanLevel, termsBounds } from '#core/plans/terms.ts';
import { voidAfterMs } from '#core/plans/void.ts';
import { levelsOffered, type OfferChange } from '#core/products/offers.ts';
import { passwordRequestMs, recoveryFreezeMs, recoveryWaitMs } from '#core/recovery/rules.ts';
import { redEnvelope, rewardKinds, rewards } from '#core/rewards/rules.ts';
import {
  bonusDays,
  pointsOfDay,
  readingSecondsMax,
  readingSecondsMin,
  taskKinds,
  taskPoints,
} from '#core/rewards/tasks.ts';
import { outcomeCount } from '#core/rounds/categories.ts';
import { charityParts } from '#core/rounds/payout.ts';
import { dayMs } from '#core/time/lengths.ts';
import { activationPoints } from '#core/weight/rules.ts';
import {
  approvalAbove,
  approvalAboveCount,
  approvalAboveDestinations,
  approvalSpanMs,
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

/** The figures by the rules and offers in force at that time (ms), so that no text repeats a number of a rule. */
export function publishedFigures(
  now: number,
  deposits: DepositFigures,
  past: PastResults,
  changes: readonly OfferChange[] = [],
  prizes: PrizeTable = prizeTable,
): PublishedFigures {
  const levels = levelsOffered(now, changes);
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
    ['void.days', voidAfterMs / 86_400_000],
    ['plan.candleMs', intervalMs[first.terms.interval]],
    // Twice: for opening a position and for closing it.
    ['plan.feePercent', first.terms.feeRate * 100],
    ['plan.feeRate', first.terms.feeRate],
    ['plan.positionFeePercent', first.terms.feeRate * 200],
    ['plan.leverageMax', Math.max(...levels.map(({ leverageMax }) => leverageMax))],
    ['plan.leverageLimit', leverageLimit],
    ...termsFigures,
    ['quote.startsMin', samplesMin],
    ['quote.bins', histogramBins],
    ['quote.takerFeePercent', takerFeeRate * 100],
    ['past.starts', past.starts],
    ['past.lost', past.lost],
    ['past.coinsMostlyLost', past.coinsMostlyLost],
    ['quote.historyDays', windowMs[first.terms.interval] / 86_400_000],
    ['levels.count', levels.length],
    ...levels.flatMap(levelFigures),

    ...rewardKinds.map((kind): [string, number] => [`weight.${kind}`, rewards[kind].weight]),
    ['weight.activation', activationPoints],
    ...taskFigures(),

    ['rounds.outcomes', outcomeCount],
    ['rounds.charityPercent', 100 / Number(charityParts)],
    ...drawFigures(prizes),
    ...weekdays.map((day): [string, number] => [`checkIn.${day}`, checkInPoints[day]]),
    ...donationTiers.map((tier): [string, number] => [`donation.${tier}`, tierPoints[tier]]),
    ...invitationFigures,

    ['withdrawal.reviewMinutes', reviewMs / 60_000],
    ['withdrawal.approvalAbove', toDecimal('USDT', approvalAbove)],
    ['withdrawal.approvalHours', approvalSpanMs / 3_600_000],
    ['withdrawal.approvalCount', approvalAboveCount],
    ['withdrawal.approvalDestinations', approvalAboveDestinations],
    ['withdrawal.approvals', approvalsNeededAbove],
    ['card.replacementHours', cardReplacementMs / 3_600_000],
    ['withdrawalPassword.resetHours', withdrawalPasswordResetMs / 3_600_000],
    ['recovery.waitHours', recoveryWaitMs / 3_600_000],
    ['recovery.freezeHours', recoveryFreezeMs / 3_600_000],
    ['recovery.requestDays', passwordRequestMs / 86_400_000],

    ['financing.dayHours', dayMs / 3_600_000],
    ...limitFigures,
    ...exclusionDays.map((days, place): [string, number] => [`exclusion.${ordinals[place]}`, days]),

    ['deposit.minimum', toDecimal('USDT', deposits.minimum)],
    ['deposit.maximum', toDecimal('USDT', deposits.maximum)],
    ['deposit.confirmations', deposits.confirmationsNeeded],

    ['market.coins', past.coins],
    ['basket.base', basketBase],
    ['account.adultAge', 18],
    ['account.usernameMin', 6],
    ['account.usernameMax', 20],
    ['account.passwordMin', 6],
    ['account.passwordMax', 16],
    ['account.backupCodes', backupCodeCount],
    ['account.passkeysMax', passkeysMax],
    ['languages.count', locales.length],
    ...exampleFigures(levels, first),
  ]);
}

const termsFigures: readonly [string, number][] = [
  ['terms.roundsMost', termsBounds.rounds[1]],
  ['terms.leverageMost', termsBounds.leverage[1]],
  ['terms.maximumProfitMost', termsBounds.maximumProfit[1]],
  ['terms.maximumLossMost', termsBounds.maximumLoss[1]],
  ['terms.feeRateBelow', termsBounds.feeRateBelow],
];

const limitFigures: readonly [string, number | string][] = [
  ['limits.looseningHours', looseningMs / 3_600_000],
  ['limits.spanHours', dayLimitMs / 3_600_000],
  ['limits.depositsOfDay', depositsOfDayMax],
  ['limits.depositedOfDay', toDecimal('USDT', depositedOfDayMax)],
  ['limits.depositsOpen', depositsOpenMax],
  ['limits.plansRunning', plansRunningMax],
  ['limits.holdingsRunning', holdingsRunningMax],
  ['limits.cardsOfDay', cardsOfDayMax],
];

const invitationFigures: readonly [string, number][] = [
  ['invitation.firstWeekDays', firstWeekDays],
  ...milestones.flatMap((milestone) =>
    teamLevels.map((level): [string, number] => [
      `invitation.${milestone}.${level}`,
      teamRules.points[milestone][level],
    ]),
  ),
];

/** Amounts and numbers of the prizes by their ids, and what the numbers that are left and an entry come to. */
const drawFigures = (table: PrizeTable): [string, number | string][] => [
  ['draws.kinds', entryKinds.length],
  ['draws.numbers', table.numbers],
  ...table.prizes.flatMap((prize): [string, number | string][] => [
    [`draws.${prize.id}`, toDecimal('USDT', prize.amount)],
    [`draws.${prize.id}Wins`, numbersOf(prize)],
  ]),
  ['draws.losing', table.prizes.reduce((left, prize) => left - numbersOf(prize), table.numbers)],
  ['draws.expected', toDecimal('USDT', expectedValue(table))],
];

/** Of the daily tasks, and of the weight that they give. */
function taskFigures(): readonly [string, number][] {
  return [
    ['weight.redEnvelopeMax', redEnvelope.weightMax],
    ...taskKinds.map((kind): [string, number] => [`task.${kind}`, taskPoints[kind]]),
    ['tasks.readingMin', readingSecondsMin],
    ['tasks.readingMax', readingSecondsMax],
    ['tasks.day', pointsOfDay],
    ['tasks.days', bonusDays],
    ['tasks.sum', pointsOfDay * bonusDays],
  ];
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
