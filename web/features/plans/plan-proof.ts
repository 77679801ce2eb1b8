import type { MarketIdentity } from '#contract/market.ts';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import { aggregate } from '#core/market/aggregate.ts';
import { columnsOf, intervalMs } from '#core/market/candle.ts';
import { columnsOfRows, rowsOf } from '#core/market/columns.ts';
import { toDecimal, usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf } from '#core/plans/engine.ts';
import { candlesFromRecording, isSameReplay } from '#core/plans/replay-reveal.ts';
import { type Difference, isMarketGone, type Verdict, verifyPlan } from '#core/plans/verify.ts';
import { voidFrom } from '#core/plans/void.ts';
import { planResultHash } from '#core/rewards/result-hash.ts';
import { type ClockReading, clockDrift } from './clock-drift.ts';
import { differencesTo, type PlanProofDifference } from './differences.ts';
import type { ProofField } from './proof-fields.ts';
import { backdated } from './sent-plan.ts';

/** What this phone sent when it placed a plan, with the terms that it showed then, and what the receipt bound the plan to, once it had it. */
export interface KeptPlan extends Pick<PlanProof, 'plan' | 'coin' | 'amount' | 'terms'> {
  readonly level?: number | undefined;
  readonly notBefore?: number | undefined;
  readonly startsAt?: PlanProof['startsAt'] | undefined;
  readonly market?: PlanProof['market'] | undefined;
  readonly marketHash?: PlanProof['marketHash'] | undefined;
}

type CandleRows = PlanProof['candles'];

export interface Verification {
  readonly matches: boolean;
  readonly engine: number;
  readonly candles: number;
  readonly hash: string;
  /** Fingerprint of the result that this phone computed (`core/rewards/result-hash.ts`); null without one. */
  readonly resultHash: string | null;
  readonly milliseconds: number;
  readonly differences: readonly PlanProofDifference[];
  /** What the proof could not be compared with. */
  readonly notCompared: readonly NotCompared[];
  /** Whether the candles were compared with the recorded days that the plan ran on. */
  readonly isRecorded: boolean;
  /** `clockDrift` since the plan was placed; null where it is not known. */
  readonly clockMovedMs: number | null;
}

/**
 * `keptReceipt`: the phone keeps what it sent, but not what the receipt said. `marketGone`: a void plan has no candles, because the server no longer has
 * their market. `marketElsewhere`: the server plays another market now than the plan’s. The recording: of a day that has not been played, of another replay than the server plays now, or not loaded.
 */
export type NotCompared =
  | 'kept'
  | 'keptReceipt'
  | 'market'
  | 'marketGone'
  | 'marketElsewhere'
  | 'recordingHidden'
  | 'recordingElsewhere'
  | 'recordingMissing';

/** What a proof is compared with; null where this phone does not have it. */
export interface KnownOfPlan {
  readonly shown: PlanDetail;
  readonly kept: KeptPlan | null;
  /** Closed 1-minute candles of the market, from the proof's first candle on. */
  readonly minutes: CandleRows | null;
  /** Candles of each day of the replay that is revealed, as they were recorded. */
  readonly recorded: ReadonlyMap<number, CandleRows> | null;
  /** What identifies the market that the server says it plays. */
  readonly identity: MarketIdentity | null;
  /** Product time (ms since 1970 UTC) from which on it plays that; left out where no other one did before. */
  readonly since?: number | undefined;
  /** Product time (ms since 1970 UTC) that has passed for certain: a day that ended before it is revealed. */
  readonly playedUntil: number;
  /** The latest that the product time can be by this phone's clock; left out where that is not known. */
  readonly latest?: number | undefined;
  /** The product clock when the plan was placed and now; null where one of them is not known. */
  readonly clocks: { readonly kept: ClockReading; readonly now: ClockReading } | null | undefined;
}

/**
 * Settles the plan again from its proof with the engine that settled it, and compares every digit. Then every value of the
 * proof is compared with what is known of the plan from elsewhere, so that neither a proof of another plan nor any part of one
 * passes. `now` reads a clock in milliseconds.
 */
