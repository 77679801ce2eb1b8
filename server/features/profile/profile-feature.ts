import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import type { GetMemberDependencies } from './get-member.ts';
import type { ProfileTables } from './profile-tables.ts';
import { profileRoutes } from './routes.ts';
import type { UpdateProfileDependencies } from './update-profile.ts';

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
  const tables = new Kysely<ProfileTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    bindings: profileRoutes({ ...dependencies, tables }),
    async realNameOf(memberId) {
      const row = await tables.selectFrom('member').select('real_name').where('id', '=', memberId).executeTakeFirst();
      return row?.real_name || null;
    },
  };
}
