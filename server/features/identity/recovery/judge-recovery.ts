import { type Kysely, sql } from 'kysely';
import { newPublicId } from '#server/platform/public-id.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { addWord, approvalsOf, endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { RecoveryTables } from './recovery-tables.ts';

export interface JudgeRecoveryDependencies {
  readonly tables: Kysely<RecoveryTables>;
  readonly acts: SecurityActs;
  /** Wall time. */
  readonly wallNow: () => number;
}

/** An operator's word: a name in small letters, so that two spellings of it are one voice, and how the owner was made sure of. */
export interface OperatorWord {
  readonly operator: string;
  readonly note: string;
}

/** What became of it. */
export type RecoveryAnswer =
  | { readonly answer: 'memberUnknown' | 'nothingToRecover' | 'noneOpen' | 'refused' }
  | { readonly answer: 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly answer: 'waits'; readonly takesEffectAt: number };

export const operatorPattern = /^[a-z][a-z0-9._-]{1,39}$/;
export const notePattern = /^[^\p{Cc}\p{Cf}]{3,200}$/u;

export const recoveryApprovalsNeeded = 2;
const hourMs = 60 * 60_000;
/** How long its member can stop it: over any weekend. */
export const recoveryWaitMs = 72 * hourMs;

/**
 * One operator's yes to removing authenticator app, backup codes and passkeys of a member who has lost them. The first opens the
 * recovery; with the second its wait begins, and its member is told on every device.
 */
export async function approveRecovery(
  { tables, acts, wallNow }: JudgeRecoveryDependencies,
  username: string,
  { operator, note }: OperatorWord,
): Promise<RecoveryAnswer> {
  const memberId = await memberOf(tables, username);
  if (memberId === null) return { answer: 'memberUnknown' };
  const outcome = await withMemberLocked(tables, memberId, async (transaction): Promise<RecoveryAnswer> => {
    const open = await findOpen(transaction, memberId);
    if (open?.wait) return { answer: 'waits', takesEffectAt: open.wait.takesEffectAt };
    if (!(await hasAuthenticator(transaction, memberId))) return { answer: 'nothingToRecover' };
    const now = wallNow();
    const recoveryId = open?.id ?? newPublicId(Math.trunc(now));
    if (!open) {
      const row = { approved_at: null, takes_effect_at: null, ended_at: null, outcome: null };
      await transaction
        .insertInto('account_recovery')
        .values({ ...row, member_id: memberId, id: recoveryId, asked_at: new Date(now) })
        .execute();
    }
    await addWord(transaction, { memberId, recoveryId, operator, word: 'approved', note, at: now });
    const approvals = await approvalsOf(transaction, memberId, recoveryId);
    if (approvals < recoveryApprovalsNeeded) return { answer: 'approved', approvals, needed: recoveryApprovalsNeeded };
    const takesEffectAt = now + recoveryWaitMs;
    await transaction
      .updateTable('account_recovery')
      .set({ approved_at: new Date(now), takes_effect_at: new Date(takesEffectAt) })
      .where('member_id', '=', memberId)
      .where('id', '=', recoveryId)
      .execute();
    await acts.record(transaction, memberId, 'recoveryApproved');
    return { answer: 'waits', takesEffectAt };
  });
  // Said again it is told again: the one before may have been cut off here.
  if (outcome.answer === 'waits') await acts.announce(memberId, 'recoveryApproved');
  return outcome;
}

/** One operator's no, which is enough until the recovery has taken effect. */
export async function refuseRecovery(
  { tables, acts, wallNow }: JudgeRecoveryDependencies,
  username: string,
  { operator, note }: OperatorWord,
): Promise<RecoveryAnswer> {
  const memberId = await memberOf(tables, username);
  if (memberId === null) return { answer: 'memberUnknown' };
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    if (!open) return null;
    const now = wallNow();
    await addWord(transaction, { memberId, recoveryId: open.id, operator, word: 'refused', note, at: now });
    await endRecovery(transaction, memberId, open.id, 'refused', now);
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return { answer: ended ? 'refused' : 'noneOpen' };
}

export interface ListedRecovery {
  readonly username: string;
  readonly askedAt: number;
  readonly takesEffectAt: number | null;
  readonly operators: readonly string[];
}

/** The recoveries that have not ended, the oldest first. */
export async function listRecoveries(tables: Kysely<RecoveryTables>, most: number): Promise<ListedRecovery[]> {
  const rows = await tables
    .selectFrom('account_recovery as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .innerJoin('account_recovery_word as w', (join) =>
      join.onRef('w.member_id', '=', 'r.member_id').onRef('w.recovery_id', '=', 'r.id'),
    )
    .select(['m.username', 'r.asked_at', 'r.takes_effect_at'])
    .select(sql<string[]>`array_agg(w.operator order by w.at)`.as('operators'))
    .where('r.ended_at', 'is', null)
    .groupBy(['m.username', 'r.asked_at', 'r.takes_effect_at'])
    .orderBy('r.asked_at')
    .limit(most)
    .execute();
  return rows.map(({ username, asked_at, takes_effect_at, operators }) => ({
    username,
    askedAt: asked_at.getTime(),
    takesEffectAt: takes_effect_at?.getTime() ?? null,
    operators,
  }));
}

async function memberOf(tables: Kysely<RecoveryTables>, username: string): Promise<bigint | null> {
  const row = await tables
    .selectFrom('member')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Without one the password alone signs in: there is nothing that operators could give back. */
async function hasAuthenticator(tables: Kysely<RecoveryTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('authenticator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
