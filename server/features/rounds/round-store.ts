import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Round } from '#contract/round-records.ts';
import type { RoundState } from '#contract/states.ts';
import { beaconSchema, closingSchema, roundTranscriptSchema } from '#contract/transcripts.ts';
import { type Beacon, beaconValue } from '#core/fairness/beacon.ts';
import type { ClosingStatement } from '#core/fairness/closing.ts';
import type { OrderLeaf } from '#core/fairness/orders.ts';
import { type RoundResult, resultOf } from '#core/fairness/result.ts';
import type { CategoryPayment } from '#core/fairness/transcript.ts';
import { usdt } from '#core/money/amount.ts';
import type { Category, PerCategory } from '#core/rounds/categories.ts';
import { bettingMs, type RoundNumber, roundAt, roundMs, timesOf } from '#core/rounds/schedule.ts';
import { leafOf } from './order-tree.ts';

type Tables = Kysely<unknown>;

/** The sums of a round as they are stored. */
export const paymentsSchema = roundTranscriptSchema.shape.payments;

/** A round that has closed, as far as it has come. */
export interface StoredRound {
  readonly id: RoundNumber;
  readonly closing: ClosingStatement;
  readonly digest: string;
  readonly orders: number;
  readonly staked: bigint;
  readonly closedAt: number;
  /** Null until it is drawn or void. */
  readonly end: RoundEnd | null;
  /** Null until every order is paid. */
  readonly payments: PerCategory<CategoryPayment> | null;
}

export interface RoundEnd {
  readonly seed: string;
  readonly beacon: Beacon | null;
  readonly isVoid: boolean;
  readonly endedAt: number;
  /** Computed from seed and beacon; null without a beacon. */
  readonly result: (RoundResult & { readonly value: string }) | null;
}

async function roundsWhere(tables: Tables, condition: RawBuilder<unknown>): Promise<StoredRound[]> {
  const { rows } = await sql<RoundRow>`
    select closing.round_id::float8 as id, closing.statement, closing.digest, closing.orders, closing.staked,
      closing.closed_at as "closedAt", ended.seed, ended.beacon, ended.is_void as "isVoid", ended.ended_at as "endedAt",
      payment.paid
    from round_closing as closing left join round_end as ended using (round_id)
    left join round_payment as payment using (round_id) where ${condition}`.execute(tables);
  return rows.map(roundOf);
}

/** A round that has closed, or null. */
export async function findRound(tables: Tables, round: RoundNumber): Promise<StoredRound | null> {
  const [found] = await roundsWhere(tables, sql`closing.round_id = ${BigInt(round)}`);
  return found ?? null;
}

/** Rounds of the numbers from `first` to `last` that have closed, oldest first. */
export async function roundsBetween(tables: Tables, first: RoundNumber, last: RoundNumber): Promise<StoredRound[]> {
  return await roundsWhere(
    tables,
    sql`closing.round_id between ${BigInt(first)} and ${BigInt(last)} order by closing.round_id`,
  );
}

/** Rounds after that one that have ended, newest first. */
export async function endedRounds(tables: Tables, after: RoundNumber, limit: number): Promise<StoredRound[]> {
  return await roundsWhere(tables, sql`ended.round_id > ${BigInt(after)} order by ended.round_id desc limit ${limit}`);
}

/** The orders of a round as its transcript lists them, ascending by leaf. */
export async function transcriptOrders(tables: Tables, round: RoundNumber): Promise<OrderLeaf[]> {
  const { rows } = await sql<{ category: Category; stake: bigint; salt: Buffer }>`
    select category, stake, salt from round_order where round_id = ${BigInt(round)} order by salt`.execute(tables);
  return rows.map(({ category, stake, salt }) => ({
    ...{ id: leafOf(salt), category, stake: usdt(stake), salt: salt.toString('hex') },
  }));
}

/** Rounds from that number on that have closed and are not paid entirely, oldest first. */
export async function unpaidRounds(tables: Tables, from: RoundNumber): Promise<StoredRound[]> {
  return await roundsWhere(
    tables,
    sql`payment.round_id is null and closing.round_id >= ${BigInt(from)} order by closing.round_id`,
  );
}

/**
 * The oldest round with an order that is not paid, or of those from that number on that has closed and is not paid entirely. The running
 * orders first: the planner would look for the oldest among all orders there ever were.
 */
