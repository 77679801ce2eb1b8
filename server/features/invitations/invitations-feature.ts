import type { QueryExecutorProvider } from 'kysely';
import * as contract from '#contract/invitations.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import { createNetworkRateLimiter } from '#server/platform/http/rate-limit.ts';
import { getInvitation } from './get-invitation.ts';
import { getInviter, unknownCodeAllowance } from './get-inviter.ts';
import { getTeam } from './get-team.ts';
import { type LeaveTeamDependencies, leaveTeam } from './leave-team.ts';
import { pollMilestones, type RewardTeamDependencies } from './reward-team.ts';
import { readInviters, recordPlace } from './team-store.ts';

export interface InvitationsDependencies extends RewardTeamDependencies, LeaveTeamDependencies {
  /** Whether unknown codes are bounded per network. */
  readonly areUnknownCodesBounded: boolean;
}

export interface Invitations extends Feature {
  /** Writes the new member's place, in the transaction of the registration. */
  recordPlace(within: QueryExecutorProvider, memberId: bigint, at: number): Promise<void>;
  /** Lets the inviters' open pages know, once the registration is committed. Never rejects. */
  announceJoin(memberId: bigint): Promise<void>;
}

/** Invitations, teams, and the poll that gives inviters their points. */
export function openInvitations({ areUnknownCodesBounded, ...own }: InvitationsDependencies): Invitations {
  const { pool, memberEvents, log } = own;
  const unknownCodes = areUnknownCodesBounded ? createNetworkRateLimiter(unknownCodeAllowance) : null;
  const polling = pollMilestones(own);
  return {
    bindings: bindAll('invitations', contract, {
      getInvitation: (_, { member }) => getInvitation(pool, member.memberId),
      getTeam: (input, { member }) => getTeam(pool, member.memberId, input),
      getInviter: (input, call) => getInviter({ pool, unknownCodes }, input, call),
      leaveTeam: (_, { member }) => leaveTeam(own, member.memberId),
    }),
    recordPlace,
    async announceJoin(memberId) {
      try {
        const inviters = await readInviters(pool, memberId);
        const to = inviters.map(({ id }) => id);
        if (to.length > 0) await memberEvents.publish(to, { name: 'team', value: { change: 'joined' } });
      } catch (error) {
        log.warn({ err: error }, 'inviters were not notified of a new member');
      }
    },
    close: () => polling.stop(),
  };
}
