import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { endHolding } from './end-holding.ts';
import { maturityOf } from './financing-transfers.ts';
import type { HoldingStore, StoredHolding } from './holding-store.ts';

export interface MatureNeeds {
  readonly store: Pick<HoldingStore, 'due'>;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly log: Log;
}

const pageSize = 200;
const lookEveryMs = 10_000;

/** Pays what has matured, also what did while nothing ran; any number of nodes may do so at once. */
export function watchMaturities(
  needs: MatureNeeds & { readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'> },
): Poll {
  const { clock, log } = needs;
  const everyMs = clock.wallDelayMs(lookEveryMs);
  return poll({ name: 'matured holdings', everyMs, log, run: () => matureHoldings(needs) });
}

/** Pays every holding whose time has come and answers how many this call paid. */
export async function matureHoldings(needs: MatureNeeds): Promise<number> {
  const { store, clock } = needs;
  const now = clock.now();
  let count = 0;
  for (let after: StoredHolding | null = null; ; ) {
    const page: StoredHolding[] = await store.due(now, after, pageSize);
    const paid = await Promise.all(page.map((holding) => mature(needs, holding)));
    count += paid.filter(Boolean).length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last;
  }
}

async function mature({ ledger, log }: MatureNeeds, holding: StoredHolding): Promise<boolean> {
  try {
    return await endHolding(ledger, maturityOf(holding));
  } catch (error) {
    // One that fails must not hold up the others.
    log.error({ err: error, holding: holding.id }, 'a matured holding could not be paid');
    return false;
  }
}
