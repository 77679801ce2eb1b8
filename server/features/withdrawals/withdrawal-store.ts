import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WithdrawalState } from '#contract/states.ts';
import type { WithdrawalMethod, WithdrawalReason } from '#contract/withdrawals.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { approvalSpanMs, type WithdrawnBefore } from '#core/withdrawals/rules.ts';

export interface WithdrawalTables {
  withdrawal: {
    member_id: bigint;
    id: string;
    method: WithdrawalMethod;
    amount: bigint;
    fee: bigint;
    destination: string;
    destination_hash: Buffer;
    card_id: string | null;
    comment: string;
    requested_at: Date;
    review_ends_at: Date;
    approvals_needed: number;
    only_one: boolean;
    state: WithdrawalState;
    reason: WithdrawalReason | null;
    sent_at: Date | null;
    ended_at: Date | null;
  };
}

export interface StoredWithdrawal {
  readonly memberId: bigint;
  readonly id: string;
  readonly method: WithdrawalMethod;
  readonly amount: Usdt;
  readonly fee: Usdt;
  readonly destination: string;
  readonly cardId: string | null;
  readonly comment: string;
  readonly requestedAt: number;
  readonly reviewEndsAt: number;
  readonly approvalsNeeded: number;
  /** Those that count. */
  readonly approvals: number;
  /** Whether it has all that it needs. */
  readonly isApproved: boolean;
  /** The operator's reason from the decision on; null without a refusal. */
  readonly refusal: WithdrawalReason | null;
  readonly state: WithdrawalState;
  readonly reason: WithdrawalReason | null;
  readonly sentAt: number | null;
  readonly endedAt: number | null;
}

export interface PayoutTimes {
  readonly count: number;
  readonly medianSeconds: number | null;
  readonly percentile95Seconds: number | null;
}

const inReview = sql<boolean>`state in ('requested', 'inReview')`;

type Tables = Kysely<WithdrawalTables>;

/** The member's withdrawal, or null; also null for another member's, so that ids cannot be probed. */
export async function findWithdrawal(tables: Tables, memberId: bigint, id: string): Promise<StoredWithdrawal | null> {
  const row = await selectWithdrawals(tables).where('member_id', '=', memberId).where('id', '=', id).executeTakeFirst();
  return row ? withdrawalOf(row) : null;
}

/** By id alone: for operators. */
export async function findWithdrawalById(tables: Tables, id: string): Promise<StoredWithdrawal | null> {
  const rows = await selectWithdrawals(tables).where('id', '=', id).limit(2).execute();
  if (rows.length > 1) throw new Error(`two withdrawals have the id ${id}`);
  return rows[0] ? withdrawalOf(rows[0]) : null;
}

/** Newest first; of those before `before`. */
export async function withdrawalsOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredWithdrawal[]> {
  let query = selectWithdrawals(tables).where('member_id', '=', memberId);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(withdrawalOf);
}

/** Withdrawals that have not ended, oldest first, after that id. */
export async function openWithdrawalsAfter(
  tables: Tables,
  afterId: string,
  limit: number,
): Promise<StoredWithdrawal[]> {
  const rows = await selectWithdrawals(tables)
    .where(sql<boolean>`state in ('requested', 'inReview', 'sent')`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(withdrawalOf);
}

export interface WaitingWithdrawal extends StoredWithdrawal {
  /** What all members asked to be paid to its destination since a day before it, itself included. */
  readonly toDestination: Usdt;
}

/** What members who have deleted their accounts since sent there, and still counts at that moment. */
const erasedTo = (hash: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`coalesce((select known.erased_amount
  from withdrawal_destination as known where known.hash = ${hash} and known.erased_until > ${at}), 0)`;

const toDestination = sql<bigint>`(select sum(other.amount)::bigint from withdrawal as other
  where other.destination_hash = withdrawal.destination_hash and other.state not in ('refused', 'cancelled')
    and other.requested_at > withdrawal.requested_at - make_interval(secs => ${approvalSpanMs / 1_000}))
  + ${erasedTo(sql`withdrawal.destination_hash`, sql`withdrawal.requested_at`)}`;

/** Those that wait for operators, oldest first: neither approved by all whom it takes nor refused. */
export async function withdrawalsWaiting(tables: Tables, limit: number): Promise<WaitingWithdrawal[]> {
  const rows = await selectWithdrawals(tables)
    .select(toDestination.as('to_destination'))
    .where(inReview)
    .where('approvals_needed', '>', 0)
    .where(sql<boolean>`not exists (select from approval_decision as d where d.kind = 'withdrawal'
      and d.reference = withdrawal.member_id || '.' || withdrawal.id and (d.completes or d.decision = 'refused'))`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...withdrawalOf(row), toDestination: usdt(row.to_destination) }));
}

