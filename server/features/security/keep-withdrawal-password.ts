import type { WithdrawalPasswordState } from '#contract/security.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { getWithdrawalPassword } from './get-withdrawal-password.ts';
import { cancelReset, lockWithdrawalPassword, takeDueReset } from './withdrawal-password-resets.ts';
import type { WithdrawalPasswordDependencies } from './withdrawal-passwords.ts';

/** Cancels the pending reset, from any of the member's devices. */
export async function keepWithdrawalPassword(
  dependencies: WithdrawalPasswordDependencies,
  memberId: bigint,
): Promise<WithdrawalPasswordState> {
  const { tables, acts, clock } = dependencies;
  const { isApplied, isCancelled } = await tables.transaction().execute(async (transaction) => {
    await lockWithdrawalPassword(transaction, memberId);
    const isApplied = await takeDueReset(dependencies, transaction, memberId);
    return { isApplied, isCancelled: await cancelReset(dependencies, transaction, memberId) };
  });
  if (isApplied) await acts.announce(memberId, 'withdrawalPasswordReset');
  if (!isCancelled) throw new Refusal('withdrawalPasswordResetUnknown');
  await acts.announce(memberId, 'withdrawalPasswordResetCancelled');
  return getWithdrawalPassword(tables, memberId, clock.wallNow());
}
