import type { Kysely } from 'kysely';
import type { SecurityAct } from '#contract/security-acts.ts';
import { afterRequest, type LimitPeriod, limitAt } from '#core/limits/loss-limits.ts';
import { limitText } from '#core/limits/protection-texts.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { beginsLater, changeProtection, protectionTime, readLossLimit, unset, writeLossLimit } from './limit-store.ts';

export interface LimitDependencies {
  readonly tables: Kysely<unknown>;
  readonly acts: SecurityActs;
  /** The product time counts losses by days; protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
}

export interface Owner {
  readonly memberId: bigint;
  readonly timeZone: string;
}

/** Sets a limit, or lifts it with null: stricter at once, looser after a day. */
export async function changeLossLimit(
  { tables, acts, clock }: LimitDependencies,
  { memberId, timeZone }: Owner,
  period: LimitPeriod,
  wanted: Usdt | null,
): Promise<void> {
  const act = await changeProtection(tables, memberId, async (transaction) => {
    const now = clock.wallNow();
    const at = await protectionTime(transaction, now);
    const before = (await readLossLimit(transaction, memberId, period)) ?? unset(timeZone);
    const { amount } = limitAt(before, at);
    if (wanted === null && amount === null) throw new Refusal('limitUnset');
    const after = afterRequest(before, wanted, at);
    // Without a limit, or once a looser one is active, the days follow the profile's current time zone, unless one has begun there that has not
    // where this limit was made: what was lost before it counts to the end of the day.
    const isLooser = before.next !== null && before.next.at <= at;
    const isNew =
      amount === null ||
      (isLooser && !(await beginsLater(transaction, { period, at: clock.now(), timeZone, than: before.timeZone })));
    await writeLossLimit(
      transaction,
      memberId,
      period,
      { ...after, timeZone: isNew ? timeZone : before.timeZone },
      now,
    );
    const name: SecurityAct = after.next === null ? 'lossLimitSet' : 'lossLimitLoosened';
    await acts.record(transaction, memberId, name, limitText(period, after));
    return name;
  });
  await acts.announce(memberId, act);
}
