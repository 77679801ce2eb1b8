import type { FollowEnd } from '#contract/round-records.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting } from '#core/ledger/transfer.ts';
import { followsRunningMax, ordersOfRoundMax, winningsReservedMax } from '#core/limits/business-limits.ts';
import { usdt } from '#core/money/amount.ts';
import type { Digits } from '#core/rounds/categories.ts';
import { afterRound } from '#core/rounds/follow.ts';
import { roundsFunding, settleOrder } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import type { RequestIdentity } from '#server/ledger/request-once.ts';
import type { StoredFollow, StoredOrder, UnpaidOrder } from './order-store.ts';

/** House accounts of the rounds: what is free, and what may be won by the orders that run. */
export const roundsAccount = houseAccount('rounds', 0n);
export const reservedAccount = houseAccount('roundsReserved', 0n);

/** Funds the rounds from the sponsor: one posting, when the first node starts. */
export function fundingOf(): Submission {
  return {
    key: 'rounds:funding',
    inputHash: inputHashOf({ roundsFunding }),
    kind: 'roundsFunded',
    reference: 'rounds',
    postings: [{ from: houseAccount('sponsor', 0n), to: roundsAccount, amount: roundsFunding }],
  };
}

/**
 * Leaves out members whose freeze or own limits forbid the stake, who have too many orders in the round or too much to win, and rounds that take no orders at
 * this moment: the missing row refuses the transfer. Decided under the lock of the member's account.
 */
const recordOrder = {
  name: 'record order',
  columns: {
    member_id: 'bigint',
    id: 'text',
    round_id: 'bigint',
    category: 'text',
    stake: 'bigint',
    winnings: 'bigint',
    salt: 'bytea',
    follow_id: 'text',
    placed_at: 'timestamptz',
    at_risk: 'bigint',
    reserves: 'bigint',
  },
  sql: `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at)
    select member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at
    from (select *, row_number() over (partition by member_id, round_id order by id) as place,
      sum(reserves) over (partition by member_id order by id) as reserving from given) as placed
    cross join lateral (
      select coalesce(sum(own.winnings), 0) as reserved,
        count(*) filter (where own.round_id = placed.round_id) as of_round
      from round_order as own where own.member_id = placed.member_id and own.income is null) as running
    where placed.place + running.of_round <= ${ordersOfRoundMax}
    and placed.reserving + running.reserved + (
      select coalesce(sum(f.winnings * (f.rounds - f.placed)), 0) from round_follow as f
      where f.member_id = placed.member_id and f."end" is null) <= ${winningsReservedMax}
    and placed.member_id not in (
      select members_refused_stakes(array_agg(member_id), array_agg(at_risk), array_agg(placed_at)) from given)
    and placed.round_id in (
      select round_id from (select distinct round_id from given) as wanted where takes_orders(round_id))`,
} as const;

const recordFollow = {
  name: 'record follow',
  columns: {
    member_id: 'bigint',
    id: 'text',
    category: 'text',
    stake: 'bigint',
    winnings: 'bigint',
    rounds: 'smallint',
    stop_on_win: 'boolean',
    loss_limit: 'bigint',
    placed_at: 'timestamptz',
    last_round: 'bigint',
  },
  sql: `insert into round_follow
      (member_id, id, category, stake, winnings, rounds, stop_on_win, loss_limit, placed_at, last_round)
    select member_id, id, category, stake, winnings, rounds, stop_on_win, loss_limit, placed_at, last_round
    from (select *, row_number() over (partition by member_id) as place from given) as placed
    where placed.place <= ${followsRunningMax} - (
      select count(*) from round_follow as running where running.member_id = placed.member_id and running."end" is null)`,
} as const;

/**
 * Places an order, and its follow where there is one: reserves the stakes of all its rounds, and from the house what they may win. The
 * transfer is refused where the house does not cover that, under the lock of its account: what was placed can always be paid.
 */
export function placementOf(order: StoredOrder, follow: StoredFollow | null, identity: RequestIdentity): Submission {
  const { memberId, category, stake, winnings } = order;
  const rounds = BigInt(follow?.rounds ?? 1);
  const common = { member_id: memberId, category, stake, winnings, placed_at: new Date(order.placedAt) };
  return {
    ...identity,
    kind: 'orderPlaced',
    reference: order.id,
    postings: [
      {
        from: memberAccount(memberId, 'available'),
        to: memberAccount(memberId, 'stakes'),
        amount: usdt(stake * rounds),
      },
      { from: roundsAccount, to: reservedAccount, amount: usdt(winnings * rounds) },
    ],
    rows: [
      attach(recordOrder, {
        ...common,
        id: order.id,
        round_id: BigInt(order.round),
        salt: order.salt,
        follow_id: order.followId,
        at_risk: stake * rounds,
        reserves: winnings * rounds,
      }),
      ...(follow
        ? [
            attach(recordFollow, {
              ...common,
              id: follow.id,
              rounds: follow.rounds,
              stop_on_win: follow.stopOnWin,
              loss_limit: follow.lossLimit,
              last_round: BigInt(order.round),
            }),
          ]
        : []),
    ],
  };
}

