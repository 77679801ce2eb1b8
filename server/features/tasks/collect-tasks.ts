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

/** Collects what is done and not collected, of the day before first: a collected day closes the ones before it. */
export async function collectTasks(
  dependencies: CollectTasksDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const total = { points: 0, weight: 0, collected: [] as Collected['collected'] };
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const situation = await readSituation(dependencies.pool, memberId, dependencies.clock.now());
    const earlier = dueOf(situation, situation.before);
    const due = earlier.length > 0 ? earlier : dueOf(situation, situation.today);
    if (due.length === 0) return total;
    const made = await collectAll(dependencies, memberId, situation, due);
    total.points += made.points;
    total.weight += made.weight;
    total.collected = [...total.collected, ...made.collected];
  }
  if (total.collected.length > 0) return total;
  throw new Refusal('requestInProgress');
}

/** Submits each; what another call has collected meanwhile, or an entry of the envelope that it has taken, is left to the next attempt. */
async function collectAll(
  { ledger }: CollectTasksDependencies,
  memberId: bigint,
  { zone, entries }: TaskSituation,
  due: readonly DueTask[],
): Promise<Collected> {
  const free = freeEnvelopeEntries(entries);
  const results = await Promise.all(
    due.map(async (one, place) => {
      const entry = free[place] ?? null;
      try {
        const { status } = await ledger.submit(collectionOf(memberId, zone, one, entry));
        if (status === 'refused') throw new Error(`the transfer of task ${one.task} was refused`);
        return {
          task: one.task,
          isNew: status === 'committed',
          weight: entry === null ? 0 : rewards.redEnvelope.weight,
        };
      } catch (error) {
        if (!(error instanceof AttachedRowsRefused)) throw error;
        return { task: one.task, isNew: false, weight: 0 };
      }
    }),
  );
  const made = results.filter(({ isNew }) => isNew);
  return {
    points: made.reduce((sum, { task }) => sum + taskPoints[task], 0),
    weight: made.reduce((sum, { weight }) => sum + weight, 0),
    collected: made.map(({ task }) => task),
  };
}
