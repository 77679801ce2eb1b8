import type { Recovery } from '#contract/recovery.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { JudgeRecoveryNeeds } from './judge-recovery.ts';
import { endRecovery, findOpen, freezeHoldOf, withMemberLocked } from './recovery-store.ts';

/** The recovery that waits, as its member is told of it. */
export async function recoveryState({ tables, wallNow }: JudgeRecoveryNeeds, memberId: bigint): Promise<Recovery> {
  const open = await findOpen(tables, memberId);
  return { waiting: open?.wait ?? null, freezeHoldsUntil: await freezeHoldOf(tables, memberId, wallNow()) };
}

/** Stops a recovery from one of the member's devices. It takes no password: who did not ask for it must not wait. */
export async function cancelRecovery(needs: JudgeRecoveryNeeds, memberId: bigint): Promise<Recovery> {
  if (!(await stop(needs, memberId, 'cancelled'))) throw new Refusal('recoveryUnknown');
  return recoveryState(needs, memberId);
}

/** What was said to be lost was used: whoever asked was mistaken, or somebody else. */
export async function stopForUsedFactor(needs: JudgeRecoveryNeeds, memberId: bigint): Promise<void> {
  // Hardly ever is there one: no lock for who has none.
  if (await findOpen(needs.tables, memberId)) await stop(needs, memberId, 'factorUsed');
}

async function stop(
  { tables, acts, wallNow }: JudgeRecoveryNeeds,
  memberId: bigint,
  outcome: 'cancelled' | 'factorUsed',
): Promise<boolean> {
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    // Its member is told of one that waits, and of no other.
    if (!open || (outcome === 'cancelled' && !open.wait)) return null;
    await endRecovery(transaction, memberId, open.id, outcome, wallNow());
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return ended !== null;
}
