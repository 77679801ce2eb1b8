import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { membersRoutes } from './routes.ts';

/** Members as operators find and see them. */
export function openMembers({
  pool,
  ...dependencies
}: Omit<MembersDependencies, 'database'> & { readonly pool: pg.Pool }): Feature {
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { bindings: membersRoutes({ ...dependencies, database }) };
}
