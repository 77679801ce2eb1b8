import * as contract from '#contract/members.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { addMemberNote } from './add-member-note.ts';
import { listMemberActs } from './list-member-acts.ts';
import { listMemberNotes } from './list-member-notes.ts';
import { listMemberObjects } from './list-member-objects.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { searchMembers } from './search-members.ts';
import { viewMember } from './view-member.ts';

export function membersRoutes(dependencies: MembersDependencies): readonly Binding[] {
  return bindAll('members', contract, {
    searchMembers: ({ search }, { operator }) => searchMembers(dependencies, search, operator),
    listMemberObjects: (input, { operator }) => listMemberObjects(dependencies, input, operator),
    listMemberActs: (input, { operator }) => listMemberActs(dependencies, input, operator),
    listMemberNotes: (input, { operator }) => listMemberNotes(dependencies, input, operator),
    addMemberNote: (input, { operator }) => addMemberNote(dependencies, input, operator),
    viewMember: ({ member }, { operator }) => viewMember(dependencies, member, operator),
  });
}
