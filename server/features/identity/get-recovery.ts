import type { Recovery } from '#contract/identity-schemas.ts';
import type { JudgeRecoveryDependencies } from './recovery/judge-recovery.ts';
import { findOpen, freezeHoldOf } from './recovery/recovery-store.ts';

/** The recovery that waits, as its member is told of it. */
export async function getRecovery({ tables, wallNow }: JudgeRecoveryDependencies, memberId: bigint): Promise<Recovery> {
  const open = await findOpen(tables, memberId);
  return { waiting: open?.wait ?? null, freezeHoldsUntil: await freezeHoldOf(tables, memberId, wallNow()) };
}