/** Withdrawals of all members that are in review, oldest first, after that id, with the members' names. */
export async function reviewedAfter(
  tables: Tables,
  after: string,
  limit: number,
): Promise<(WaitingWithdrawal & { readonly username: string })[]> {
  const rows = await selectWithdrawals(tables)
    .select(toDestination.as('to_destination'))
    .select(sql<string>`(select username from member where member.id = withdrawal.member_id)`.as('username'))
    .where(inReview)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ username, to_destination, ...row }) => ({
    ...withdrawalOf(row),
    username,
    toDestination: usdt(to_destination),
  }));
}

export async function hasWithdrawalInReview(tables: Tables, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('withdrawal')
    .select('id')
    .where('member_id', '=', memberId)
    .where(inReview)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What counts towards the approvals of a withdrawal at `now`, read without locks. Without a destination (null) nothing is counted towards
 * one, and it is taken for one that the member has used.
 */
export async function withdrawnBefore(
  tables: Tables,
  memberId: bigint,
  destinationHash: string | null,
  now: number,
): Promise<WithdrawnBefore> {
  const ofDay = sql`requested_at > ${new Date(now - approvalSpanMs)} and state not in ('refused', 'cancelled')`;
  const { rows } = await sql<WithdrawnBefore>`
    with destination as (select decode(${destinationHash}, 'hex') as hash)
    select coalesce(sum(amount), 0)::bigint as "ofMember", count(*)::int as count,
      (select coalesce(sum(amount), 0)::bigint from withdrawal where destination_hash = (table destination) and ${ofDay})
        + ${erasedTo(sql`(table destination)`, sql`${new Date(now)}::timestamptz`)} as "toDestination",
      count(distinct destination_hash) filter (where destination_hash <> (table destination))::int as "otherDestinations"
    from withdrawal where member_id = ${memberId} and ${ofDay}`.execute(tables);
  return rows[0] ?? { ofMember: 0n, toDestination: 0n, count: 0, otherDestinations: 0 };
}

/** Whether the member has asked for a withdrawal to that address before, which took the login password. */
export async function hasWithdrawnTo(tables: Tables, memberId: bigint, address: string): Promise<boolean> {
  const row = await tables
    .selectFrom('withdrawal')
    .select('id')
    .where('member_id', '=', memberId)
    .where('method', '=', 'address')
    .where('destination', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the state. False when it is not the state that the caller read. */
export async function moveWithdrawalOn(
  tables: Tables,
  { memberId, id, state }: StoredWithdrawal,
  to: { state: 'inReview' } | { state: 'sent'; sentAt: number },
): Promise<boolean> {
  const moved = await tables
    .updateTable('withdrawal')
    .set(to.state === 'sent' ? { state: to.state, sent_at: new Date(to.sentAt) } : { state: to.state })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** Times from request to payout of the withdrawals paid since. */
export async function readPayoutTimes(tables: Tables, since: number): Promise<PayoutTimes> {
  const { rows } = await sql<PayoutTimes>`
        select count(*)::int as count,
          percentile_cont(0.5) within group (order by seconds) as "medianSeconds",
          percentile_cont(0.95) within group (order by seconds) as "percentile95Seconds"
        from (
          select extract(epoch from ended_at - requested_at)::double precision as seconds
          from withdrawal where state = 'done' and ended_at >= ${new Date(since)}
        ) as paid`.execute(tables);
  return rows[0] ?? { count: 0, medianSeconds: null, percentile95Seconds: null };
}

function selectWithdrawals(tables: Tables) {
  return tables
    .selectFrom('withdrawal')
    .selectAll()
    .select([
      sql<number>`cardinality(approvers_of('withdrawal', withdrawal.member_id || '.' || withdrawal.id))`.as(
        'approvals',
      ),
      sql<boolean>`approvals_needed = 0
          or is_approved('withdrawal', withdrawal.member_id || '.' || withdrawal.id, approvals_needed)`.as(
        'isApproved',
      ),
      sql<WithdrawalReason | null>`(select reason from approval_decision as d where d.kind = 'withdrawal'
          and d.reference = withdrawal.member_id || '.' || withdrawal.id and d.decision = 'refused')`.as('refusal'),
    ]);
}

type WithdrawalRow = WithdrawalTables['withdrawal'] & Pick<StoredWithdrawal, 'approvals' | 'isApproved' | 'refusal'>;

function withdrawalOf(row: WithdrawalRow): StoredWithdrawal {
  return {
    memberId: row.member_id,
    id: row.id,
    method: row.method,
    amount: usdt(row.amount),
    fee: usdt(row.fee),
    destination: row.destination,
    cardId: row.card_id,
    comment: row.comment,
    requestedAt: row.requested_at.getTime(),
    reviewEndsAt: row.review_ends_at.getTime(),
    approvalsNeeded: row.approvals_needed,
    approvals: row.approvals,
    isApproved: row.isApproved,
    refusal: row.refusal,
    state: row.state,
    reason: row.reason,
    sentAt: row.sent_at ? row.sent_at.getTime() : null,
    endedAt: row.ended_at ? row.ended_at.getTime() : null,
  };
}
