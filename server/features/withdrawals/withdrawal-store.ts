import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WithdrawalState } from '#contract/states.ts';
import type { WithdrawalMethod, WithdrawalReason } from '#contract/withdrawals.ts';
import type { Usdt } from '#core/money/amount.ts';
import { approvalSpanMs, type WithdrawnBefore } from '#core/withdrawals/rules.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

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

type Tables = Kysely<unknown>;

type WithdrawalRow = Dated<StoredWithdrawal, 'requestedAt' | 'reviewEndsAt' | 'sentAt' | 'endedAt'>;

const columns = sql`member_id as "memberId", id, method, amount, fee, destination, card_id as "cardId", comment,
  requested_at as "requestedAt", review_ends_at as "reviewEndsAt", approvals_needed as "approvalsNeeded",
  cardinality(approvers_of('withdrawal', withdrawal.member_id || '.' || withdrawal.id)) as approvals,
  approvals_needed = 0
    or is_approved('withdrawal', withdrawal.member_id || '.' || withdrawal.id, approvals_needed) as "isApproved",
  (select reason from approval_decision as d where d.kind = 'withdrawal'
    and d.reference = withdrawal.member_id || '.' || withdrawal.id and d.decision = 'refused') as refusal,
  state, reason, sent_at as "sentAt", ended_at as "endedAt"`;

const inReview = sql`state in ('requested', 'inReview')`;

/** The member's withdrawal, or null; also null for another member's, so that ids cannot be probed. */
export async function findWithdrawal(tables: Tables, memberId: bigint, id: string): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawal where member_id = ${memberId} and id = ${id}`.execute(tables);
  return rows[0] ? inMs(rows[0]) : null;
}

/** By id alone: for operators. */
export async function findWithdrawalById(tables: Tables, id: string): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<WithdrawalRow>`select ${columns} from withdrawal where id = ${id} limit 2`.execute(tables);
  if (rows.length > 1) throw new Error(`two withdrawals have the id ${id}`);
  return rows[0] ? inMs(rows[0]) : null;
}

/** Newest first; of those before `before`. */
export async function withdrawalsOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawal
    where member_id = ${memberId} and (${before}::text is null or id < ${before}) order by id desc limit ${limit}`.execute(
    tables,
  );
  return rows.map(inMs);
}

/** Withdrawals that have not ended, oldest first, after that id. */
export async function openWithdrawalsAfter(
  tables: Tables,
  afterId: string,
  limit: number,
): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawal
    where state in ('requested', 'inReview', 'sent') and id > ${afterId} order by id limit ${limit}`.execute(tables);
  return rows.map(inMs);
}

export interface WaitingWithdrawal extends StoredWithdrawal {
  /** What all members asked to be paid to its destination since a day before it, itself included. */
  readonly toDestination: Usdt;
}

/** What members who have deleted their accounts since sent there, and still counts at that moment. */
const erasedTo = (hash: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`coalesce((select known.erased_amount
  from withdrawal_destination as known where known.hash = ${hash} and known.erased_until > ${at}), 0)`;

const toDestination = sql`(select sum(other.amount)::bigint from withdrawal as other
  where other.destination_hash = withdrawal.destination_hash and other.state not in ('refused', 'cancelled')
    and other.requested_at > withdrawal.requested_at - make_interval(secs => ${approvalSpanMs / 1_000}))
  + ${erasedTo(sql`withdrawal.destination_hash`, sql`withdrawal.requested_at`)} as "toDestination"`;

/** Those that wait for operators, oldest first: neither approved by all whom it takes nor refused. */
export async function withdrawalsWaiting(tables: Tables, limit: number): Promise<WaitingWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow & Pick<WaitingWithdrawal, 'toDestination'>>`
    select ${columns}, ${toDestination} from withdrawal
    where ${inReview} and approvals_needed > 0 and not exists (
      select from approval_decision as d where d.kind = 'withdrawal'
        and d.reference = withdrawal.member_id || '.' || withdrawal.id and (d.completes or d.decision = 'refused'))
    order by id limit ${limit}`.execute(tables);
  return rows.map(inMs);
}

type ReviewedWithdrawal = WaitingWithdrawal & { readonly username: string };

/** Withdrawals of all members that are in review, oldest first, after that id, with the members' names. */
export async function reviewedAfter(tables: Tables, after: string, limit: number): Promise<ReviewedWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow & Pick<ReviewedWithdrawal, 'toDestination' | 'username'>>`
    select ${columns}, ${toDestination},
      (select username from member where member.id = withdrawal.member_id) as username
    from withdrawal where ${inReview} and id > ${after} order by id limit ${limit}`.execute(tables);
  return rows.map(inMs);
}

export async function hasWithdrawalInReview(tables: Tables, memberId: bigint): Promise<boolean> {
  const { rows } = await sql`select from withdrawal where member_id = ${memberId} and ${inReview}`.execute(tables);
  return rows.length > 0;
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
  const { rows } = await sql`
    select from withdrawal where member_id = ${memberId} and method = 'address' and destination = ${address} limit 1`.execute(
    tables,
  );
  return rows.length > 0;
}

/** Changes the state. False when it is not the state that the caller read. */
export async function moveWithdrawalOn(
  tables: Tables,
  { memberId, id, state }: StoredWithdrawal,
  to: { state: 'inReview' } | { state: 'sent'; sentAt: number },
): Promise<boolean> {
  const sentAt = to.state === 'sent' ? new Date(to.sentAt) : null;
  const { numAffectedRows } = await sql`
    update withdrawal set state = ${to.state}, sent_at = coalesce(${sentAt}, sent_at)
    where member_id = ${memberId} and id = ${id} and state = ${state}`.execute(tables);
  return numAffectedRows === 1n;
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
