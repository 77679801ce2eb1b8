import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as contract from '#contract/members.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import { addMemberNote } from './add-member-note.ts';
import { listMemberActs } from './list-member-acts.ts';
import { listMemberNotes } from './list-member-notes.ts';
import { listMemberObjects } from './list-member-objects.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { searchMembers } from './search-members.ts';
import { viewMember } from './view-member.ts';

/** Members as operators find and see them. */
export function openMembers({
  pool,
  ...dependencies
}: Omit<MembersDependencies, 'database'> & { readonly pool: pg.Pool }): Feature {
  const own = { ...dependencies, database: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) };
  return {
    bindings: bindAll('members', contract, {
      searchMembers: ({ search }, { operator }) => searchMembers(own, search, operator),
      listMemberObjects: (input, { operator }) => listMemberObjects(own, input, operator),
      listMemberActs: (input, { operator }) => listMemberActs(own, input, operator),
      listMemberNotes: (input, { operator }) => listMemberNotes(own, input, operator),
      addMemberNote: (input, { operator }) => addMemberNote(own, input, operator),
      viewMember: ({ member }, { operator }) => viewMember(own, member, operator),
    }),
  };
}
