import * as z from 'zod/mini';
import type { RoundDetail } from '#contract/round-records.ts';
import { malformedField } from '#contract/transcripts.ts';
import type { OrderLeaf } from '#core/fairness/orders.ts';
import type { FieldDifference, RoundTranscript } from '#core/fairness/transcript.ts';
import type { RoundVerdict } from '#core/fairness/verify-round.ts';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import type { KeptDigest, KeptOrder } from './kept-rounds.ts';

/** The steps of a replay, in the order they were published in. */
export const replaySteps = [
  'keptTip',
  'closing',
  'keptDigest',
  'seed',
  'beacon',
  'market',
  'recording',
  'result',
  'orders',
  'payments',
] as const;

export type ReplayStep = (typeof replaySteps)[number];

/**
 * What a transcript could not be held against: this phone kept no tip or no digest, or the digest only when the beacon could be known already; the candles
 * of the market were not loaded, or not those of the recorded day, which plays still; a round of many orders does not list them.
 */
export type Open = 'keptTip' | 'keptDigest' | 'keptLate' | 'market' | 'recordingHidden' | 'recordingMissing' | 'orders';

/** What came of recomputing a round. */
export interface Replay {
  readonly differences: readonly FieldDifference[];
  readonly replay: RoundVerdict['replay'];
  /** The steps that were held against something. */
  readonly steps: readonly ReplayStep[];
  readonly open: readonly Open[];
  /** When the recorded day is revealed, ms of the product clock; null where it is, or the market is none. */
  readonly recordedFrom: number | null;
  readonly milliseconds: number;
}

const stepsOfFields: readonly (readonly [prefix: string, step: ReplayStep])[] = [
  ['kept.tip', 'keptTip'],
  ['kept.digest', 'keptDigest'],
  ['seed', 'seed'],
  ['closing.beacon', 'beacon'],
  ['beacon', 'beacon'],
  ['market', 'market'],
  ['recording', 'recording'],
  ['status', 'result'],
  ['result', 'result'],
  ['lateResult', 'result'],
  ['closing.orders', 'orders'],
  ['closing.root', 'orders'],
  ['orders', 'orders'],
  ['payments', 'payments'],
];

/** The step that a field belongs to. */
export function stepOf(field: string): ReplayStep {
  return stepsOfFields.find(([prefix]) => field.startsWith(prefix))?.[1] ?? 'closing';
}

/** What this phone kept of a round before its result; null where it did not. */
export interface KeptOfRound {
  readonly tip: string | null;
  readonly digest: KeptDigest | null;
}

type Shown = Pick<
  RoundDetail,
  'id' | 'state' | 'tip' | 'digest' | 'orderRoot' | 'seed' | 'digits' | 'lateDigits' | 'categories'
>;

/** What the page has shown of the round and what this phone kept of it, held against the transcript: a genuine transcript of something else is no proof. */
export function compareKnown(
  { closing, digest, seed, status, result, lateResult, payments }: RoundTranscript,
  shown: Shown,
  kept: KeptOfRound,
): FieldDifference[] {
  const pairs: [field: string, claimed: string | null, found: string][] = [
    ['closing.round', String(shown.id), String(closing.round)],
    ['closing.tip', shown.tip, closing.tip],
    ['kept.tip', kept.tip, closing.tip],
    ['digest', shown.digest, digest],
    ['kept.digest', kept.digest?.digest ?? null, digest],
    ['closing.root', shown.orderRoot, closing.root],
    ['seed', shown.seed, seed],
    ['status', shown.state === 'drawn' ? 'paid' : shown.state, status],
    ['result.digits', shown.digits?.join(' ') ?? null, result?.digits.join(' ') ?? '—'],
    ['lateResult.digits', shown.lateDigits?.join(' ') ?? null, lateResult?.digits.join(' ') ?? '—'],
    ...shown.categories.flatMap(({ category, orders, staked, paid, charity }): typeof pairs => [
      [`closing.orders.${category}.count`, String(orders), String(closing.orders[category].count)],
      [`closing.orders.${category}.stake`, String(staked), String(closing.orders[category].stake)],
      [`payments.${category}.paid`, paid === null ? null : String(paid), String(payments[category].paid)],
      [`payments.${category}.charity`, charity === null ? null : String(charity), String(payments[category].charity)],
    ]),
  ];
  return pairs.flatMap(([field, claimed, computed]) =>
    claimed === null || claimed === computed ? [] : [{ field, claimed, computed }],
  );
}

/** The bets that this phone kept when they were placed and the list of all bets does not have, or has otherwise: known by their salts, of which each is one bet's. */
export function compareListed(
  kept: readonly KeptOrder[],
  listed: ReadonlyMap<string, Pick<OrderLeaf, 'category' | 'stake'>>,
): FieldDifference[] {
  const salts = new Set<string>();
  return kept.flatMap(({ id, category, amount, salt }) => {
    const leaf = salts.has(salt) ? undefined : listed.get(salt);
    salts.add(salt);
    const [claimed, computed] = [leaf ? betText(leaf.category, leaf.stake) : '—', betText(category, amount)];
    return claimed === computed ? [] : [{ field: `orders.${id}`, claimed, computed }];
  });
}

const betText = (category: string, stake: Usdt): string => `${category} ${toDecimal('USDT', stake)}`;

/** What this phone did not keep, or too late to show anything: `beaconFrom` is when the beacon could be known at the earliest. */
export function openOf({ tip, digest }: KeptOfRound, beaconFrom: number): Open[] {
  const open: Open[] = [];
  if (tip === null) open.push('keptTip');
  if (digest === null) open.push('keptDigest');
  else if (digest.at >= beaconFrom) open.push('keptLate');
  return open;
}

/** The field in which a loaded transcript is malformed; null for any other error. */
export function malformedFieldOf(error: unknown): string | null {
  const cause = error instanceof ApiFailure && error.kind === 'unreadable' ? error.cause : null;
  return cause instanceof z.core.$ZodError ? malformedField(cause.issues).field : null;
}
