import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { OperatorAct } from '#contract/operator-acts.ts';
import type { ApprovalKind } from '#contract/operators-approvals.ts';
import { type ActingOperator, type RecordedAct, recordOperatorAct } from '../operators/operator-acts.ts';
import { Refusal } from '../refusal.ts';

/** The subject of operators' decisions. */
export interface ApprovalSubject {
  readonly kind: ApprovalKind;
  /** 0n for a subject of no member. */
  readonly memberId: bigint;
  /** Unique among subjects of its kind and member. */
  readonly id: string;
  /** Everything that an approval covers: its hash is stored with the decisions. */
  readonly content: readonly (string | number | bigint)[];
  /** Number of operators that must approve; with 0 it needs no approval, but can be refused. */
  readonly needed: number;
  /** When the subject takes no approval any more, in ms of wall time; null: never. It can still be refused afterwards. */
  readonly expiresAt: number | null;
  /** Whether an operator who approved may refuse afterwards. */
  readonly approverMayRefuse: boolean;
}

/** A decision of one operator. */
export interface OperatorDecision {
  readonly by: ActingOperator;
  readonly decision: 'approved' | 'refused';
  readonly reason: string;
  /** Wall time in ms. */
  readonly at: number;
}

export interface Approval {
  readonly status: 'open' | 'approved' | 'refused' | 'expired';
  /** Those that count: none after a refusal. */
  readonly approvals: number;
  readonly needed: number;
  /** Whether the decision was recorded: not if it came too late or its operator had decided otherwise. */
  readonly isRecorded: boolean;
}

/** A subject's reference in the tables of approvals. */
export const approvalReference = (memberId: bigint, id: string): string => `${memberId}.${id}`;

/** What decisions on a subject are bound to: SHA-256 of everything that they cover. */
export function hashOfContent(content: ApprovalSubject['content']): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(content.map(String)))
    .digest();
}

/** Locks what two operators decide on together, of no member: those who decide at the same moment wait for each other. */
export async function lockApproval(within: QueryExecutorProvider, kind: ApprovalKind, id: string): Promise<void> {
  const reference = approvalReference(0n, id);
  await sql`select from approval where kind = ${kind} and reference = ${reference} for no key update`.execute(within);
}

/** Records the decisions of the relation `given`. */
export const insertDecision = `insert into approval_decision (kind, reference, operator, decision, reason, at)
  select kind, reference, operator, decision, reason, at from given`;

/** How long an approval counts that is not enough alone. */
export const approvalCountsMs = 24 * 60 * 60_000;

/**
 * Records an operator's decision, and its act in the log, in the caller's transaction, which must hold the subject's lock and have checked that it is open.
 * Idempotent. One refusal is enough, before or after the approvals are complete. An approval counts for a day, and while its operator
 * decides on that kind. Throws `approvalSameHand` for an approval that is no other person's.
 */
export async function decide(
  within: QueryExecutorProvider,
  subject: ApprovalSubject,
  { by, decision, reason, at }: OperatorDecision,
): Promise<Approval> {
  const { kind, needed, memberId } = subject;
  const { operator } = by;
  const reference = approvalReference(memberId, subject.id);
  const expiresAt = await openApproval(within, subject, at);
  const decisions = await readDecisions(within, kind, reference, at);
  const own = decisions.filter((one) => one.operator === operator);
  const isRefused = decisions.some((one) => one.decision === 'refused');
  const contradicts = own.some((one) => one.decision !== decision) && !subject.approverMayRefuse;
  const isRepeated = own.some((one) => one.decision === decision);
  const isLate = decision === 'approved' && at >= expiresAt;
  const isRecorded = isRepeated || !(isRefused || contradicts || isLate);
  if (isRecorded && !isRepeated) {
    if (decision === 'approved') await requireOtherPerson(within, decisions, operator);
    await recordOperatorAct(within, actOfDecision(subject, { by, decision, reason }));
    const { rows } = await sql<{ completes: boolean }>`
      with given as (
        select ${kind}::text as kind, ${reference}::text as reference, ${operator}::text as operator,
          ${decision}::text as decision, ${reason}::text as reason, ${new Date(at)}::timestamptz as at)
      ${sql.raw(insertDecision)} returning completes`.execute(within);
    decisions.push({ operator, decision, completes: rows[0]?.completes ?? false });
  }
  const status = statusOf(decisions, at >= expiresAt);
  const approvals = status === 'refused' ? 0 : new Set(approversAmong(decisions)).size;
  return { status, approvals, needed, isRecorded };
}

/** Whether this operator's approval would complete the subject now. */
export async function completesWith(
  within: QueryExecutorProvider,
  { kind, memberId, id, needed }: Pick<ApprovalSubject, 'kind' | 'memberId' | 'id' | 'needed'>,
  { operator }: ActingOperator,
  at: number,
): Promise<boolean> {
  const approvers = sql`approvers_of(${kind}, ${approvalReference(memberId, id)}, ${new Date(at)})`;
  const { rows } = await sql<{ completes: boolean }>`
    select persons_among(${approvers} || ${operator}::text) >= ${needed} as completes`.execute(within);
  return rows[0]?.completes ?? false;
}

