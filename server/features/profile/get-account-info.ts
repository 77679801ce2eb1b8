import { type Kysely, sql } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import type { AccountInfo } from '#contract/profile-account.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';

export interface GetAccountInfoDependencies {
  readonly tables: Kysely<unknown>;
  readonly identity: Pick<IdentityCheck, 'hasAuthenticator'>;
}

/** The member's profile and how the account is secured. */
export async function getAccountInfo(
  { tables, identity }: GetAccountInfoDependencies,
  memberId: bigint,
): Promise<AccountInfo> {
  const { rows } = await sql<AccountRow>`
    select username, nickname, real_name as realname, time_zone as timezone, locale, created_at as "registeredAt",
      has_withdrawal_password as "hasWithdrawalPassword", has_bank_card as "hasBankCard", is_frozen as frozen
    from member join member_protection as p on p.member_id = member.id where id = ${memberId}`.execute(tables);
  const [row] = rows.map(inMs);
  if (!row) throw new Error(`member ${memberId} is missing`);
  return { ...row, locale: storedLocale(row.locale), hasAuthenticator: await identity.hasAuthenticator(memberId) };
}

type AccountRow = Dated<Omit<AccountInfo, 'locale' | 'hasAuthenticator'>, 'registeredAt'> & { readonly locale: string };