export function verifyProof(proof: PlanProof, known: KnownOfPlan, now: () => number): Verification {
  const startedAt = now();
  const { shown, kept, minutes, recorded } = known;
  const differences: PlanProofDifference[] = [];
  const report = (found: readonly PlanProofDifference[]) => {
    const isNew = ({ field, place }: PlanProofDifference) =>
      !differences.some((one) => one.field === field && one.place === place);
    differences.push(...found.filter(isNew));
  };
  const candles = columnsOfRows(proof.candles);
  const isGone = isMarketGone({ claimed: proof.claimed, candles });
  const verdict = verifyPlan({ ...proof, candles });
  report(verdict.differences.map(worded));
  if (kept) report(differencesToKept(kept, shown, proof));
  report(differencesTo('page', onPage(shown), proof));
  report(voidTooEarly(proof, known));
  if (minutes && !isGone && !isElsewhere(proof, known))
    report(differencesTo('market', { candles: published(proof, minutes) }, proof));
  if (proof.reveal?.state === 'hidden') report(hiddenTooLong(proof.reveal.until, known));
  if (proof.reveal?.state === 'elsewhere') report(notElsewhere(proof, known.identity));
  if (recorded) report(differencesToRecording(proof, recorded));
  return {
    matches: differences.length === 0,
    engine: proof.terms.engine,
    candles: proof.candles.length,
    hash: proof.candlesHash,
    resultHash: resultHashOf(proof, verdict.outcome),
    milliseconds: now() - startedAt,
    differences,
    notCompared: notCompared(proof, known, isGone),
    clockMovedMs: known.clocks ? clockDrift(known.clocks.kept, known.clocks.now) : null,
    isRecorded: proof.reveal?.state === 'revealed' && recorded !== null,
  };
}

function resultHashOf(
  { plan, amount, terms: { leverage }, candlesHash: hash }: PlanProof,
  outcome: Verdict['outcome'],
): string | null {
  if (!outcome?.end) return null;
  const { end, rounds } = outcome;
  return planResultHash({ plan, candlesHash: hash, leverage, end, income: incomeOf(amount, outcome), rounds });
}

function notCompared(proof: PlanProof, known: KnownOfPlan, isGone: boolean): NotCompared[] {
  const { reveal } = proof;
  const { kept, minutes, recorded } = known;
  const points: NotCompared[] = [];
  if (!kept) points.push('kept');
  else if (!kept.market) points.push('keptReceipt');
  if (isGone) return [...points, 'marketGone'];
  if (isElsewhere(proof, known)) points.push('marketElsewhere');
  else if (!minutes) points.push('market');
  if (reveal?.state === 'hidden') points.push('recordingHidden');
  else if (reveal?.state === 'elsewhere') points.push('recordingElsewhere');
  else if (reveal && !recorded) points.push('recordingMissing');
  return points;
}

/**
 * Whether the server says that it plays another market now, whose minutes say nothing of the plan’s. A recording has one order and one place, and both are its
 * own: a replay that has one of them in common with the plan’s is that one, moved or exchanged. What played already when the plan began was its market, whatever
 * the proof says.
 */
function isElsewhere({ startsAt, market: { market } }: PlanProof, { identity, since = 0 }: KnownOfPlan): boolean {
  if (identity === null || startsAt >= since) return false;
  if (market.source === 'exchange') return !('exchange' in identity) || identity.exchange !== market.exchange;
  if (!('recording' in identity)) return true;
  return identity.recording !== market.recording && identity.commitment !== market.commitment;
}

/** A day is revealed when it has been played. */
function hiddenTooLong(until: number, { shown, playedUntil }: KnownOfPlan): PlanProofDifference[] {
  const passed = Math.max(playedUntil, shown.settledAt ?? 0);
  if (until > passed) return [];
  return [{ between: 'page', field: 'reveal.until', claimed: timeText(passed), found: timeText(until) }];
}

/** A day may be left unrevealed where the server plays another replay, but not while it says that it plays the plan's. */
function notElsewhere({ market }: PlanProof, identity: MarketIdentity | null): PlanProofDifference[] {
  const isElsewhere =
    market.market.source !== 'replay' ||
    identity === null ||
    !('recording' in identity) ||
    !isSameReplay(market.market, identity);
  if (isElsewhere) return [];
  return [{ between: 'status', field: 'reveal.state', claimed: identity.commitment, found: 'elsewhere' }];
}

function differencesToKept(
  { level, notBefore, ...kept }: KeptPlan,
  { plan }: PlanDetail,
  proof: PlanProof,
): PlanProofDifference[] {
  const known: Partial<PlanProof> = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const found = [...differencesTo('kept', known, proof), ...backdated('kept', notBefore, proof.startsAt)];
  if (level === undefined || level === plan.level) return found;
  return [...found, { between: 'kept', field: 'level', claimed: String(level), found: String(plan.level) }];
}

