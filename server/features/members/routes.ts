import * as contract from '#contract/members.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { searchMembers } from './search-members.ts';
import { type ViewMemberDependencies, viewMember } from './view-member.ts';

export function membersRoutes(dependencies: ViewMemberDependencies): readonly Binding[] {
  return bindAll('members', contract, {
    searchMembers: ({ search }) => searchMembers(dependencies, search),
    viewMember: ({ member }, { operator }) => viewMember(dependencies, member, operator),
  });
}
