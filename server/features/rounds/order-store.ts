import { type Kysely, type Selectable, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { FollowEnd, Order, OrderState } from '#contract/round-records.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import type { Category } from '#core/rounds/categories.ts';
import type { FollowTerms } from '#core/rounds/follow.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { RoundTables } from './round-tables.ts';

/** An order of one round; amounts in micro-USDT. */
export interface StoredOrder {
  readonly memberId: bigint;
  readonly id: string;
  readonly round: RoundNumber;
  readonly category: Category;
  readonly stake: bigint;
  readonly winnings: bigint;
  /** 32 bytes, lower-case hex. */
  readonly salt: string;
  readonly followId: string | null;
  readonly placedAt: number;
  /** Null until it is paid. */
  readonly income: bigint | null;
}

/** A follow; amounts in micro-USDT. */
export interface StoredFollow {
  readonly memberId: bigint;
  readonly id: string;
  readonly category: Category;
  readonly stake: bigint;
  readonly winnings: bigint;
  readonly rounds: number;
  readonly stopOnWin: boolean;
  readonly lossLimit: bigint | null;
  readonly terms: FollowTerms;
  readonly placedAt: number;
  readonly placed: number;
  readonly done: number;
  readonly income: bigint;
  readonly end: FollowEnd | null;
}

type Tables = Kysely<RoundTables>;

/** An order with whether its round was void, for lists. */
export type OrderWithEnd = StoredOrder & { readonly isVoid: boolean };

const orders = (tables: Tables) =>
  tables
    .selectFrom('round_order')
    .leftJoin('round_end', 'round_end.round_id', 'round_order.round_id')
    .selectAll('round_order')
    .select('round_end.is_void');

/** The member's order, or null for an unknown one or another member's. */
export async function findOrder(tables: Tables, memberId: bigint, id: string): Promise<OrderWithEnd | null> {
  const row = await orders(tables).where('member_id', '=', memberId).where('id', '=', id).executeTakeFirst();
  return row ? withEnd(row) : null;
}

/** Newest first; `before` leaves out that order and the newer ones. */
export async function ordersOf(
  tables: Tables,
  memberId: bigint,
  { before, round }: { readonly before: string | null; readonly round: RoundNumber | null },
): Promise<OrderWithEnd[]> {
  let query = orders(tables).where('member_id', '=', memberId);
  if (before !== null) query = query.where('id', '<', before);
  if (round !== null) query = query.where('round_order.round_id', '=', BigInt(round));
  return (await query.orderBy('id', 'desc').limit(pageSize).execute()).map(withEnd);
}

/** The member's follow, or null for an unknown one or another member's. */
export async function findFollow(tables: Tables, memberId: bigint, id: string): Promise<StoredFollow | null> {
  const row = await tables
    .selectFrom('round_follow')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? followOf(row) : null;
}

/** Newest first; `before` leaves out that follow and the newer ones. */
export async function followsOf(tables: Tables, memberId: bigint, before: string | null): Promise<StoredFollow[]> {
  let query = tables.selectFrom('round_follow').selectAll().where('member_id', '=', memberId);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(pageSize).execute()).map(followOf);
}

/** Where a page of a round's orders begins: after this order. */
export type OrderPlace = Pick<StoredOrder, 'memberId' | 'id'>;

/** What of an order its payment depends on. */
export type UnpaidOrder = Pick<StoredOrder, 'memberId' | 'id' | 'category' | 'stake'>;

/** Unpaid orders of a round after that one, by member and id, each with its follow. */
export async function unpaidOrders(
  tables: Tables,
  round: RoundNumber,
  after: OrderPlace,
  limit: number,
): Promise<{ readonly order: UnpaidOrder; readonly follow: StoredFollow | null }[]> {
  const rows = await tables
    .selectFrom('round_order')
    .select(['member_id', 'id', 'category', 'stake', 'follow_id'])
    .where('round_id', '=', BigInt(round))
    .where('income', 'is', null)
    .where(sql<boolean>`(member_id, id) > (${after.memberId}::bigint, ${after.id}::text)`)
    .orderBy('member_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  const follows = await followsNamed(
    tables,
    rows.flatMap(({ member_id, follow_id }) => (follow_id === null ? [] : [{ memberId: member_id, id: follow_id }])),
  );
  return rows.map((row) => ({
    order: { memberId: row.member_id, id: row.id, category: row.category, stake: row.stake },
    follow: row.follow_id === null ? null : (follows.get(`${row.member_id} ${row.follow_id}`) ?? null),
  }));
}

async function followsNamed(tables: Tables, places: readonly OrderPlace[]): Promise<Map<string, StoredFollow>> {
  if (places.length === 0) return new Map();
  const members = places.map(({ memberId }) => memberId);
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<FollowRow>`
    select f.* from unnest(${members}::bigint[], ${ids}::text[]) as named (member_id, id)
    join round_follow as f using (member_id, id)`.execute(tables);
  return new Map(rows.map((row) => [`${row.member_id} ${row.id}`, followOf(row)]));
}

type OrderRow = Selectable<RoundTables['round_order']>;
type FollowRow = Selectable<RoundTables['round_follow']>;

const withEnd = ({ is_void, ...row }: OrderRow & { readonly is_void: boolean | null }): OrderWithEnd => ({
  ...orderOf(row),
  isVoid: is_void === true,
});

export function orderOf(row: OrderRow): StoredOrder {
  return {
    memberId: row.member_id,
    id: row.id,
    round: Number(row.round_id),
    category: row.category,
    stake: row.stake,
    winnings: row.winnings,
    salt: row.salt.toString('hex'),
    followId: row.follow_id,
    placedAt: row.placed_at.getTime(),
    income: row.income,
  };
}

export function followOf(row: FollowRow): StoredFollow {
  const lossLimit = row.loss_limit === null ? null : usdt(row.loss_limit);
  return {
    memberId: row.member_id,
    id: row.id,
    category: row.category,
    stake: row.stake,
    winnings: row.winnings,
    rounds: row.rounds,
    stopOnWin: row.stop_on_win,
    lossLimit,
    terms: { stake: usdt(row.stake), rounds: row.rounds, stopOnWin: row.stop_on_win, lossLimit },
    placedAt: row.placed_at.getTime(),
    placed: row.placed,
    done: row.done,
    income: row.income,
    end: row.end,
  };
}

/** An order as the contract sends it. */
export function orderRecord({ isVoid, ...order }: OrderWithEnd): Order {
  const income = usdt(order.income ?? 0n);
  const state = stateOf(order.income, isVoid);
  return {
    id: order.id,
    round: order.round,
    category: order.category,
    amount: usdt(order.stake),
    state,
    income,
    charity: state === 'won' ? payoutOf(order.category, usdt(order.stake)).charity : noUsdt,
    placedAt: order.placedAt,
    follow: order.followId,
    salt: order.salt,
  };
}

/** An order as others see it, in the chat and in the console. */
export function orderObject({ id, stake, income, round, category, placedAt: at }: StoredOrder): PinnedObject {
  return {
    kind: 'order',
    id,
    amount: usdt(stake),
    state: income === null ? 'running' : 'settled',
    income: income === null ? null : usdt(income),
    detail: `${round} ${category}`,
    at,
  };
}

function stateOf(income: bigint | null, isVoid: boolean): OrderState {
  if (income === null) return 'pending';
  if (isVoid) return 'void';
  return income > 0n ? 'won' : 'lost';
}
