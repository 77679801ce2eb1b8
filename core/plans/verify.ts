import { type CandleColumns, candleAt, intervalMs } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { isPossibleCandle } from '#core/market/possible-candle.ts';
import { noUsdt, type Usdt } from '#core/money/amount.ts';
import { dayMs } from '#core/time/lengths.ts';
import { candlesHash } from './candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from './engine.ts';
import { bindingHash, lookbackHashIn, type MarketBinding } from './market-binding.ts';
import { type PlanReveal, type RevealFault, revealFaults } from './replay-reveal.ts';
import { strategies } from './strategies/strategies.ts';
import { areSoundTerms, type PlanOutcome, type PlanProgress, type PlanTerms, type SettledEnd } from './terms.ts';
import { voidFrom } from './void.ts';

/** Everything needed to recompute a settlement, and the claimed result. */
export interface PlanVerification {
  readonly coin: string;
  readonly terms: PlanTerms;
  /** Open time of the first round's candle, or of the first one after it where the market has a gap. */
  readonly startsAt: number;
  /** What the plan was bound to when it was placed, and its `bindingHash`. */
  readonly market: MarketBinding;
  readonly marketHash: string;
  /** What is revealed of the days on which the candles lie; null on a live exchange. */
  readonly reveal: PlanReveal | null;
  readonly amount: Usdt;
  /** The lookback of the strategy, then one candle a round that was run; none where the market of a void plan is gone. */
  readonly candles: CandleColumns;
  /** How many of them are the lookback. */
  readonly lookback: number;
  /** `candlesHash` of them, as recorded at settlement. */
  readonly candlesHash: string;
  readonly claimed: {
    readonly income: Usdt;
    /** Null while the plan runs. */
    readonly end: SettledEnd | null;
    readonly shortfall: Usdt;
    /** Result of each round, ratios of the amount. */
    readonly results: readonly number[];
  };
}

/** One point in which the claim and the recomputation differ. */
export interface Difference {
  readonly field:
    | ('engine' | 'terms' | 'candles' | 'candlesHash' | 'income' | 'end' | 'shortfall' | 'rounds' | 'result')
    | ('lookback' | 'startsAt' | 'marketHash' | 'marketCoin' | 'marketInterval' | 'marketDay')
    | ('lookbackRows' | 'lookbackThrough' | 'lookbackHash')
    | `reveal.${RevealFault['field']}`;
  /** The round it concerns, from 0, or the place in a list of the reveal. */
  readonly round?: number;
  readonly claimed: string;
  readonly computed: string;
}

/** The result of recomputing a settlement. */
export interface Verdict {
  readonly matches: boolean;
  readonly differences: readonly Difference[];
  /** The plan as recomputed; null where the bundle cannot be run at all, or has no candles. */
  readonly outcome: PlanOutcome | PlanProgress | null;
}

/** Recomputes the settlement from the bundle's candles and returns every difference from the claim. Never throws for bad bundles. */
export function verifyPlan(bundle: PlanVerification): Verdict {
  const obstacle = obstacleTo(bundle);
  if (obstacle) return { matches: false, differences: [obstacle], outcome: null };
  const { terms, amount, candles, claimed } = bundle;
  const isVoid = claimed.end === 'void';
  const outcome = isMarketGone(bundle) ? null : runPlan(terms, candles);
  const rounds = outcome?.rounds ?? [];
  const differences: Difference[] = [];
  const compare = (field: Difference['field'], claim: unknown, computed: unknown, round?: number) => {
    if (claim === computed) return;
    differences.push({
      field,
      claimed: String(claim),
      computed: String(computed),
      ...(round !== undefined && { round }),
    });
  };
  compare('candlesHash', bundle.candlesHash, candlesHash(candles));
  compareBinding(bundle, compare);
  const span = spanOf(bundle);
  for (const { field, place, claimed: claim, computed } of revealFaults(
    bundle.market.market,
    bundle.coin,
    bundle.reveal,
    span,
  )) {
    compare(`reveal.${field}`, claim, computed, place);
  }
  if (outcome) compare('candles', candles.openTime.length, strategies[terms.strategy].lookback + rounds.length);
  compare('rounds', claimed.results.length, rounds.length);
  for (const [round, { result }] of rounds.entries()) compare('result', claimed.results[round], result, round);
  // A plan that was placed to run on candles up to its deadline has ended on them, still runs, or is void.
  compare('end', claimed.end, isVoid && !outcome?.end ? 'void' : (outcome?.end ?? null));
  compare('income', claimed.income, isVoid || !outcome ? noUsdt : incomeOf(amount, outcome));
  compare('shortfall', claimed.shortfall, isVoid || !outcome ? noUsdt : shortfallOf(amount, outcome));
  if (span.last >= voidFrom(bundle)) compare('end', `${claimed.end}, ${span.last}`, `before ${voidFrom(bundle)}`);
  if (!outcome && bundle.reveal) compare('reveal.state', bundle.reveal.state, 'elsewhere');
  return { matches: differences.length === 0, differences, outcome };
}

