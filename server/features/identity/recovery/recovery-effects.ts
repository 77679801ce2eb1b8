import { lockAvailable } from '#server/ledger/member-accounts.ts';
import { removeFactors } from '../factors/remove-factors.ts';
import { lockMember } from '../members/member-store.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { RecoveryEffects } from './finish-recoveries.ts';

/** What a recovery that takes effect does to the member's sessions and factors. */
export function recoveryEffects(
  sessions: Pick<Sessions, 'endOthers'>,
  freeze: RecoveryEffects['freeze'],
): RecoveryEffects {
  return {
    async lock(within, memberId) {
      // As a deletion does, which holds it while it waits for the member's other rows.
      await lockAvailable(within, memberId);
      await lockMember(within, memberId);
    },
    endSessions: (within, memberId) => sessions.endOthers(within, memberId, ''),
    removeFactors,
    freeze,
  };
}
