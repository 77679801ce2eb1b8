import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { inMs } from '#server/platform/database/in-ms.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';

/** What an owner without any way in asked for. */
export interface PasswordRequest {
  readonly id: string;
  readonly passwordHash: string;
}

export interface OpenRecovery {
  readonly id: string;
  readonly askedAt: number;
  /** The request for a new login password, or null where only second factors are lost. */
  readonly request: PasswordRequest | null;
  /** Null until the second approval. */
  readonly wait: { readonly approvedAt: number; readonly takesEffectAt: number } | null;
}

/** A recovery as its table has it. */
export interface RecoveryRow {
  readonly memberId: bigint;
  readonly id: string;
  readonly askedAt: Date;
  readonly request: PasswordRequest | null;
  readonly approvedAt: Date | null;
  readonly takesEffectAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: RecoveryOutcome | null;
}

/** `factorUsed`, `passwordUsed`: what was reported lost was used. `expired`: the second approval was not given in time. */
export type RecoveryOutcome = 'done' | 'cancelled' | 'factorUsed' | 'passwordUsed' | 'refused' | 'expired';

export const recoveryColumns: RawBuilder<unknown> = sql`r.member_id as "memberId", r.id, r.asked_at as "askedAt",
  case when r.request_id is not null then json_build_object('id', r.request_id, 'passwordHash', r.password_hash) end as request,
  r.approved_at as "approvedAt", r.takes_effect_at as "takesEffectAt", r.ended_at as "endedAt", r.outcome`;

/** Runs work in a transaction under the lock of the member's recovery. */
export function withMemberLocked<Result>(
  tables: Kysely<unknown>,
  memberId: bigint,
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'recoveryOfMember', memberId);
    return await work(transaction);
  });
}

/** The member's recovery that has not ended, or null. */
export async function findOpen(tables: Kysely<unknown>, memberId: bigint): Promise<OpenRecovery | null> {
  const { rows } = await sql<RecoveryRow>`
    select ${recoveryColumns} from account_recovery as r where member_id = ${memberId} and ended_at is null`.execute(
    tables,
  );
  const row = rows.map(inMs)[0];
  if (!row) return null;
  const { id, askedAt, request, approvedAt, takesEffectAt } = row;
  return { id, askedAt, request, wait: approvedAt && takesEffectAt ? { approvedAt, takesEffectAt } : null };
}

/** Opens a recovery of a member who has none open. */
export async function openRecovery(
  transaction: Transaction<unknown>,
  memberId: bigint,
  request: PasswordRequest | null,
  now: number,
): Promise<OpenRecovery> {
  const askedAt = Math.trunc(now);
  const id = newPublicId(askedAt);
  await sql`
    insert into account_recovery (member_id, id, asked_at, request_id, password_hash)
    values (${memberId}, ${id}, ${new Date(askedAt)}, ${request?.id}, ${request?.passwordHash})`.execute(transaction);
  return { id, askedAt, request, wait: null };
}

/** Starts the waiting period of an approved recovery. */
export async function startWait(
  transaction: Transaction<unknown>,
  memberId: bigint,
  id: string,
  { approvedAt, takesEffectAt }: NonNullable<OpenRecovery['wait']>,
): Promise<void> {
  await sql`
    update account_recovery set approved_at = ${new Date(approvedAt)}, takes_effect_at = ${new Date(takesEffectAt)}
    where member_id = ${memberId} and id = ${id}`.execute(transaction);
}

/** Ends the recovery; false where it has ended already. */
export async function endRecovery(
  transaction: Transaction<unknown>,
  memberId: bigint,
  id: string,
  outcome: RecoveryOutcome,
  at: number,
): Promise<boolean> {
  const ended = await sql`
    update account_recovery set ended_at = ${new Date(at)}, outcome = ${outcome}
    where member_id = ${memberId} and id = ${id} and ended_at is null`.execute(transaction);
  return ended.numAffectedRows === 1n;
}

/** Members whose recovery's waiting period is over. */
export async function dueMembers(tables: Kysely<unknown>, now: number, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ memberId: bigint }>`
    select member_id as "memberId" from account_recovery where ended_at is null and takes_effect_at <= ${new Date(now)}
    order by takes_effect_at limit ${most}`.execute(tables);
  return rows.map(({ memberId }) => memberId);
}
