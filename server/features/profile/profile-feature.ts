import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import { getAccountInfo } from './get-account-info.ts';
import { type GetMemberDependencies, getMember } from './get-member.ts';
import { type UpdateProfileDependencies, updateProfile } from './update-profile.ts';

export interface ProfileDependencies
  extends Omit<UpdateProfileDependencies, 'tables'>,
    Omit<GetMemberDependencies, 'tables'> {
  readonly pool: pg.Pool;
}

export interface ProfileFeature extends Feature {
  /** The member's real name, or null when not given. */
  realNameOf(memberId: bigint): Promise<string | null>;
}

/** The member's profile and own figures. */
export function openProfile({ pool, ...dependencies }: ProfileDependencies): ProfileFeature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const own = { ...dependencies, tables };
  return {
    bindings: bindAll('profile', api.profile, {
      getMember: (_, call) => getMember(own, call),
      getAccountInfo: (_, { member }) => getAccountInfo(own, member.memberId),
      updateProfile: { handler: (input, call) => updateProfile(own, input, call), weight: passwordWeight },
    }),
    async realNameOf(memberId) {
      const { rows } = await sql<{ name: string }>`
        select real_name as name from member where id = ${memberId}`.execute(tables);
      return rows[0]?.name || null;
    },
  };
}
