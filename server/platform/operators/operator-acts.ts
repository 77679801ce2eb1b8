import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { actsOnMembers, type OperatorAct } from '#contract/operator-acts.ts';
import { publishToMemberWithin } from '../events/member-events.ts';
import { lockInTransaction, lockNumbers } from '../locks.ts';
import { newPublicId } from '../public-id.ts';
import { Refusal } from '../refusal.ts';
import type { Operator } from '../session.ts';

/** Who acts. */
export type ActingOperator = Pick<Operator, 'operator' | 'role'>;

/** An act of an operator, for the log. */
export interface RecordedAct {
  readonly by: ActingOperator;
  readonly act: OperatorAct;
  /** What it was done to: kind and id, at most 100 characters. */
  readonly subject: string;
  /** The member whom it touches, and who sees it. */
  readonly memberId?: bigint | null;
  /** At most 200 characters. */
  readonly reason?: string;
  /** What exactly; holds no secret. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** The subject of an act that is done to a member as a whole. */
export const onMember = (memberId: bigint) => ({ subject: `member ${memberId}`, memberId });

/** Writes the acts of the relation `given` into the log. */
export const insertOperatorAct = `insert into operator_act (operator, role, act, subject, member_id, reason, detail)
  select operator, role, act, subject, member_id, reason, detail from given`;

/** Longest interval between two records of the same operator's reading of the same records, or of the same list. */
const viewedEveryMs = 60 * 60_000;

/**
 * Writes the act into the log, in the transaction of the act: neither happens without the other. A member whom it touches finds it in
 * the list of security acts, and open pages are notified at the commit. Throws `notPermitted` where the operator's role has ended
 * meanwhile.
 */
export async function recordOperatorAct(within: QueryExecutorProvider, given: RecordedAct): Promise<void> {
  const { by, act, subject, memberId = null, reason = '', detail = {} } = given;
  const { rows } = await sql<{ id: string; now: Date }>`
    with acting as (${lockedOperator(by)}),
    given as (
      select name as operator, role, ${act}::text as act, ${subject}::text as subject, ${memberId}::bigint as member_id,
        ${reason}::text as reason, ${JSON.stringify(detail)}::text as detail
      from acting)
    ${sql.raw(insertOperatorAct)}
    returning id, coalesce(product_now(), now()) as now`.execute(within);
  const [recorded] = rows;
  if (!recorded) throw new Refusal('notPermitted');
  if (memberId !== null && touchesMembers(act)) await showToMember(within, memberId, recorded);
}

/**
 * Locks the operator as the trigger of the log does, so that an act is refused clearly instead of failing there. Throws `notPermitted`
 * where the role has ended.
 */
export async function requireActing(within: QueryExecutorProvider, by: ActingOperator): Promise<void> {
  const { rows } = await lockedOperator(by).execute(within);
  if (rows.length === 0) throw new Refusal('notPermitted');
}

const lockedOperator = (by: ActingOperator) => sql`
  select name, role from operator where name = ${by.operator} and role = ${by.role} and ended_at is null for share`;

/** Records that an operator reads a member's records: once an hour for the same two. */
export async function recordOperatorView<Tables>(
  within: Transaction<Tables>,
  { by, memberId }: { readonly by: ActingOperator; readonly memberId: bigint },
): Promise<void> {
  // Calls that a page makes at the same moment would all find no act yet.
  await lockInTransaction(within, 'viewsOfMember', memberId);
  const { rows } = await sql`
    select from operator_act where member_id = ${memberId} and operator = ${by.operator} and act = 'memberViewed'
      and at > now() - ${viewedEveryMs} * interval '1 millisecond' limit 1`.execute(within);
  if (rows.length > 0) return;
  await recordOperatorAct(within, { by, act: 'memberViewed', ...onMember(memberId) });
}

/** A list of what belongs to many members, or a search among them. */
export interface OperatorLook {
  readonly by: ActingOperator;
  readonly act: 'listViewed' | 'membersSearched';
  /** Which list, or what was looked for. */
  readonly subject: string;
}

/**
 * Records that an operator reads a list: once an hour for the same two, in the log alone. Throws `notPermitted` where the role has ended
 * meanwhile.
 */
export async function recordOperatorLook(tables: QueryExecutorProvider, look: OperatorLook): Promise<void> {
  const { by, act, subject } = look;
  const { rows } = await sql<{ isPermitted: boolean }>`
    select record_operator_look(${lockNumbers.looksOfOperator}, ${by.operator}, ${by.role}, ${act}, ${subject},
      ${viewedEveryMs} * interval '1 millisecond') as "isPermitted"`.execute(tables);
  if (rows[0]?.isPermitted !== true) throw new Refusal('notPermitted');
}

const touchesMembers = (act: OperatorAct): boolean => (actsOnMembers as readonly OperatorAct[]).includes(act);

/** The member's list is in the order of product time, as its other entries are. */
async function showToMember(
  within: QueryExecutorProvider,
  memberId: bigint,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into security_act (member_id, id, act, at, operator_act)
    values (${memberId}, ${newPublicId(now.getTime())}, 'operatorActed', ${now}, ${id})`.execute(within);
  await publishToMemberWithin(within, memberId, { name: 'security', value: { act: 'operatorActed' } });
}
