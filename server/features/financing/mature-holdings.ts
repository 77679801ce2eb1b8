import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
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
/** However fast the product clock runs. */
const pauseWallMsMin = 200;

/** Pays what has matured, also what did while nothing ran; any number of nodes may do so at once. */
export function watchMaturities(needs: MatureNeeds & { readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'> }): {
  stop(): Promise<void>;
} {
  const { clock, log } = needs;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await matureHoldings(needs);
    } catch (error) {
      log.error({ err: error }, 'matured holdings could not be looked at, they wait for the next turn');
    }
    if (stopped) return;
    timer = setTimeout(begin, Math.max(pauseWallMsMin, clock.wallDelayMs(lookEveryMs)));
    timer.unref();
  };
  let running = Promise.resolve();
  const begin = (): void => {
    running = turn();
  };
  begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
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