const settleOrderRow = {
  name: 'settle order',
  ahead: true,
  columns: { member_id: 'bigint', id: 'text', income: 'bigint', transfer_at: 'timestamptz' },
  sql: `update round_order set income = given.income, settled_at = given.transfer_at from given
    where round_order.member_id = given.member_id and round_order.id = given.id and round_order.income is null`,
} as const;

/** Counts an ended order; `ends` says that it ends the follow, which must be running then. */
const advanceFollow = {
  name: 'advance follow',
  ahead: true,
  columns: {
    member_id: 'bigint',
    id: 'text',
    done: 'smallint',
    income: 'bigint',
    ends: 'text',
    transfer_at: 'timestamptz',
  },
  sql: `update round_follow set done = given.done, income = given.income, "end" = coalesce(round_follow."end", given.ends),
      ended_at = coalesce(round_follow.ended_at, case when given.ends is not null then given.transfer_at end)
    from given
    where round_follow.member_id = given.member_id and round_follow.id = given.id and round_follow.done = given.done - 1
      and (given.ends is null or round_follow."end" is null)`,
} as const;

/**
 * Pays an order of a round that has ended, once: its key is the order's. Where it ends its follow, what is reserved for the rounds to come
 * returns with it. `digits` is null for a void round.
 */
export function paymentOf(order: UnpaidOrder, follow: StoredFollow | null, digits: Digits | null): Submission {
  const { memberId, id, category, stake } = order;
  const { income, postings } = settleOrder(memberId, { category, stake: usdt(stake) }, digits);
  const state =
    follow && follow.end === null
      ? afterRound(follow.terms, { done: follow.done, income: usdt(follow.income), end: null }, income)
      : null;
  const rest = follow && state?.end ? returnPostings(follow) : [];
  return {
    key: `rounds:${memberId}:${id}:settle`,
    inputHash: inputHashOf({ id, stake, income }),
    kind: digits === null ? 'orderReturned' : income > 0n ? 'orderWon' : 'orderLost',
    reference: id,
    postings: [...postings, ...rest],
    rows: [
      attach(settleOrderRow, { member_id: memberId, id, income }),
      ...(follow
        ? [
            attach(advanceFollow, {
              member_id: memberId,
              id: follow.id,
              done: follow.done + 1,
              income: follow.income + income,
              ends: state?.end ?? null,
            }),
          ]
        : []),
    ],
  };
}

const endFollow = {
  name: 'end follow',
  columns: { member_id: 'bigint', id: 'text', placed: 'smallint', ends: 'text', transfer_at: 'timestamptz' },
  sql: `update round_follow set "end" = given.ends, ended_at = given.transfer_at from given
    where round_follow.member_id = given.member_id and round_follow.id = given.id and round_follow."end" is null
      and round_follow.placed = given.placed`,
} as const;

/** Ends a follow before its rounds are over and returns what is reserved for those to come. Refused where an order was placed meanwhile. */
export function followEndOf(follow: StoredFollow, end: FollowEnd): Submission {
  const { memberId, id, placed } = follow;
  return {
    key: `rounds:${memberId}:${id}:end`,
    inputHash: inputHashOf({ id, end, placed }),
    kind: 'followReturned',
    reference: id,
    postings: returnPostings(follow),
    rows: [attach(endFollow, { member_id: memberId, id, placed, ends: end })],
  };
}

function returnPostings({ memberId, stake, winnings, rounds, placed }: StoredFollow): Posting[] {
  const left = BigInt(rounds - placed);
  if (left === 0n) return [];
  return [
    { from: memberAccount(memberId, 'stakes'), to: memberAccount(memberId, 'available'), amount: usdt(stake * left) },
    { from: reservedAccount, to: roundsAccount, amount: usdt(winnings * left) },
  ];
}

const recordPayment = {
  name: 'record round payment',
  columns: { round_id: 'bigint', paid: 'text', transfer_at: 'timestamptz' },
  sql: `insert into round_payment (round_id, paid, paid_at) select round_id, paid::jsonb, transfer_at from given`,
} as const;

/** Frees what was reserved for a round's orders and not won, and records the sums (JSON) with it: every order is paid then. */
export function releaseOf(round: RoundNumber, amount: bigint, paid: string): Submission {
  return {
    key: `rounds:release:${round}`,
    inputHash: inputHashOf({ round, amount }),
    kind: 'roundSettled',
    reference: String(round),
    postings: [{ from: reservedAccount, to: roundsAccount, amount: usdt(amount) }],
    rows: [attach(recordPayment, { round_id: BigInt(round), paid })],
  };
}
