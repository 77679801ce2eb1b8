import type { CandleColumns } from '#core/market/candle.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { roundGain, runPlan } from '#core/plans/engine.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { Direction, PlanOutcome, PlanTerms } from '#core/plans/terms.ts';
import { candlesFrom, someTerms, type Walk, walk } from '#core/plans/walk.fixture.ts';

/** A settled plan that pins a detail of the rules: a program that has it wrong does not settle this plan. */
export interface PlanCase {
  readonly id: string;
  readonly terms: PlanTerms;
  readonly amount: Usdt;
  readonly candles: CandleColumns;
  readonly outcome: PlanOutcome;
  readonly marketAt?: () => BoundMarket;
  /** Candles that did not come between the lookback and the start. */
  readonly missing?: number;
}

/** A market that is no replay, so that nothing of it is revealed. */
export const exchange: BoundMarket = {
  source: 'exchange',
  label: 'Binance',
  exchange: 'binance',
  instrument: 'ETH/USDT',
};

/** Bounds that no plan of these walks meets. */
export const unbounded = { maximumProfit: 50, maximumLoss: 1 };
const trend: PlanTerms = { ...someTerms, ...unbounded, leverage: 3 };
const reversion: PlanTerms = { ...trend, strategy: 'reversion-1', rounds: 12, leverage: 7 };

/** One case for each detail, in the order of the rule page. */
export function planCases(): PlanCase[] {
  return [
    sumInTwoParts(),
    searched('REVERSION-SHORT', reversion, ({ rounds }) => rounds.some(({ direction }) => direction < 0)),
    populationDeviation(),
    searched('MANY-POSITIONS', { ...reversion, leverage: 3, rounds: 24 }, ({ rounds }) => {
      return rounds.filter(({ fee }) => fee > 0).length >= 7;
    }),
    roundedSquares(),
    searched('FLAT-BETWEEN', trend, ({ rounds }) => isFlatBetween(rounds)),
    exactProfit(),
    exactLoss(),
    bothBounds(),
    searched('SHORTFALL', { ...trend, leverage: 50, maximumLoss: 0.01 }, ({ shortfall }) => shortfall > 0.001),
    fraction('TOWARD-ZERO-PROFIT', (exact) => exact > 0 && exact % 1 > 0.6),
    fraction('TOWARD-ZERO-LOSS', (exact) => exact < 0 && exact % 1 < -0.6),
    { ...fraction('LESS-THAN-A-MILLIONTH', (exact) => exact < 0), amount: usdt(1n) },
    searched('GAPS', trend, ({ rounds }) => gapsIn(rounds) > 1, { missing: 0.1 }),
    { ...searched('EXCHANGE', trend, ({ end }) => end === 'completed'), marketAt: () => exchange },
  ];
}

/** Whether a strategy goes flat between rounds of the same direction. */
export const isFlatBetween = (rounds: PlanOutcome['rounds']): boolean =>
  /(L|S)0+\1/.test(rounds.map(({ direction }) => '0LS'.at(direction)).join(''));

function gapsIn(rounds: PlanOutcome['rounds']): number {
  return rounds.filter(({ candle }, at) => candle.openTime - (rounds[at - 1]?.candle ?? candle).openTime > 300_000)
    .length;
}

const amount = usdt(123_456_789n);

function settled(id: string, terms: PlanTerms, candles: CandleColumns): PlanCase | null {
  const outcome = runPlan(terms, candles);
  return outcome.end === null ? null : { id, terms, amount, candles, outcome };
}

/** Candles with those closes, and one more after them. */
export function candlesOf(closes: readonly number[]): CandleColumns {
  const rows = [...closes, (closes.at(-1) ?? 0) * 1.002].map((close) => {
    return [close, close * 1.003, close * 0.997, close] as const;
  });
  return candlesFrom(rows);
}

/** The plan over candles whose first round takes that direction. */
export function caseOf(id: string, terms: PlanTerms, candles: CandleColumns, direction: Direction): PlanCase {
  const found = settled(id, terms, candles);
  if (found?.outcome.rounds[0]?.direction === direction) return found;
  throw new Error(`these closes are not the example ${id}`);
}

