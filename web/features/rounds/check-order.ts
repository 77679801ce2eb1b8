import { hexToBytes } from '@noble/hashes/utils.js';
import type { Order, OrderState } from '#contract/round-records.ts';
import type { OrderProof } from '#contract/transcripts.ts';
import { publicFrom } from '#core/fairness/beacon.ts';
import { closingDigest, orderCountOf } from '#core/fairness/closing.ts';
import { verifyOrder } from '#core/fairness/orders.ts';
import type { FieldDifference } from '#core/fairness/transcript.ts';
import { toDecimal } from '#core/money/amount.ts';
import { type Digits, wins } from '#core/rounds/categories.ts';
import { incomeOfOrder } from '#core/rounds/payout.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import type { KeptDigest, KeptOrder } from './kept-rounds.ts';
import { type OrderStep, orderSteps } from './order-steps.ts';

/** What a bet could not be held against: this phone did not keep it, or the digest, or the digest only when the beacon could be known already. */
type OrderOpen = 'keptOrder' | 'keptDigest' | 'keptLate';

export interface OrderCheck {
  readonly differences: readonly FieldDifference[];
  /** The steps that were held against something. */
  readonly steps: readonly OrderStep[];
  readonly open: readonly OrderOpen[];
}

type Terms = Pick<KeptOrder, 'round' | 'category' | 'amount' | 'salt'>;

/** What this phone kept of a bet, null where it did not, and the other bets of its round that it kept with the same salt: with one leaf for two, one is left out. */
interface KeptOfOrder {
  readonly order: KeptOrder | null;
  readonly digest: KeptDigest | null;
  readonly sameSalt?: readonly string[];
}

/** How a round ended: its digits, `void`, or null while it has not. */
export type RoundOutcome = Digits | 'void' | null;

/**
 * Holds the proof of a bet against the bet that the page shows and that this phone kept when it was placed, follows its path to the root of the closing, and
 * holds the closing against the digest that this phone kept. What the bet is said to have brought is computed from how the round
 * ended: with an outcome it must be decided.
 */
export function checkOrder(
  { order, path, closing, digest }: OrderProof,
  shown: Order,
  outcome: RoundOutcome,
  kept: KeptOfOrder,
): OrderCheck {
  const proven: Terms = { ...order, round: closing.round, amount: order.stake };
  const { position, siblings } = path;
  const published = { round: closing.round, count: orderCountOf(closing), root: closing.root };
  const { sameSalt = [] } = kept;
  const isUndecided = outcome !== null && shown.state === 'pending';
  const fault = verifyOrder(order, { position, siblings: siblings.map(hexToBytes) }, published);
  const pairs: (readonly [field: string, claimed: string | null, found: string])[] = [
    ...termsOf('order', shown, proven),
    ...(isUndecided ? [['order.state', shown.state, stateOf(order, outcome)] as const] : []),
    [
      'order.income',
      isUndecided ? null : outcome && toDecimal('USDT', shown.income),
      outcome ? incomeOf(order, outcome) : '',
    ],
    ...(kept.order ? termsOf('kept.order', kept.order, proven) : []),
    ...sameSalt.map((id): (typeof pairs)[number] => [
      'kept.order.salt',
      `${shown.id}: ${shown.salt}`,
      `${id}: ${shown.salt}`,
    ]),
    ['path', `to ${closing.root}`, fault === null ? `to ${closing.root}` : fault],
    ['digest', digest, closingDigest(closing)],
    ['kept.digest', kept.digest?.digest ?? null, closingDigest(closing)],
  ];
  return {
    differences: pairs.flatMap(([field, claimed, computed]) =>
      claimed === null || claimed === computed ? [] : [{ field, claimed, computed }],
    ),
    steps: orderSteps.filter(
      (step) =>
        (step !== 'keptOrder' || kept.order !== null || sameSalt.length > 0) &&
        (step !== 'keptDigest' || kept.digest !== null),
    ),
    open: openOf(kept, publicFrom(closing.beacon, timesOf(closing.round).resultAt)),
  };
}

function stateOf({ category }: OrderProof['order'], outcome: Digits | 'void'): OrderState {
  return outcome === 'void' ? outcome : wins(category, outcome) ? 'won' : 'lost';
}

function incomeOf({ category, stake }: OrderProof['order'], outcome: Digits | 'void'): string {
  return toDecimal('USDT', incomeOfOrder({ category, stake }, outcome === 'void' ? null : outcome));
}

function termsOf(before: string, known: Terms, proven: Terms): [field: string, claimed: string, found: string][] {
  return [
    [`${before}.round`, String(known.round), String(proven.round)],
    [`${before}.category`, known.category, proven.category],
    [`${before}.stake`, toDecimal('USDT', known.amount), toDecimal('USDT', proven.amount)],
    [`${before}.salt`, known.salt, proven.salt],
  ];
}

function openOf({ order, digest }: KeptOfOrder, beaconFrom: number): OrderOpen[] {
  const open: OrderOpen[] = [];
  if (order === null) open.push('keptOrder');
  if (digest === null) open.push('keptDigest');
  else if (digest.at >= beaconFrom) open.push('keptLate');
  return open;
}
