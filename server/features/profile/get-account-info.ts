import type { Kysely } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import type { AccountInfo } from '#contract/profile.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import type { ProfileTables } from './profile-tables.ts';

export interface GetAccountInfoDependencies {
  readonly tables: Kysely<ProfileTables>;
  readonly identity: Pick<IdentityCheck, 'hasAuthenticator'>;
}

/** The member's profile and how the account is secured. */
export async function getAccountInfo(
  { tables, identity }: GetAccountInfoDependencies,
  memberId: bigint,
): Promise<AccountInfo> {
  const row = await tables
    .selectFrom('member')
    .innerJoin('member_protection', 'member_protection.member_id', 'member.id')
    .select(['username', 'nickname', 'real_name', 'time_zone', 'locale', 'created_at'])
    .select(['has_withdrawal_password', 'has_bank_card', 'is_frozen'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    username: row.username,
    nickname: row.nickname,
    realname: row.real_name,
    timezone: row.time_zone,
    locale: storedLocale(row.locale),
    registeredAt: row.created_at.getTime(),
    hasWithdrawalPassword: row.has_withdrawal_password,
    hasBankCard: row.has_bank_card,
    frozen: row.is_frozen,
    hasAuthenticator: await identity.hasAuthenticator(memberId),
  };
}
