import { bettingMs, dayOf, type RoundNumber, roundAt, timesOf } from '#core/rounds/schedule.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { closeRound, type RoundDependencies, waitForOrders } from './close-round.ts';
import { endRound } from './end-round.ts';
import { type PaymentDependencies, payRound } from './pay-round.ts';
import { placeFollows } from './place-follows.ts';
import { publishDays } from './round-seeds.ts';
import { type DueWork, findRound, readDueWork, unclosedRounds, unpaidRounds } from './round-store.ts';

export type RunDependencies = RoundDependencies &
  PaymentDependencies & {
    readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
    readonly bus: Pick<Bus, 'publish'>;
  };

/** Bus topic for a round that opened, closed or ended: `{ round: number }`. */
export const roundTopic = 'round';

/** Looking for a late beacon, and for follows whose order has been paid. */
const lookEveryMs = 1_000;

/**
 * Closes, draws and pays rounds as their times come, on one node at a time. The lock only avoids duplicate work: every step can be
 * repeated, and the database refuses one that is out of turn.
 */
export function scheduleRounds(dependencies: RunDependencies & { readonly bus: Pick<Bus, 'onGap'> }): Poll {
  const { pool, clock, log, bus } = dependencies;
  let runner = createRunner(dependencies);
  // A server that was promoted with losses may lack what was closed and paid.
  const stopForgetting = bus.onGap(() => {
    runner = createRunner(dependencies);
  });
  const polling = poll({
    name: 'rounds',
    everyMs: () => Math.min(lookEveryMs, clock.wallDelayMs(nextBoundary(clock.now()))),
    log,
    lock: { pool, name: 'rounds' },
    run: (signal) => runner.run(signal),
  });
  return {
    wake: polling.wake,
    async stop() {
      stopForgetting();
      await polling.stop();
    },
  };
}

/** Time to the next moment at which something is due: a round that opens, closes or has its result. */
function nextBoundary(now: number): number {
  const { closesAt, resultAt } = timesOf(roundAt(now));
  return Math.max(1, (now < closesAt ? closesAt : resultAt) - now);
}

export interface Runner {
  /** Does everything that is due at the database's product time. Repeats what failed the next time. */
  run(signal: AbortSignal): Promise<void>;
}

/** What a node remembers between two runs only saves it from looking at old rounds again. */
export function createRunner(dependencies: RunDependencies): Runner {
  const { tables, bus, seeds, ledger } = dependencies;
  let paidBefore: RoundNumber = 0;
  let closedUpTo: RoundNumber = 0;
  let publishedDay: number | null = null;
  let opened: RoundNumber | null = null;

  const announce = (round: RoundNumber): Promise<void> => bus.publish(roundTopic, { round });

  async function publish(now: number): Promise<void> {
    const today = dayOf(roundAt(now));
    if (publishedDay === today) return;
    await seeds.renew(today);
    await publishDays(tables, seeds, today);
    publishedDay = today;
  }

  /**
   * Those with orders that a downtime left open, then the one whose betting has just ended. One without orders that is late is left out.
   * Returns whether there was any.
   */
  async function close({ now, isCommitted }: DueWork, stopping: AbortSignal): Promise<boolean> {
    const newest = roundAt(now - bettingMs);
    if (closedUpTo === newest) return false;
    // Before looking for orders: the round of one that is recorded and not committed yet would never be closed.
    await waitForOrders(tables);
    const open = new Set(await unclosedRounds(tables, newest + 1));
    if (isCommitted && now < timesOf(newest).resultAt) open.add(newest);
    for (const round of open) await closeOne(round, now, stopping);
    closedUpTo = newest;
    return open.size > 0;
  }

  async function closeOne(round: RoundNumber, now: number, stopping: AbortSignal): Promise<void> {
    if (await findRound(tables, round)) return;
    // One round after another: a seed reveals the earlier ones of its day.
    await end(now, stopping);
    if ((await closeRound(dependencies, round)) !== null) await announce(round);
  }

  async function end(now: number, signal: AbortSignal): Promise<void> {
    for (const round of await unpaidRounds(tables, paidBefore)) {
      if (!round.end && (await endRound(dependencies, round, now, signal))) await announce(round.id);
    }
  }

  /** Returns why rounds could not be paid entirely: none of them keeps another from being paid. */
  async function pay(): Promise<unknown[]> {
    const failures: unknown[] = [];
    const unpaid = await unpaidRounds(tables, paidBefore);
    for (const round of unpaid) {
      if (!round.end) continue;
      try {
        await payRound(dependencies, round);
        await announce(round.id);
      } catch (error) {
        failures.push(error);
      }
    }
    paidBefore = Math.min(...unpaid.map(({ id }) => id), closedUpTo);
    return failures;
  }

  return {
    async run(signal) {
      const due = await readDueWork(tables, paidBefore);
      const { now } = due;
      await publish(now);
      const hasUnpaid = (await close(due, signal)) || due.hasUnpaid;
      if (hasUnpaid) await end(now, signal);
      // Rounds only close after the newest closed one: what is paid up to there is not looked at again.
      else paidBefore = closedUpTo;
      const failures = hasUnpaid ? await pay() : [];
      const open = roundAt(now);
      if (hasUnpaid || due.hasFollows) await placeFollows({ tables, ledger }, open, now);
      if (opened !== open) await announce(open);
      opened = open;
      // Last, so that a round that cannot be paid keeps no follow of another member waiting.
      if (failures.length > 0) throw new AggregateError(failures, 'rounds could not be paid entirely');
    },
  };
}
