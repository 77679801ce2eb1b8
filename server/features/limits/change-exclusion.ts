import type { SecurityAct } from '#contract/security-acts.ts';
import type { Exclusion } from '#core/limits/exclusion.ts';
import { exclusionText } from '#core/limits/protection-texts.ts';
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
    const exclusion = next(await readExclusion(transaction, memberId), now);
    await writeExclusion(transaction, memberId, exclusion, now);
    await acts.record(transaction, memberId, act, exclusionText(exclusion));
  });
  await acts.announce(memberId, act);
}