/** A plan is void from its deadline on, not before: neither by the time that is said of it nor by this phone's clock. */
function voidTooEarly(proof: PlanProof, { shown: { settledAt }, latest }: KnownOfPlan): PlanProofDifference[] {
  const deadline = voidFrom(proof);
  const at = settledAt === null ? null : Math.min(settledAt, latest ?? settledAt);
  if (proof.claimed.end !== 'void' || (at !== null && at >= deadline)) return [];
  const found = at === null ? '-' : timeText(at);
  return [{ between: 'page', field: 'claimed.end', claimed: timeText(deadline), found }];
}

const timeText = (time: number): string => new Date(time).toISOString();

/** The candles with those that the recorded days make, whose hashes lead to the recording that the plan was bound to. */
function differencesToRecording(proof: PlanProof, recorded: ReadonlyMap<number, CandleRows>): PlanProofDifference[] {
  const { coin, reveal, market, terms, candles } = proof;
  const [first, last] = [candles[0], candles.at(-1)];
  if (reveal?.state !== 'revealed' || market.market.source !== 'replay' || !first || !last) return [];
  const columns = new Map([...recorded].map(([day, rows]) => [day, columnsOfRows(rows)]));
  const altered = reveal.played.flatMap(({ day, origin }): PlanProofDifference[] => {
    const rows = columns.get(day);
    const [claimed, found] = [reveal.days[origin]?.hash ?? '-', rows ? candlesHash(rows) : '-'];
    return claimed === found ? [] : [{ between: 'recording', field: 'reveal.days', place: origin + 1, claimed, found }];
  });
  const isVoid = proof.claimed.end === 'void';
  const to = isVoid ? voidFrom(proof) - intervalMs[terms.interval] : last[0];
  const span = { interval: terms.interval, from: first[0], to };
  const made = candlesFromRecording(market.market, coin, reveal, columns, span);
  return [...altered, ...differencesTo('recording', { candles: made ? rowsOf(made) : [] }, proof)];
}

/** The path of each value that the core compares. */
const fieldOf: Readonly<Record<Difference['field'], ProofField>> = {
  engine: 'terms.engine',
  terms: 'terms',
  candles: 'candles',
  candlesHash: 'candlesHash',
  income: 'claimed.income',
  end: 'claimed.end',
  shortfall: 'claimed.shortfall',
  rounds: 'rounds',
  result: 'claimed.results',
  lookback: 'lookback',
  startsAt: 'startsAt',
  marketHash: 'marketHash',
  'reveal.state': 'reveal.state',
  'reveal.until': 'reveal.until',
  'reveal.key': 'reveal.key',
  'reveal.coins': 'reveal.coins',
  'reveal.days': 'reveal.days',
  'reveal.played': 'reveal.played',
  marketCoin: 'market.coin',
  marketInterval: 'market.interval',
  marketDay: 'market.market.day',
  lookbackRows: 'market.lookback.rows',
  lookbackThrough: 'market.lookback.through',
  lookbackHash: 'market.lookback.hash',
};

function worded({ field, round, claimed, computed }: Difference): PlanProofDifference {
  const isMoney = field === 'income' || field === 'shortfall';
  return {
    between: 'engine',
    field: fieldOf[field],
    ...(round !== undefined && { place: round + 1 }),
    claimed: isMoney ? decimal(claimed) : claimed,
    found: isMoney ? decimal(computed) : computed,
  };
}

const decimal = (microUnits: string): string => toDecimal('USDT', usdt(BigInt(microUnits)));

function onPage({ plan, rounds, candles, ...detail }: PlanDetail): Partial<PlanProof> {
  return {
    plan: plan.id,
    coin: plan.coin,
    amount: plan.amount,
    terms: detail.terms,
    startsAt: detail.startsAt,
    market: detail.market,
    marketHash: detail.marketHash,
    candles: rowsOf(columnsOf(candles)),
    // Of a market that is gone neither page nor proof has candles.
    ...(candles.length > 0 && { lookback: candles.length - rounds.length }),
    claimed: {
      income: plan.income,
      end: detail.end ?? 'completed',
      shortfall: detail.shortfall,
      results: rounds.map(({ result }) => result),
    },
  };
}

/** The candles that the published minutes make, over the span of the proof's; of a void plan up to its deadline. */
function published(proof: PlanProof, minutes: CandleRows): CandleRows {
  const { candles, terms, claimed } = proof;
  const last = candles.at(-1);
  const from = candles[0]?.[0] ?? 0;
  const closed = last ? last[0] + intervalMs[terms.interval] : from;
  const through = claimed.end === 'void' ? voidFrom(proof) : closed;
  const within = minutes.filter(([openTime]) => openTime >= from && openTime < through);
  if (terms.interval === '1m') return within;
  return rowsOf(aggregate(columnsOfRows(within), terms.interval, { from, through }));
}