/** The first plan on a generated market whose outcome is the wanted one. */
export function searched(
  id: string,
  terms: PlanTerms,
  isWanted: (outcome: PlanOutcome, candles: CandleColumns) => boolean,
  market: Partial<Walk> = {},
): PlanCase {
  const count = strategies[terms.strategy].lookback + terms.rounds;
  for (let seed = 1; seed < 5_000; seed++) {
    const candles = walk({ seed, candles: count, swing: 0.01, ...market });
    const found = settled(id, terms, candles);
    if (found && isWanted(found.outcome, candles)) return found;
  }
  throw new Error(`no plan is the example ${id}`);
}

/** A plan whose result in millionths has the wanted fraction. */
const fraction = (id: string, isWanted: (exact: number) => boolean): PlanCase =>
  searched(id, trend, ({ result }) => isWanted(Number(amount) * result));

/** A plan that takes another direction when the mean of 48 closes comes from one sum instead of two. */
function sumInTwoParts(): PlanCase {
  const isLong = (closes: readonly number[], slowSum: number): boolean =>
    sumOf(closes.slice(36)) / 12 > (slowSum / 48) * (1 + 0.001);
  return atThreshold(
    'SUM-IN-TWO-PARTS',
    { ...trend, rounds: 1 },
    (closes) => isLong(closes, sumOf(closes.slice(0, 36)) + sumOf(closes.slice(36))),
    (closes) => isLong(closes, sumOf(closes)),
  );
}

/** A plan that takes another direction where a fused multiply-add does not round the squares. */
function roundedSquares(): PlanCase {
  const isShort = (closes: readonly number[], add: (total: number, e: number) => number): boolean => {
    const mean = sumOf(closes) / 36;
    const distance = (closes[35] ?? 0) - mean;
    const variance = closes.map((close) => close - mean).reduce(add, 0) / 36;
    return distance > 0 && distance * distance > 1.5 * 1.5 * variance;
  };
  return atThreshold(
    'ROUNDED-SQUARES',
    { ...reversion, rounds: 1 },
    (closes) => isShort(closes, (total, e) => total + e * e),
    (closes) => isShort(closes, fusedSquare),
  );
}

/** total + e * e, rounded once, by the exact error of the product and of the sum (Dekker, Knuth). */
function fusedSquare(total: number, e: number): number {
  const high = e * 134_217_729 - (e * 134_217_729 - e);
  const low = e - high;
  const product = e * e;
  const lost = low * low - (product - high * high - 2 * high * low);
  const together = total + product;
  const part = together - total;
  return together + (total - (together - part) + (product - part) + lost);
}

/** A plan of one round whose last close before it is where two ways of computing a condition part: the rule's way decides. */
function atThreshold(
  id: string,
  terms: PlanTerms,
  byRule: (closes: readonly number[]) => boolean,
  otherwise: (closes: readonly number[]) => boolean,
): PlanCase {
  const { lookback } = strategies[terms.strategy];
  for (let seed = 1; seed < 500; seed++) {
    const before = [...walk({ seed, candles: lookback - 1, swing: 0.002, startPrice: 100 }).close];
    const [one, other] = [byRule, otherwise].map((holds) => leastWhere((last) => holds([...before, last])));
    if (one === undefined || other === undefined || one === other) continue;
    const closes = [...before, Math.min(one, other)];
    const rows = [...closes, (closes.at(-1) ?? 0) * 1.01].map((close) => {
      return [close, close * 1.02, close * 0.98, close] as const;
    });
    const found = settled(id, terms, candlesFrom(rows));
    const isTraded = found?.outcome.rounds[0]?.direction !== 0;
    if (found && isTraded === byRule(closes) && byRule(closes) !== otherwise(closes)) return found;
  }
  throw new Error(`no closes are the example ${id}`);
}

