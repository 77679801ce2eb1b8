import type { Limits } from '#contract/limits.ts';
import { keptLimit, type LimitPeriod, limitAt } from '#core/limits/loss-limits.ts';
import { limitText } from '#core/limits/protection-texts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { LimitDependencies, Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';
import { changeProtection, protectionTime, readLossLimit, writeLossLimit } from './limit-store.ts';

/** Cancels a pending change. */
export async function keepLossLimit(
  dependencies: LimitDependencies,
  owner: Owner,
  period: LimitPeriod,
): Promise<Limits> {
  const { tables, acts, clock } = dependencies;
  const { memberId } = owner;
  await changeProtection(tables, memberId, async (transaction) => {
    const now = clock.wallNow();
    const at = await protectionTime(transaction, now);
    const before = await readLossLimit(transaction, memberId, period);
    if (!before || limitAt(before, at).next === null) throw new Refusal('limitUnset');
    const kept = keptLimit(before, at);
    await writeLossLimit(transaction, memberId, period, { ...kept, timeZone: before.timeZone }, now);
    await acts.record(transaction, memberId, 'lossLimitKept', limitText(period, kept));
  });
  await acts.announce(memberId, 'lossLimitKept');
  return await getLimits(dependencies, owner);
}