/** Of two whose hand is one, the second approval would add nobody. */
async function requireOtherPerson(
  within: QueryExecutorProvider,
  decisions: readonly Decided[],
  operator: string,
): Promise<void> {
  const approvers = approversAmong(decisions);
  if (approvers.length === 0) return;
  const { rows } = await sql<{ adds: boolean }>`
    select persons_among(${[...approvers, operator]}::text[]) > persons_among(${approvers}::text[]) as adds`.execute(
    within,
  );
  if (rows[0]?.adds !== true) throw new Refusal('approvalSameHand');
}

const approversAmong = (decisions: readonly Decided[]): string[] =>
  decisions.filter(({ decision }) => decision === 'approved').map(({ operator }) => operator);

/** The act of the log that a decision is. */
export function actOfDecision(
  { kind, id, memberId, content }: Pick<ApprovalSubject, 'kind' | 'id' | 'memberId' | 'content'>,
  { by, decision, reason }: Pick<OperatorDecision, 'by' | 'decision' | 'reason'>,
): RecordedAct {
  return {
    by,
    act: approvalActs[kind][decision],
    subject: `${kind} ${id}`,
    memberId: memberId === 0n ? null : memberId,
    reason,
    detail: { hash: hashOfContent(content).toString('hex') },
  };
}

const approvalActs = {
  withdrawal: { approved: 'withdrawalApproved', refused: 'withdrawalRefused' },
  recovery: { approved: 'recoveryApproved', refused: 'recoveryRefused' },
  disbursement: { approved: 'disbursementApproved', refused: 'disbursementRefused' },
  funding: { approved: 'fundingApproved', refused: 'fundingRefused' },
  product: { approved: 'productApproved', refused: 'productRefused' },
} as const satisfies Record<ApprovalKind, Record<OperatorDecision['decision'], OperatorAct>>;

/** A decision that counts. */
interface Decided {
  readonly operator: string;
  readonly decision: OperatorDecision['decision'];
  readonly completes: boolean;
}

function statusOf(decisions: readonly Decided[], isOver: boolean): Approval['status'] {
  if (decisions.some(({ decision }) => decision === 'refused')) return 'refused';
  if (decisions.some(({ completes }) => completes)) return 'approved';
  return isOver ? 'expired' : 'open';
}

/** Creates the approval on its first decision, locks it, and returns when it expires. */
async function openApproval(
  within: QueryExecutorProvider,
  { kind, memberId, id, content, needed, expiresAt }: ApprovalSubject,
  at: number,
): Promise<number> {
  const reference = approvalReference(memberId, id);
  const hash = hashOfContent(content);
  await sql`insert into approval (kind, reference, subject_hash, needed, opened_at, expires_at)
    select ${kind}, ${reference}, ${hash}, ${needed}, ${new Date(at)}::timestamptz,
      ${expiresAt === null ? null : new Date(expiresAt)}::timestamptz
    where not exists (select from approval where kind = ${kind} and reference = ${reference})
    on conflict do nothing`.execute(within);
  const { rows } = await sql<{ subject_hash: Buffer; needed: number; expires_at: Date | null }>`
    select subject_hash, needed, expires_at from approval where kind = ${kind} and reference = ${reference}
    for no key update`.execute(within);
  const [opened] = rows;
  if (!opened?.subject_hash.equals(hash) || opened.needed !== needed) {
    throw new Error(`the ${kind} ${reference} is not what its approval was opened for`);
  }
  return opened.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** The decisions that count at that moment: once the subject is approved, all of them. */
async function readDecisions(
  within: QueryExecutorProvider,
  kind: ApprovalKind,
  reference: string,
  at: number,
): Promise<Decided[]> {
  const { rows } = await sql<Decided & { readonly counts: boolean }>`
    select d.operator, d.decision, d.completes, d.decision = 'refused' or (
      d.at > ${new Date(at - approvalCountsMs)} and may_decide(o.role, d.kind) and o.ended_at is null) as counts
    from approval_decision as d join operator as o on o.name = d.operator
    where d.kind = ${kind} and d.reference = ${reference}`.execute(within);
  const isComplete = rows.some(({ completes }) => completes);
  return rows.filter(({ counts }) => counts || isComplete);
}

/** Whose approvals of each of these subjects count, in their order; none for one that is not in the map. */
export async function approversOf(
  within: QueryExecutorProvider,
  kind: ApprovalKind,
  references: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ reference: string; operators: string[] }>`
    select reference, approvers_of(${kind}, reference, ${new Date(at)}) as operators
    from unnest(${references}::text[]) as reference`.execute(within);
  return new Map(rows.map(({ reference, operators }) => [reference, operators]));
}
