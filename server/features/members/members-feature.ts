import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { membersRoutes } from './routes.ts';

export interface MembersDependencies {
  readonly database: Kysely<unknown>;
  readonly ledger: Pick<LedgerReader, 'balancesOf'>;
  readonly memberNumbers: MemberNumbers;
  readonly wallNow: () => number;
}

interface OpenMembersDependencies extends Omit<MembersDependencies, 'database'> {
  readonly pool: pg.Pool;
}

/** Members as operators find and see them. */
export function openMembers({ pool, ledger, memberNumbers, wallNow }: OpenMembersDependencies): Feature {
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { bindings: membersRoutes({ database, ledger, memberNumbers, wallNow }) };
}
