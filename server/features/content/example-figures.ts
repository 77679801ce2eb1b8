import { toDecimal, usdt } from '#core/money/amount.ts';
import { incomeOf, positionFee, roundGain } from '#core/plans/engine.ts';
import { termsOf } from '#core/plans/levels.ts';
import type { PlanLevel } from '#core/plans/terms.ts';
import { rewards } from '#core/rewards/rules.ts';
import { activationPoints } from '#core/weight/rules.ts';
import { withdrawalFee } from '#core/withdrawals/rules.ts';

/** The example plan of the texts: this amount on the first level, at its leverage, with the coin moving one percent. */
const amount = usdt(200_000_000n);
const move = 0.01;
const withdrawal = usdt(500_000_000n);
const depositsOfExample = 2;

/**
 * Results of the worked examples in the texts, computed by the functions that settle and pay, so that they cannot become outdated.
 */
export function exampleFigures(levels: readonly PlanLevel[], first: PlanLevel): [string, number | string][] {
  const low = termsOf(first, first.leverageMax);
  const high = termsOf(first, Math.max(...levels.map(({ leverageMax }) => leverageMax)));
  const moved = roundGain(low.leverage, 1, 1, 1 + move);
  const secondWeight = levels[1]?.weightMin ?? activationPoints;
  const inUsdt = (result: number): string => toDecimal('USDT', incomeOf(amount, { result: toMicro(result) }));
  return [
    ['example.amount', toDecimal('USDT', amount)],
    ['example.leverage', low.leverage],
    ['example.movePercent', percent(move)],
    ['example.movedPercent', percent(moved)],
    ['example.gain', inUsdt(moved)],
    ['example.feePercent', percent(positionFee(low))],
    ['example.fee', inUsdt(positionFee(low))],
    ['example.net', inUsdt(moved - positionFee(low))],
    ['example.threeFeesPercent', percent(3 * positionFee(low))],
    ['example.maximumLoss', inUsdt(first.terms.maximumLoss)],
    // The adverse move at which the maximum loss is reached, net of the fee already paid.
    ['example.lossMovePercent', percent((low.maximumLoss - positionFee(low)) / low.leverage)],
    ['example.top.feePercent', percent(positionFee(high))],
    ['example.top.threeFeesPercent', percent(3 * positionFee(high))],
    ['example.top.lossMovePercent', percent((high.maximumLoss - positionFee(high)) / high.leverage)],
    ['example.withdrawal', toDecimal('USDT', withdrawal)],
    ['example.withdrawalFee', toDecimal('USDT', withdrawalFee('bank', withdrawal))],
    [
      'example.plansAfterTwoDeposits',
      Math.ceil((secondWeight - depositsOfExample * rewards.depositConfirmed.weight) / rewards.planSettled.weight),
    ],
  ];
}

/** Ratios of the examples are short decimals; the error of doubles behind them is cut off. */
function toMicro(ratio: number): number {
  return Math.round(ratio * 1e6) / 1e6;
}

function percent(ratio: number): number {
  return Math.round(ratio * 1e8) / 1e6;
}
