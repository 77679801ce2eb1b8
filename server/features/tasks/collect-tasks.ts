import type pg from 'pg';
import type { OutputOf } from '#contract/operation.ts';
import type { collectTasks as operation } from '#contract/tasks.ts';
import { rewards } from '#core/rewards/rules.ts';
import { freeEnvelopeEntries, taskPoints } from '#core/rewards/tasks.ts';
import { AttachedRowsRefused } from '#server/ledger/failures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { collectionOf, type DueTask, dueOf, readSituation, type TaskSituation } from './task-store.ts';

export interface CollectTasksDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

/** Midnight, a change of the zone, or another phone can come between reading and committing; more than a few of them hardly. */
const attemptsMax = 5;

type Collected = OutputOf<typeof operation>;

/**
 * Collects what is done and not collected. A collected day closes the ones before it: of each task the day before comes first, and today
 * only where nothing of the day before is left, or it cannot be collected.
 */
export async function collectTasks(
  dependencies: CollectTasksDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const total = { points: 0, weight: 0, collected: [] as Collected['collected'] };
  const failures: unknown[] = [];
  for (let attempt = 1, isLast = false; !isLast; attempt++) {
    isLast = attempt === attemptsMax || failures.length > 0;
    const situation = await readSituation(dependencies.pool, memberId, dependencies.clock.now());
    const before = dueOf(situation, situation.before);
    const today = dueOf(situation, situation.today);
    if (before.length + today.length === 0) return total;
    const isWaiting = ({ task }: DueTask) => before.some((one) => one.task === task);
    const due = isLast ? today : [...before, ...today.filter((one) => !isWaiting(one))];
    const made = await collectAll(dependencies, memberId, situation, due);
    total.points += made.points;
    total.weight += made.weight;
    total.collected = [...total.collected, ...made.collected];
    failures.push(...made.failures);
  }
  if (failures.length > 0) throw failures[0];
  if (total.collected.length === 0) throw new Refusal('serverBusy');
  return total;
}

/**
 * Submits each; what another call has collected meanwhile, or an entry of the envelope that it has taken, is left to the next attempt. One
 * that fails stops no other.
 */
async function collectAll(
  { ledger }: CollectTasksDependencies,
  memberId: bigint,
  { zone, entries }: TaskSituation,
  due: readonly DueTask[],
): Promise<Collected & { readonly failures: readonly unknown[] }> {
  const free = freeEnvelopeEntries(entries);
  const results = await Promise.allSettled(
    due.map(async (one, place) => {
      const entry = free[place] ?? null;
      const { status } = await ledger.submit(collectionOf(memberId, zone, one, entry));
      if (status === 'refused') throw new Error(`the transfer of task ${one.task} was refused`);
      const weight = entry === null ? 0 : rewards.redEnvelope.weight;
      return { task: one.task, isNew: status === 'committed', weight };
    }),
  );
  const made = results.flatMap((result) => (result.status === 'fulfilled' && result.value.isNew ? [result.value] : []));
  return {
    points: made.reduce((sum, { task }) => sum + taskPoints[task], 0),
    weight: made.reduce((sum, { weight }) => sum + weight, 0),
    collected: made.map(({ task }) => task),
    failures: results.flatMap((result) =>
      result.status === 'rejected' && !(result.reason instanceof AttachedRowsRefused) ? [result.reason] : [],
    ),
  };
}
