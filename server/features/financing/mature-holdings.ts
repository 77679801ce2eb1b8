import type pg from 'pg';
import { isStale } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { maturityOf } from './financing-transfers.ts';
import { dueHoldings, type StoredHolding } from './holding-store.ts';

export interface MaturityDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'submitPages'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly log: Log;
}

const pageSize = 1_000;
const lookEveryMs = 10_000;

/** Polls for matured holdings, those of a downtime included; any number of nodes may do so at once. */
export function pollMaturities(
  dependencies: MaturityDependencies & { readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'> },
): Poll {
  const { clock, log } = dependencies;
  const everyMs = clock.wallDelayMs(lookEveryMs);
  return poll({ name: 'matured holdings', everyMs, log, run: () => matureHoldings(dependencies) });
}

/** Pays every matured holding and returns how many this call paid. */
export async function matureHoldings({ pool, ledger, clock, log }: MaturityDependencies): Promise<number> {
  const { committed, failed } = await ledger.submitPages(maturityPages(pool, clock.now()));
  for (const { key, reason } of failed) {
    if (isStale(reason)) continue;
    log.error({ err: reason, transfer: key }, 'a matured holding could not be paid');
  }
  return committed;
}

async function* maturityPages(pool: pg.Pool, now: number): AsyncGenerator<Submission[]> {
  for (let after: StoredHolding | null = null; ; ) {
    const page: StoredHolding[] = await dueHoldings(pool, now, after, pageSize);
    if (page.length > 0) yield page.map(maturityOf);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}
