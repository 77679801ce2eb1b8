import * as contract from '#contract/members.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import type { MembersDependencies } from './members-feature.ts';
import { searchMembers } from './search-members.ts';
import { viewMember } from './view-member.ts';

export function membersRoutes(dependencies: MembersDependencies): readonly Binding[] {
  return bindAll('members', contract, {
    searchMembers: ({ search }) => searchMembers(dependencies, search),
    viewMember: ({ member }, { operator }) => viewMember(dependencies, member, operator),
  });
}
