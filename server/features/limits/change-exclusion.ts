import type { SecurityAct } from '#contract/states.ts';
import { type Exclusion, type ExclusionDays, excluding, keptExclusion, lifting } from '#core/limits/exclusion.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeProtection, readExclusion, writeExclusion } from './limit-store.ts';
import type { ChangeNeeds } from './set-loss-limit.ts';

/** Excludes the member from now on. */
export async function excludeMyself(needs: ChangeNeeds, memberId: bigint, days: ExclusionDays): Promise<void> {
  await change(needs, memberId, 'selfExcluded', (before, now) => excluding(before, days, now));
}

/** Ends the exclusion a day from now. */
export async function liftExclusion(needs: ChangeNeeds, memberId: bigint): Promise<void> {
  await change(needs, memberId, 'exclusionLifted', (before, now) => {
    const lifted = lifting(before, now);
    if (!lifted) throw new Refusal('exclusionNotLiftable');
    return lifted;
  });
}

/** Calls the early end off. */
export async function keepExclusion(needs: ChangeNeeds, memberId: bigint): Promise<void> {
  await change(needs, memberId, 'exclusionKept', (before, now) => {
    const kept = keptExclusion(before, now);
    if (!kept) throw new Refusal('exclusionNotLiftable');
    return kept;
  });
}

async function change(
  { tables, acts, clock }: ChangeNeeds,
  memberId: bigint,
  act: SecurityAct,
  next: (before: Exclusion | null, now: number) => Exclusion,
): Promise<void> {
  await changeProtection(tables, memberId, async (transaction) => {
    const now = Math.trunc(clock.now());
    await writeExclusion(transaction, memberId, next(await readExclusion(transaction, memberId), now), now);
    await acts.record(transaction, memberId, act);
  });
  await acts.announce(memberId, act);
}