/** The values one after another, as the rules add them up. */
export const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The least double from 0 to 1,000,000 at which a condition holds that holds from there on. */
export function leastWhere(holds: (value: number) => boolean): number {
  let [below, above] = [0, 1e6];
  for (;;) {
    const middle = (below + above) / 2;
    if (middle === below || middle === above) return above;
    if (holds(middle)) above = middle;
    else below = middle;
  }
}

/** A plan that would be flat where it trades, were the squares divided by one less. */
function populationDeviation(): PlanCase {
  return searched('POPULATION-DEVIATION', reversion, ({ rounds }, candles) => {
    return rounds.some(({ direction }, round) => direction !== 0 && sampleDirection(candles, 36 + round) === 0);
  });
}

function sampleDirection({ close }: CandleColumns, row: number): Direction {
  const closes = [...close.subarray(row - 36, row)];
  const mean = sumOf(closes) / 36;
  const distance = (closes.at(-1) ?? 0) - mean;
  const variance = sumOf(closes.map((one) => (one - mean) * (one - mean))) / 35;
  return distance * distance <= 1.5 * 1.5 * variance ? 0 : distance > 0 ? -1 : 1;
}

/** What a round reaches inside of its candle, with the result before it: at its best, or at its worst. */
function reached(rounds: PlanOutcome['rounds'], at: number, side: 'best' | 'worst'): number {
  const round = rounds[at];
  const before = rounds[at - 1]?.running ?? 0;
  if (!round || round.direction === 0) return before;
  const { candle, direction, fee } = round;
  const price = direction > 0 === (side === 'best') ? candle.high : candle.low;
  return before + (roundGain(trend.leverage, direction, candle.open, price) - fee);
}

/** A round that opens no position and reaches beyond all before it; -1 where there is none. */
function furthest(rounds: PlanOutcome['rounds'], side: 'best' | 'worst'): number {
  const values = rounds.map((_, at) => reached(rounds, at, side));
  const isBeyond = (one: number, other: number) => (side === 'best' ? one > other : one < other);
  return values.findIndex((value, at) => {
    const isFurther = values.slice(0, at).every((other) => isBeyond(value, other));
    return (
      at > 2 && isFurther && rounds[at]?.direction !== 0 && Math.abs(value) > 0.005 && value > 0 === (side === 'best')
    );
  });
}

/** A plan that ends at the very high of a candle: a bound counts when it is met. */
function exactProfit(): PlanCase {
  const { id, candles, outcome } = searched('EXACT-PROFIT', trend, ({ rounds }) => furthest(rounds, 'best') > 0);
  const maximumProfit = reached(outcome.rounds, furthest(outcome.rounds, 'best'), 'best');
  return endingWith('maximumProfit', settled(id, { ...trend, maximumProfit }, candles));
}

/** The same at the low. */
function exactLoss(): PlanCase {
  const { id, candles, outcome } = searched('EXACT-LOSS', trend, ({ rounds }) => furthest(rounds, 'worst') > 0);
  const maximumLoss = -reached(outcome.rounds, furthest(outcome.rounds, 'worst'), 'worst');
  return endingWith('maximumLoss', settled(id, { ...trend, maximumLoss }, candles));
}

/** A candle that reaches both bounds: the loss is taken. */
function bothBounds(): PlanCase {
  const { id, candles, outcome } = searched('BOTH-BOUNDS', trend, ({ rounds }) => {
    return furthest(rounds, 'best') > 0 && furthest(rounds, 'best') === furthest(rounds, 'worst');
  });
  const at = furthest(outcome.rounds, 'best');
  const [maximumProfit, maximumLoss] = [reached(outcome.rounds, at, 'best'), -reached(outcome.rounds, at, 'worst')];
  return endingWith('maximumLoss', settled(id, { ...trend, maximumProfit, maximumLoss }, candles));
}

function endingWith(end: PlanOutcome['end'], found: PlanCase | null): PlanCase {
  if (found?.outcome.end === end) return found;
  throw new Error(`an example does not end with its ${end}`);
}
