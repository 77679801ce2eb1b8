import { createHmac, randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { backupCodeCount } from '#contract/identity-schemas.ts';
import { backupAlphabet, backupCodeLength } from './typed-factor.ts';

/** Replaces the member's backup codes; returns the new ones in plain text, which is not stored. */
export async function drawBackupCodes(
  transaction: Transaction<unknown>,
  codeKey: Buffer,
  memberId: bigint,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(drawCode());
  await sql`delete from backup_code where member_id = ${memberId}`.execute(transaction);
  const hashes = [...codes].map((code) => hashOf(codeKey, memberId, code));
  await sql`
    insert into backup_code (member_id, code_hash)
    select ${memberId}, unnest(${hashes}::bytea[])`.execute(transaction);
  return [...codes].map((code) => `${code.slice(0, backupCodeLength / 2)}-${code.slice(backupCodeLength / 2)}`);
}

/** Spends the code; false when it is not the member's or was used before. */
export async function spendBackupCode(
  transaction: Transaction<unknown>,
  codeKey: Buffer,
  memberId: bigint,
  code: string,
  now: number,
): Promise<boolean> {
  const spent = await sql`
    update backup_code set used_at = ${new Date(now)}
    where member_id = ${memberId} and code_hash = ${hashOf(codeKey, memberId, code)} and used_at is null`.execute(
    transaction,
  );
  return spent.numAffectedRows === 1n;
}

/** About 49 bits, not guessable within the allowed attempts. */
function drawCode(): string {
  return Array.from({ length: backupCodeLength }, () => backupAlphabet[randomInt(backupAlphabet.length)]).join('');
}

/** HMAC with a key outside the database, so that a copy of the database does not allow brute force. */
function hashOf(codeKey: Buffer, memberId: bigint, code: string): Buffer {
  return createHmac('sha256', codeKey).update(`${memberId} ${code}`).digest();
}
