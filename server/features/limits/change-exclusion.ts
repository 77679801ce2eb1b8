import type { SecurityAct } from '#contract/security-acts.ts';
import type { Exclusion } from '#core/limits/exclusion.ts';
import type { LimitDependencies } from './change-loss-limit.ts';
import { changeProtection, readExclusion, writeExclusion } from './limit-store.ts';

/** Changes the member's exclusion, and notifies the member's open pages. */
export async function changeExclusion(
  { tables, acts, clock }: LimitDependencies,
  memberId: bigint,
  act: SecurityAct,
  next: (before: Exclusion | null, now: number) => Exclusion,
): Promise<void> {
  await changeProtection(tables, memberId, async (transaction) => {
    const now = clock.wallNow();
    await writeExclusion(transaction, memberId, next(await readExclusion(transaction, memberId), now), now);
    await acts.record(transaction, memberId, act);
  });
  await acts.announce(memberId, act);
}
