import type { Kysely } from 'kysely';
import type { SecondFactors } from '#contract/identity-schemas.ts';
import type { IdentityTables } from './identity-tables.ts';
import { listPasskeys } from './passkeys/passkey-store.ts';

/** The member's second factors. */
export async function getSecondFactors(tables: Kysely<IdentityTables>, memberId: bigint): Promise<SecondFactors> {
  const authenticator = await tables
    .selectFrom('authenticator')
    .select('confirmed_at')
    .select(({ selectFrom }) =>
      selectFrom('backup_code')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('member_id', '=', memberId)
        .where('used_at', 'is', null)
        .as('codes_left'),
    )
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return {
    authenticator: authenticator?.confirmed_at
      ? { since: authenticator.confirmed_at.getTime(), backupCodesLeft: Number(authenticator.codes_left) }
      : null,
    passkeys: await listPasskeys(tables, memberId),
  };
}
