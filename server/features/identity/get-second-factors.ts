import { type Kysely, sql } from 'kysely';
import type { SecondFactors } from '#contract/identity-schemas.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { listPasskeys } from './passkeys/passkey-store.ts';

/** The member's second factors. */
export async function getSecondFactors(tables: Kysely<unknown>, memberId: bigint): Promise<SecondFactors> {
  const { rows } = await sql<{ since: Date; backupCodesLeft: number }>`
    select confirmed_at as since,
      (select count(*)::integer from backup_code where member_id = ${memberId} and used_at is null) as "backupCodesLeft"
    from authenticator where member_id = ${memberId} and confirmed_at is not null`.execute(tables);
  return { authenticator: rows.map(inMs)[0] ?? null, passkeys: await listPasskeys(tables, memberId) };
}
