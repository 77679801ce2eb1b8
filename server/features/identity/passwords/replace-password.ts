import { sql, type Transaction } from 'kysely';
import { recoveryFreezeMs } from '#core/recovery/rules.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { RecoveryEffects } from '../recovery/finish-recoveries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { requireOtherPassword } from './require-other-password.ts';

export interface ReplaceDependencies {
  readonly acts: SecurityActs;
  readonly sessions: Pick<Sessions, 'endOthers'>;
  /** Freezes the account, in the same transaction. */
  readonly freeze: RecoveryEffects['freeze'];
  /** Wall time. */
  readonly wallNow: () => number;
}

/** Refuses a new password that differs from its repetition, is the account's name, or that everybody knows. */
export async function requireReplacement(
  username: string,
  { password, repassword }: { readonly password: string; readonly repassword: string },
): Promise<void> {
  if (password !== repassword) throw new Refusal('passwordsDiffer');
  await requireOtherPassword(username, password);
}

/**
 * Replaces a forgotten password, ends every session and freezes the account for a day, as a recovery does: what proved the owner
 * is one thing, which may have been stolen with the phone. Returns what announces it, after the commit.
 */
export async function replacePassword(
  { acts, sessions, freeze, wallNow }: ReplaceDependencies,
  transaction: Transaction<unknown>,
  memberId: bigint,
  passwordHash: string,
): Promise<() => Promise<void>> {
  await sql`update member set password_hash = ${passwordHash} where id = ${memberId}`.execute(transaction);
  await freeze(transaction, memberId, wallNow() + recoveryFreezeMs);
  await acts.record(transaction, memberId, 'loginPasswordReset');
  const ended = await sessions.endOthers(transaction, memberId, '');
  return async () => {
    await acts.announce(memberId, 'loginPasswordReset');
    await ended.announce();
  };
}
