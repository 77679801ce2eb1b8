import type pg from 'pg';
import type { OutputOf } from '#contract/operation.ts';
import type { listTasks as operation, TaskState } from '#contract/tasks.ts';
import { type TaskKind, taskKinds, taskPoints } from '#core/rewards/tasks.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { dueOf, envelopeWeight, leastDonation, readSituation, type TaskSituation } from './task-store.ts';

export interface ListTasksDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'balancesOf'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

/** The tasks of the member's day, from what happened. */
export async function listTasks(
  { pool, ledger, clock }: ListTasksDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const now = clock.now();
  const [situation, balances] = await Promise.all([readSituation(pool, memberId, now), ledger.balancesOf(memberId)]);
  const waiting = new Set<TaskKind>();
  if (situation.isPlanRunning) waiting.add('planSettled');
  if ((balances?.assistance ?? 0n) < BigInt(leastDonation)) waiting.add('donated');
  const due = new Set(dueOf(situation, situation.today).map(({ task }) => task));
  return {
    day: situation.today.day,
    endsAt: situation.today.endsAt,
    tasks: taskKinds.map((task) => ({
      task,
      points: taskPoints[task],
      state: stateOf(situation, task, now, due, waiting),
    })),
    before: dueOf(situation, situation.before).map(({ task }) => ({ task, points: taskPoints[task] })),
    promotion: Number(balances?.promotion ?? 0n),
    weight: envelopeWeight(situation.entries.length),
  };
}

function stateOf(
  { latest, today }: Pick<TaskSituation, 'latest' | 'today'>,
  task: TaskKind,
  now: number,
  due: ReadonlySet<TaskKind>,
  waiting: ReadonlySet<TaskKind>,
): TaskState {
  if (due.has(task)) return 'done';
  const collected = latest.get(task);
  // After a change of the zone the day that was collected can end within this one.
  if (collected && (collected.day >= today.day || collected.endsAt > now)) return 'collected';
  return waiting.has(task) ? 'waiting' : 'open';
}
