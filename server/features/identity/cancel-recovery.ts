import type { Recovery } from '#contract/identity-schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type GetRecoveryDependencies, getRecovery } from './get-recovery.ts';
import { type EndRecoveryDependencies, stopRecovery } from './recovery/stop-recovery.ts';

/** Cancels a recovery from one of the member's devices; without a password, so that an owner who did not request it can act at once. */
export async function cancelRecovery(
  dependencies: EndRecoveryDependencies & GetRecoveryDependencies,
  memberId: bigint,
): Promise<Recovery> {
  if (!(await stopRecovery(dependencies, memberId, 'cancelled'))) throw new Refusal('recoveryUnknown');
  return getRecovery(dependencies, memberId);
}
