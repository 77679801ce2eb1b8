import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { Order } from '#contract/round-records.ts';
import type { placeOrder as operation } from '#contract/rounds.ts';
import { winningsReservedMax } from '#core/limits/business-limits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { followRoundsMax, followRoundsMin } from '#core/rounds/follow.ts';
import { stakeMax, stakeMin, winningsOf } from '#core/rounds/payout.ts';
import { type RoundNumber, roundAt, timesOf } from '#core/rounds/schedule.ts';
import { isStale } from '#server/ledger/failures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { MemberLimit } from '#server/ledger/member-limit.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import type { AskedOfLimits } from './order-limits.ts';
import { findOrder, orderRecord, type StoredFollow, type StoredOrder } from './order-store.ts';
import { placementOf, roundsAccount } from './round-transfers.ts';

export interface PlaceOrderDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly tables: Kysely<unknown>;
  readonly clock: { now(): number };
  readonly guard: StakeGuard;
  readonly limits: MemberLimit<AskedOfLimits>;
}

export type OrderRequest = InputOf<typeof operation>;

/**
 * Places an order on the running round, and a follow where it is repeated. A repeated request (same member, same key) returns the order of
 * the first one, even if it would now be refused.
 */
export async function placeOrder(
  dependencies: PlaceOrderDependencies,
  memberId: bigint,
  request: OrderRequest,
  idempotencyKey: string | null,
): Promise<Order> {
  const { round, category, amount, follow = null, stoponwin = false, losslimit = null } = request;
  return await requestOnce(
    dependencies.ledger,
    {
      idempotencyKey,
      input: { round, category, amount, follow, stoponwin, losslimit },
      transferKey: (requestKey) => `round:${memberId}:${requestKey}`,
    },
    (identity) => place(dependencies, memberId, request, identity),
    (id) => placedBefore(dependencies, memberId, id),
  );
}

async function place(
  dependencies: PlaceOrderDependencies,
  memberId: bigint,
  request: OrderRequest,
  identity: RequestIdentity,
): Promise<Order> {
  const { ledger, clock, guard, limits } = dependencies;
  requireStake(request.amount);
  requireFollow(request);
  requireOpen(request.round, clock.now());
  const { order, follow } = newOrder(memberId, request, Math.trunc(clock.now()));
  const rounds = BigInt(follow?.rounds ?? 1);
  const asked = { round: request.round, reserves: order.winnings * rounds, isFollow: follow !== null };
  if (asked.reserves > winningsReservedMax) throw new Refusal('winningsLimit', { maximum: winningsReservedMax });
  const submit = async () => {
    try {
      return await ledger.submit(placementOf(order, follow, identity));
    } catch (error) {
      if (isStale(error)) await requireOpenStill(dependencies, request.round);
      throw error;
    }
  };
  const outcome = await guard.placing(memberId, usdt(order.stake * rounds), () =>
    limits.placing(memberId, asked, submit),
  );
  if (outcome.status === 'refused') {
    const isHouseSpent = outcome.reason === 'insufficientFunds' && outcome.account === roundsAccount;
    throw isHouseSpent ? new Refusal('amountLimit') : refusalOfTransfer(outcome);
  }
  if (outcome.status === 'replayed') return await placedBefore(dependencies, memberId, outcome.reference);
  return orderRecord({ ...order, isVoid: false });
}

function requireStake(amount: Usdt): void {
  if (amount < stakeMin) throw new Refusal('stakeTooSmall', { minimum: stakeMin });
  if (amount > stakeMax) throw new Refusal('amountLimit');
}

function requireFollow({ amount, follow, stoponwin, losslimit }: OrderRequest): void {
  if (follow === undefined) {
    if (stoponwin || losslimit !== undefined) throw new Refusal('stopInvalid');
    return;
  }
  if (follow < followRoundsMin || follow > followRoundsMax) throw new Refusal('followInvalid', followBounds);
  if (losslimit !== undefined && losslimit < amount) throw new Refusal('stopInvalid');
}

/** Values of the text of `followInvalid`. */
export const followBounds = { minimum: followRoundsMin, maximum: followRoundsMax } as const;

/** By this node's clock, so that a late order reaches the database only right at the end. */
function requireOpen(round: RoundNumber, now: number): void {
  if (round > roundAt(now)) throw new Refusal('roundUnknown');
  if (now >= timesOf(round).closesAt) throw new Refusal('roundClosed');
}

async function requireOpenStill({ tables }: PlaceOrderDependencies, round: RoundNumber): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select takes_orders(${BigInt(round)}) as open`.execute(tables);
  if (rows[0]?.open !== true) throw new Refusal('roundClosed');
}

interface NewOrder {
  readonly order: StoredOrder;
  readonly follow: StoredFollow | null;
}

function newOrder(memberId: bigint, request: OrderRequest, placedAt: number): NewOrder {
  const {
    round,
    category,
    amount,
    follow: rounds,
    stoponwin: stopOnWin = false,
    losslimit: lossLimit = null,
  } = request;
  const common = { memberId, category, stake: amount, winnings: winningsOf(category, amount), placedAt };
  const follow =
    rounds === undefined
      ? null
      : {
          ...common,
          ...{ id: newPublicId(placedAt), rounds, stopOnWin, lossLimit },
          terms: { stake: amount, rounds, stopOnWin, lossLimit },
          ...{ placed: 1, done: 0, income: 0n, end: null },
        };
  const order = {
    id: newPublicId(placedAt),
    round,
    salt: randomBytes(32).toString('hex'),
    followId: follow?.id ?? null,
  };
  return { order: { ...common, ...order, income: null }, follow };
}

async function placedBefore({ tables }: PlaceOrderDependencies, memberId: bigint, id: string): Promise<Order> {
  const order = await findOrder(tables, memberId, id);
  if (!order) throw new Error(`the ledger knows order ${id} of member ${memberId}, the rounds do not`);
  return orderRecord(order);
}