/** A void plan whose market the server no longer has: there are no candles to run it over. */
export function isMarketGone({ claimed, candles }: Pick<PlanVerification, 'candles' | 'claimed'>): boolean {
  return claimed.end === 'void' && candles.openTime.length === 0;
}

/** What decides over which days a plan's candles lie, or could have. */
interface PlanSpan extends Pick<PlanVerification, 'startsAt'> {
  readonly terms: Pick<PlanTerms, 'interval' | 'rounds'>;
  readonly candles: Pick<CandleColumns, 'openTime'>;
  readonly claimed: Pick<PlanVerification['claimed'], 'end'>;
}

/** Open times of the first and the last candle, and up to where none may be left out: of a void plan up to its deadline. */
export function spanOf({ candles, claimed, startsAt, terms }: PlanSpan) {
  const last = candles.openTime.at(-1) ?? startsAt;
  const to = claimed.end === 'void' ? voidFrom({ startsAt, terms }) - intervalMs[terms.interval] : last;
  return { from: candles.openTime[0] ?? startsAt, to, last };
}

/** Compares what the plan was bound to at placing with its coin, terms, start and candles. */
function compareBinding(
  bundle: PlanVerification,
  compare: (field: Difference['field'], claim: unknown, computed: unknown) => void,
): void {
  const { coin, terms, startsAt, candles, market, marketHash, lookback, claimed } = bundle;
  const step = intervalMs[terms.interval];
  const { lookback: looked } = strategies[terms.strategy];
  compare('lookback', lookback, looked);
  // The first round is the first candle from its start on: with a gap there it is later, never earlier.
  const first = rowAtOrAfter(candles.openTime, startsAt);
  const isGone = isMarketGone({ candles, claimed });
  if ((first !== looked && !isGone) || startsAt % step !== 0) compare('startsAt', startsAt, candles.openTime[looked]);
  compare('marketHash', marketHash, bindingHash(market));
  compare('marketCoin', market.coin, coin);
  compare('marketInterval', market.interval, terms.interval);
  if (market.market.source === 'replay') {
    compare('marketDay', market.market.day, Math.floor((startsAt - market.market.startsAt) / dayMs));
  }
  const { rows, through, hash } = market.lookback;
  if (!(through < startsAt && through % step === 0)) compare('lookbackThrough', through, candles.openTime[looked - 1]);
  compare('lookbackRows', rows, looked + 1 - (startsAt - through) / step);
  if (!isGone) compare('lookbackHash', hash, lookbackHashIn(candles, market.lookback));
}

/** Why the bundle cannot be run: null when it can. */
function obstacleTo(bundle: PlanVerification): Difference | null {
  const { terms, amount, candles } = bundle;
  if (terms.engine !== 1 || !Object.hasOwn(strategies, terms.strategy)) {
    const known = Object.keys(strategies).join(' or ');
    return { field: 'engine', claimed: `${terms.engine}, ${terms.strategy}`, computed: `1, ${known}` };
  }
  const { rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
  if (!areSoundTerms(terms) || amount <= 0n || !Number.isSafeInteger(Number(amount))) {
    const claimed = [rounds, leverage, maximumProfit, maximumLoss, feeRate, amount].join(', ');
    return { field: 'terms', claimed, computed: 'terms and an amount that a plan can have' };
  }
  if (isMarketGone(bundle)) return null;
  const { lookback } = strategies[terms.strategy];
  const count = candles.openTime.length;
  if (count < lookback) return { field: 'candles', claimed: `${count}`, computed: `${lookback} or more` };
  const malformed = malformedCandle(candles, intervalMs[terms.interval]);
  if (malformed === -1) return null;
  return { field: 'candles', claimed: `row ${malformed}`, computed: 'a closed candle later than the one before' };
}

/** First row that no market can have produced: out of order, off its interval, or impossible in itself. */
function malformedCandle(candles: CandleColumns, stepMs: number): number {
  const { openTime } = candles;
  return openTime.findIndex((time, row) => {
    const inOrder = row === 0 || time > (openTime[row - 1] ?? time);
    return !(inOrder && time % stepMs === 0 && isPossibleCandle(candleAt(candles, row)));
  });
}
