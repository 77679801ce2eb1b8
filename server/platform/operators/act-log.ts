import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import {
  type ChainedAct,
  emptyLog,
  follow,
  hashOfAct,
  type LogFault,
  type LogHead,
} from '#core/operators/act-chain.ts';
import { lockInTransaction } from '../locks.ts';

/** Acts chained by one transaction. */
const chainedAtOnce = 500;

/** Acts read by one statement of a verification. */
const readAtOnce = 2_000;

type ActRow = Omit<ChainedAct, 'at'> & { readonly at: Date };

const fields = sql`a.id, a.operator, a.role, a.act, a.subject, a.member_id as "memberId", a.reason, a.detail, a.at`;

const ofNewestChained = (column: 'id' | 'at') => sql`(
  select newest.${sql.ref(column)} from operator_act_chain as c join operator_act as newest on newest.id = c.act_id
  order by c.position desc limit 1)`;

const lookedAtFrom = sql`${ofNewestChained('at')} - interval '1 day'`;

/**
 * Acts without a place in the chain. Only those of the last day before the newest chained one are looked at: no act's transaction lasts
 * longer, and `unchained` of a verification looks at all. Of earlier ones, those that were recorded after it: the database's clock was set back.
 */
const waiting = sql`(
    select * from operator_act where at >= coalesce(${lookedAtFrom}, '-infinity')
    union all
    select * from operator_act where id > ${ofNewestChained('id')} and at < ${lookedAtFrom}
  ) as a where not exists (select from operator_act_chain as c where c.act_id = a.id)`;

const newestChained = 'select position, hash from operator_act_chain order by position desc limit 1';

interface HeadRow {
  readonly position: bigint;
  readonly hash: Buffer;
}

const headOf = (row: HeadRow | undefined): LogHead =>
  row ? { position: BigInt(row.position), hash: row.hash.toString('hex') } : emptyLog;

/** The newest chained act. */
export async function readLogHead(within: QueryExecutorProvider): Promise<LogHead> {
  const { rows } = await sql.raw<HeadRow>(newestChained).execute(within);
  return headOf(rows[0]);
}

/** The same on a connection, in its transaction. */
export async function logHeadOn(client: Pick<pg.ClientBase, 'query'>): Promise<LogHead> {
  const { rows } = await client.query<HeadRow>(newestChained);
  return headOf(rows[0]);
}

/** How many acts wait for their place in the chain. */
export async function countWaitingActs(within: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${waiting}`.execute(within);
  return rows[0]?.count ?? 0;
}

/** Gives every waiting act its place and hash, page by page; returns how many. One node at a time, by a lock of the transaction. */
export async function chainActs<Tables>(tables: Kysely<Tables>): Promise<number> {
  let count = 0;
  for (;;) {
    const chained = await chainPage(tables);
    count += chained;
    if (chained < chainedAtOnce) return count;
  }
}

function chainPage<Tables>(tables: Kysely<Tables>): Promise<number> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'operatorLog');
    let head = await readLogHead(transaction);
    const { rows } = await sql<ActRow>`select ${fields} from ${waiting} order by a.id limit ${chainedAtOnce}`.execute(
      transaction,
    );
    const chained = rows.map((row) => {
      const act = actOf({ ...row, position: head.position + 1n });
      head = { position: act.position, hash: hashOfAct(head.hash, act) };
      return { ...head, id: act.id };
    });
    if (chained.length === 0) return 0;
    await sql`
      insert into operator_act_chain (position, act_id, hash)
      select * from unnest(${chained.map(({ position }) => position)}::bigint[], ${chained.map(({ id }) => id)}::bigint[],
        ${chained.map(({ hash }) => Buffer.from(hash, 'hex'))}::bytea[]) order by 1`.execute(transaction);
    return chained.length;
  });
}

function actOf(row: ActRow): ChainedAct {
  const { position, id, memberId } = row;
  return {
    ...row,
    position: BigInt(position),
    id: BigInt(id),
    memberId: memberId === null ? null : BigInt(memberId),
    at: row.at.getTime(),
  };
}

/** What a verification of the whole log found. */
export interface LogReport {
  readonly head: LogHead;
  readonly faults: readonly LogFault[];
  /** Acts older than an hour that have no place in the chain. */
  readonly unchained: number;
}

/**
 * Recomputes the chain, and looks in it for every head that was published: those in the statements of this database, and `mirrored` ones
 * that somebody else kept.
 */
export async function verifyLog(within: QueryExecutorProvider, mirrored: readonly LogHead[] = []): Promise<LogReport> {
  let head = emptyLog;
  const faults: LogFault[] = [];
  for (;;) {
    const { rows } = await sql<ActRow & { readonly hash: Buffer }>`
      select c.position, c.hash, ${fields} from operator_act_chain as c join operator_act as a on a.id = c.act_id
      where c.position > ${head.position} order by c.position limit ${readAtOnce}`.execute(within);
    for (const { hash, ...row } of rows) {
      const next = follow(head, actOf(row), hash.toString('hex'));
      if (next.fault) faults.push(next.fault);
      head = next.head;
    }
    if (rows.length < readAtOnce) break;
  }
  faults.push(...(await missingHeads(within, mirrored)));
  return { head, faults, unchained: await countUnchained(within) };
}

/** Published heads that the chain does not have at their place. */
async function missingHeads(within: QueryExecutorProvider, mirrored: readonly LogHead[]): Promise<LogFault[]> {
  const { rows } = await sql<{ position: bigint; published: Buffer; hash: Buffer | null }>`
    select distinct head.position, head.published, c.hash
    from (
      select log_position as position, log_hash as published from balance_tree where log_position > 0
      union
      select * from unnest(${mirrored.map(({ position }) => position)}::bigint[],
        ${mirrored.map(({ hash }) => Buffer.from(hash, 'hex'))}::bytea[])
    ) as head
    left join operator_act_chain as c on c.position = head.position
    where head.position > 0 and c.hash is distinct from head.published
    order by head.position`.execute(within);
  return rows.map(({ position, published, hash }) => ({
    kind: 'published',
    position: BigInt(position),
    claimed: hash?.toString('hex') ?? 'no act',
    expected: published.toString('hex'),
  }));
}

async function countUnchained(within: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from operator_act as a
    where a.at < now() - interval '1 hour' and not exists (select from operator_act_chain as c where c.act_id = a.id)`.execute(
    within,
  );
  return rows[0]?.count ?? 0;
}
