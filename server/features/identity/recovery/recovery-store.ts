import type { Kysely, Transaction } from 'kysely';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { RecoveryOutcome, RecoveryTables } from './recovery-tables.ts';

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

/** Runs work in a transaction under the lock of the member's recovery. */
export function withMemberLocked<Result>(
  tables: Kysely<RecoveryTables>,
  memberId: bigint,
  work: (transaction: Transaction<RecoveryTables>) => Promise<Result>,
): Promise<Result> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'recoveryOfMember', memberId);
    return await work(transaction);
  });
}

/** The member's recovery that has not ended, or null. */
export async function findOpen(tables: Kysely<RecoveryTables>, memberId: bigint): Promise<OpenRecovery | null> {
  const row = await tables
    .selectFrom('account_recovery')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { approved_at, takes_effect_at, request_id, password_hash } = row;
  const wait =
    approved_at && takes_effect_at
      ? { approvedAt: approved_at.getTime(), takesEffectAt: takes_effect_at.getTime() }
      : null;
  const request = request_id && password_hash ? { id: request_id, passwordHash: password_hash } : null;
  return { id: row.id, askedAt: row.asked_at.getTime(), request, wait };
}

/** Opens a recovery of a member who has none open. */
export async function openRecovery(
  transaction: Transaction<RecoveryTables>,
  memberId: bigint,
  request: PasswordRequest | null,
  now: number,
): Promise<OpenRecovery> {
  const askedAt = Math.trunc(now);
  const id = newPublicId(askedAt);
  const row = { approved_at: null, takes_effect_at: null, ended_at: null, outcome: null };
  await transaction
    .insertInto('account_recovery')
    .values({
      ...row,
      member_id: memberId,
      id,
      asked_at: new Date(askedAt),
      request_id: request?.id ?? null,
      password_hash: request?.passwordHash ?? null,
    })
    .execute();
  return { id, askedAt, request, wait: null };
}

/** Starts the waiting period of an approved recovery. */
export async function startWait(
  transaction: Transaction<RecoveryTables>,
  memberId: bigint,
  id: string,
  { approvedAt, takesEffectAt }: NonNullable<OpenRecovery['wait']>,
): Promise<void> {
  await transaction
    .updateTable('account_recovery')
    .set({ approved_at: new Date(approvedAt), takes_effect_at: new Date(takesEffectAt) })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .execute();
}

/** Ends the recovery; false where it has ended already. */
export async function endRecovery(
  transaction: Transaction<RecoveryTables>,
  memberId: bigint,
  id: string,
  outcome: RecoveryOutcome,
  at: number,
): Promise<boolean> {
  const ended = await transaction
    .updateTable('account_recovery')
    .set({ ended_at: new Date(at), outcome })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** Members whose recovery's waiting period is over. */
export async function dueMembers(tables: Kysely<RecoveryTables>, now: number, most: number): Promise<bigint[]> {
  const rows = await tables
    .selectFrom('account_recovery')
    .select('member_id')
    .where('ended_at', 'is', null)
    .where('takes_effect_at', '<=', new Date(now))
    .orderBy('takes_effect_at')
    .limit(most)
    .execute();
  return rows.map((row) => row.member_id);
}
