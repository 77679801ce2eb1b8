import { type Kysely, type RawBuilder, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { FollowEnd, Order, OrderState } from '#contract/round-records.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import type { Category } from '#core/rounds/categories.ts';
import type { FollowTerms } from '#core/rounds/follow.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

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

type Tables = Kysely<unknown>;

/** An order with whether its round was void, for lists. */
export type OrderWithEnd = StoredOrder & { readonly isVoid: boolean };

const ordersWhere = (condition: RawBuilder<unknown>) => sql<Dated<OrderWithEnd, 'placedAt'>>`
  select o.member_id as "memberId", o.id, o.round_id::float8 as round, o.category, o.stake, o.winnings,
    encode(o.salt, 'hex') as salt, o.follow_id as "followId", o.placed_at as "placedAt", o.income,
    coalesce(e.is_void, false) as "isVoid"
  from round_order as o left join round_end as e using (round_id) where ${condition}`;

/** The member's order, or null for an unknown one or another member's. */
export async function findOrder(tables: Tables, memberId: bigint, id: string): Promise<OrderWithEnd | null> {
  const { rows } = await ordersWhere(sql`o.member_id = ${memberId} and o.id = ${id}`).execute(tables);
  return rows.map(inMs)[0] ?? null;
}

/** Newest first; `before` leaves out that order and the newer ones. */
export async function ordersOf(
  tables: Tables,
  memberId: bigint,
  { before, round }: { readonly before: string | null; readonly round: RoundNumber | null },
): Promise<OrderWithEnd[]> {
  const older = before === null ? sql`` : sql`and o.id < ${before}`;
  const ofRound = round === null ? sql`` : sql`and o.round_id = ${BigInt(round)}`;
  const { rows } = await ordersWhere(
    sql`o.member_id = ${memberId} ${older} ${ofRound} order by o.id desc limit ${pageSize}`,
  ).execute(tables);
  return rows.map(inMs);
}

/** The member's follow, or null for an unknown one or another member's. */
export async function findFollow(tables: Tables, memberId: bigint, id: string): Promise<StoredFollow | null> {
  const { rows } = await sql<FollowRow>`
    select ${followColumns} from round_follow as f where member_id = ${memberId} and id = ${id}`.execute(tables);
  return rows.map(followOf)[0] ?? null;
}

/** Newest first; `before` leaves out that follow and the newer ones. */
export async function followsOf(tables: Tables, memberId: bigint, before: string | null): Promise<StoredFollow[]> {
  const { rows } = await sql<FollowRow>`
    select ${followColumns} from round_follow as f
    where member_id = ${memberId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${pageSize}`.execute(tables);
  return rows.map(followOf);
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
  const { rows } = await sql<UnpaidOrder & { readonly followId: string | null }>`
    select member_id as "memberId", id, category, stake, follow_id as "followId" from round_order
    where round_id = ${BigInt(round)} and income is null
      and (member_id, id) > (${after.memberId}::bigint, ${after.id}::text)
    order by member_id, id limit ${limit}`.execute(tables);
  const follows = await followsNamed(
    tables,
    rows.flatMap(({ memberId, followId }) => (followId === null ? [] : [{ memberId, id: followId }])),
  );
  return rows.map(({ followId, ...order }) => ({
    order,
    follow: followId === null ? null : (follows.get(`${order.memberId} ${followId}`) ?? null),
  }));
}

async function followsNamed(tables: Tables, places: readonly OrderPlace[]): Promise<Map<string, StoredFollow>> {
  if (places.length === 0) return new Map();
  const members = places.map(({ memberId }) => memberId);
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<FollowRow>`
    select ${followColumns} from unnest(${members}::bigint[], ${ids}::text[]) as named (member_id, id)
    join round_follow as f using (member_id, id)`.execute(tables);
  return new Map(rows.map((row) => [`${row.memberId} ${row.id}`, followOf(row)]));
}

export type FollowRow = Dated<Omit<StoredFollow, 'terms'>, 'placedAt'>;

export const followColumns: RawBuilder<unknown> = sql`f.member_id as "memberId", f.id, f.category, f.stake, f.winnings, f.rounds,
  f.stop_on_win as "stopOnWin", f.loss_limit as "lossLimit", f.placed_at as "placedAt", f.placed, f.done, f.income, f.end`;

export function followOf(row: FollowRow): StoredFollow {
  const { stake, rounds, stopOnWin, lossLimit } = row;
  const terms = { stake: usdt(stake), rounds, stopOnWin, lossLimit: lossLimit === null ? null : usdt(lossLimit) };
  return { ...inMs(row), terms };
}

/** An order as the contract sends it. */
export function orderRecord({ isVoid, memberId, winnings, stake, followId, ...order }: OrderWithEnd): Order {
  const [income, amount] = [usdt(order.income ?? 0n), usdt(stake)];
  const state = stateOf(order.income, isVoid);
  const charity = state === 'won' ? payoutOf(order.category, amount).charity : noUsdt;
  return { ...order, amount, state, income, charity, follow: followId };
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