export async function oldestUnpaid(tables: Tables, from: RoundNumber): Promise<RoundNumber | null> {
  const { rows } = await sql<{ round_id: bigint | null }>`
    with running as materialized (select round_id from round_order where income is null)
    select least((select min(round_id) from running), (
      select min(c.round_id) from round_closing as c left join round_payment as p using (round_id)
      where c.round_id >= ${BigInt(from)} and p.round_id is null)) as round_id`.execute(tables);
  const oldest = rows[0]?.round_id ?? null;
  return oldest === null ? null : Number(oldest);
}

/** Rounds before that one with orders that wait to be closed, oldest first: rounds close in their order, so that each is after the newest closed one. */
export async function unclosedRounds(tables: Tables, before: RoundNumber): Promise<RoundNumber[]> {
  const { rows } = await sql<{ round_id: bigint }>`
    select distinct round_id from round_order
    where round_id > (select coalesce(max(round_id), 0) from round_closing) and round_id < ${BigInt(before)}
    order by round_id`.execute(tables);
  return rows.map(({ round_id }) => Number(round_id));
}

/** What a look finds, by one statement and one time. */
export interface DueWork {
  /** Product time of the database. */
  readonly now: number;
  /** Whether the round whose betting has ended last was committed to in time: without that it took no orders, and cannot close. */
  readonly isCommitted: boolean;
  /** Whether a round from `paidBefore` on has closed and is not paid entirely. */
  readonly hasUnpaid: boolean;
  /** Whether a follow waits for its next order. */
  readonly hasFollows: boolean;
}

/** Reads whether there is anything to do. */
export async function readDueWork(tables: Tables, paidBefore: RoundNumber): Promise<DueWork> {
  const { rows } = await sql<Omit<DueWork, 'now'> & { readonly now: Date }>`
    with clock as materialized (select coalesce(product_now(), now()) as now),
    rounds as (select now, floor(extract(epoch from now) / ${roundMs / 1_000})::bigint as open,
      floor((extract(epoch from now) - ${bettingMs / 1_000}) / ${roundMs / 1_000})::bigint as newest from clock)
    select now, is_committed(newest) as "isCommitted",
      exists (select from round_closing as c left join round_payment as p using (round_id)
        where c.round_id >= ${BigInt(paidBefore)} and p.round_id is null) as "hasUnpaid",
      exists (select from round_follow where "end" is null and placed = done and last_round < open) as "hasFollows"
    from rounds`.execute(tables);
  const [row] = rows;
  if (!row) throw new Error('the database gave no time');
  return { ...row, now: row.now.getTime() };
}

interface RoundRow {
  readonly id: RoundNumber;
  readonly statement: unknown;
  readonly digest: string;
  readonly orders: number;
  readonly staked: bigint;
  readonly closedAt: Date;
  readonly seed: string | null;
  readonly beacon: unknown;
  readonly isVoid: boolean | null;
  readonly endedAt: Date | null;
  readonly paid: unknown;
}

function roundOf(row: RoundRow): StoredRound {
  const { id, digest, orders, staked, paid } = row;
  const closing = closingSchema.parse(row.statement);
  const payments = paid === null ? null : paymentsSchema.parse(paid);
  return { id, closing, digest, orders, staked, closedAt: row.closedAt.getTime(), end: endOf(row), payments };
}

function endOf({ id, seed, beacon, isVoid, endedAt }: RoundRow): RoundEnd | null {
  if (seed === null || isVoid === null || endedAt === null) return null;
  const known = beacon === null ? null : beaconSchema.parse(beacon);
  return { seed, beacon: known, isVoid, endedAt: endedAt.getTime(), result: known && resultWith(seed, id, known) };
}

/** The result of a round: there is no column for it. */
export function resultWith(seed: string, round: RoundNumber, beacon: Beacon): NonNullable<RoundEnd['result']> {
  const value = beaconValue(beacon);
  return { ...resultOf(Buffer.from(seed, 'hex'), round, value), value: Buffer.from(value).toString('hex') };
}

/** A round as lists show it. Without a closing it is betting, closed, or void because a downtime left it out. */
export function roundRecord(id: RoundNumber, stored: StoredRound | null, now: number): Round {
  const digits = stored?.end && !stored.end.isVoid ? (stored.end.result?.digits ?? null) : null;
  return {
    id,
    ...timesOf(id),
    state: stateOf(id, stored, now),
    digits: digits && [...digits],
    orders: stored?.orders ?? null,
    staked: stored ? usdt(stored.staked) : null,
  };
}

function stateOf(id: RoundNumber, stored: StoredRound | null, now: number): RoundState {
  if (stored?.end) return stored.end.isVoid ? 'void' : 'drawn';
  const { closesAt, voidAt } = timesOf(id);
  if (!stored && now >= voidAt && roundAt(now) > id + 1) return 'void';
  return now < closesAt ? 'betting' : 'closed';
}
