import * as contract from '#contract/invitations.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getInvitation } from './get-invitation.ts';
import { type GetInviterDependencies, getInviter } from './get-inviter.ts';
import { getTeam } from './get-team.ts';
import { type LeaveTeamDependencies, leaveTeam } from './leave-team.ts';

export type InvitationRoutesDependencies = GetInviterDependencies & LeaveTeamDependencies;

export function invitationRoutes(dependencies: InvitationRoutesDependencies): readonly Binding[] {
  const { pool } = dependencies;
  return bindAll('invitations', contract, {
    getInvitation: (_, { member }) => getInvitation(pool, member.memberId),
    getTeam: (input, { member }) => getTeam(pool, member.memberId, input),
    getInviter: (input, call) => getInviter(dependencies, input, call),
    leaveTeam: (_, { member }) => leaveTeam(dependencies, member.memberId),
  });
}
