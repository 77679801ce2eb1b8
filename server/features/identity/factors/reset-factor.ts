import { sql, type Transaction } from 'kysely';
import { newAuthenticatorSecret, stepOfPair } from '#server/platform/factors/authenticator-code.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { spendBackupCode } from './backup-codes.ts';
import { authenticatorPlace, type FactorDependencies } from './factor-check.ts';
import { readFactor } from './typed-factor.ts';

/** What replaces the password in a reset. */
export type ResetFactor =
  | { readonly kind: 'backup'; readonly code: string }
  | { readonly kind: 'pair'; readonly codes: readonly [string, string] };

/**
 * Parses a backup code, or two codes of the app. One code of six digits, which the password makes enough at a sign-in, could be guessed
 * here: a botnet would find one of many accounts. Throws `secondFactorMissing` without the second one, `resetRefused` for anything else.
 */
export function readResetFactor(typed: string, typedNext: string | undefined): ResetFactor {
  const factor = readFactor(typed);
  if (factor.kind === 'backup') return factor;
  if (factor.kind === 'neither') throw new Refusal('resetRefused');
  if (typedNext === undefined) throw new Refusal('secondFactorMissing');
  const next = readFactor(typedNext);
  if (next.kind !== 'authenticator') throw new Refusal('resetRefused');
  return { kind: 'pair', codes: [factor.digits, next.digits] };
}

/** No member's id: what is looked up for an unknown name takes the same statements. */
const nobody = 0n;

/** Stands for the secret that an account without an app does not have. */
const nobodysSecret = newAuthenticatorSecret();

/**
 * Spends the factor in the caller's transaction, under the lock of the app's row; returns whether it was right. Failures count by the
 * reset's own subjects: strangers' must not lock the app of a member who signs in.
 */
export async function spendResetFactor(
  {
    factorSeal,
    backupCodeKey,
    acts,
    wallNow,
  }: Pick<FactorDependencies, 'factorSeal' | 'backupCodeKey' | 'acts' | 'wallNow'>,
  transaction: Transaction<unknown>,
  memberId: bigint | null,
  factor: ResetFactor,
): Promise<boolean> {
  const owner = memberId ?? nobody;
  const now = wallNow();
  const { rows } = await sql<{ sealed: Buffer; lastStep: bigint }>`
    select sealed, last_step as "lastStep" from authenticator
    where member_id = ${owner} and confirmed_at is not null for update`.execute(transaction);
  const [row] = rows;
  if (factor.kind === 'backup') {
    const isRight = await spendBackupCode(transaction, backupCodeKey, owner, factor.code, now);
    if (isRight) await acts.record(transaction, owner, 'backupCodeUsed');
    return isRight;
  }
  const secret = row ? factorSeal.open(row.sealed, authenticatorPlace(owner)) : nobodysSecret;
  const step = stepOfPair(secret, factor.codes, now, Number(row?.lastStep ?? 0));
  if (!row || step === null) return false;
  await sql`update authenticator set last_step = ${step} where member_id = ${owner}`.execute(transaction);
  return true;
}
