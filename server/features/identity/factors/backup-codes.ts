import { createHmac, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { backupCodeCount } from '#contract/identity-schemas.ts';
import type { IdentityTables } from '../identity-tables.ts';
import { backupAlphabet, backupCodeLength } from './typed-factor.ts';

/** Draws the member's backup codes anew; the ones before end. Answers them as they are shown, this once. */
export async function drawBackupCodes(
  transaction: Transaction<IdentityTables>,
  codeKey: Buffer,
  memberId: bigint,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(drawCode());
  await transaction.deleteFrom('backup_code').where('member_id', '=', memberId).execute();
  const rows = [...codes].map((code) => ({ member_id: memberId, code_hash: hashOf(codeKey, memberId, code) }));
  await transaction.insertInto('backup_code').values(rows).execute();
  return [...codes].map((code) => `${code.slice(0, backupCodeLength / 2)}-${code.slice(backupCodeLength / 2)}`);
}

/** Uses the code up; false when it is none of the member's, or was used before. */
export async function spendBackupCode(
  transaction: Transaction<IdentityTables>,
  codeKey: Buffer,
  memberId: bigint,
  code: string,
  now: number,
): Promise<boolean> {
  const spent = await transaction
    .updateTable('backup_code')
    .set({ used_at: new Date(now) })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashOf(codeKey, memberId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Some 49 bits, which nobody guesses in the few tries there are. */
function drawCode(): string {
  return Array.from({ length: backupCodeLength }, () => backupAlphabet[randomInt(backupAlphabet.length)]).join('');
}

/** Under a key that is not in the database: a copy of the database is not enough to try all codes out. */
function hashOf(codeKey: Buffer, memberId: bigint, code: string): Buffer {
  return createHmac('sha256', codeKey).update(`${memberId} ${code}`).digest();
}
