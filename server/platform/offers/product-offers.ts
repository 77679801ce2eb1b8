import type pg from 'pg';
import type { PrizeTableChange } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import type { OfferChange, OfferKind } from '#core/products/offers.ts';
import type { Bus } from '../events/bus.ts';
import type { Log } from '../log.ts';
import { poll } from '../poll.ts';

/** Bus topic of changed offers: every node reads them again. */
export const offersChangedTopic = 'offers changed';

/** What operators changed of the products' offers, in memory: every placing reads it. */
export interface ProductOffers {
  /** In the order of decision. Those that take effect later are among them. */
  changes(): readonly OfferChange[];
  /** The prize tables of the daily draw that were decided on. */
  prizeTables(): readonly PrizeTableChange[];
  close(): Promise<void>;
}

export async function openProductOffers({
  pool,
  bus,
  log,
  readAgainMs = 10_000,
}: {
  readonly pool: pg.Pool;
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>;
  readonly log: Log;
  /** For a lost message: a change takes effect a minute or more after it was decided. */
  readonly readAgainMs?: number;
}): Promise<ProductOffers> {
  let [changes, prizeTables] = await Promise.all([readChanges(pool), readPrizeTables(pool)]);
  const run = async (): Promise<void> => {
    [changes, prizeTables] = await Promise.all([readChanges(pool), readPrizeTables(pool)]);
  };
  const polling = poll({ name: 'offers', everyMs: readAgainMs, run, log });
  const wake = (): void => polling.wake();
  const endings = [bus.subscribe(offersChangedTopic, wake), bus.onGap(wake)];
  return {
    changes: () => changes,
    prizeTables: () => prizeTables,
    async close() {
      for (const end of endings) end();
      await polling.stop();
    },
  };
}

type ChangeRow =
  | {
      readonly kind: OfferKind;
      readonly item: string;
      readonly is_open: boolean;
      readonly minimum: bigint;
      readonly maximum: bigint;
      readonly daily_rate_ppm: number | null;
      readonly effective_from: Date;
    }
  | { readonly kind: 'bands'; readonly details: readonly number[]; readonly effective_from: Date };

async function readChanges(pool: pg.Pool): Promise<OfferChange[]> {
  const { rows } = await pool.query<ChangeRow>({
    name: 'offer changes',
    text: `select r.kind, r.item, r.is_open, r.minimum, r.maximum, r.daily_rate_ppm, r.details, c.effective_from
           from product_change as c join product_request as r on r.id = c.request_id
           where r.kind in ('level', 'financing', 'bands') order by c.approved_at, c.request_id`,
  });
  return rows.map((row) => {
    const effectiveFrom = row.effective_from.getTime();
    if (row.kind === 'bands') return { kind: 'bands', item: 'levels', weightMins: row.details, effectiveFrom };
    const { kind, item, is_open, minimum, maximum, daily_rate_ppm: dailyRatePpm } = row;
    const bounds = { minimum: usdt(minimum), maximum: usdt(maximum) };
    return { kind, item, isOpen: is_open, ...bounds, dailyRatePpm, effectiveFrom };
  });
}

/** A prize as `product_request.details` has it: micro-USDT as text, which JSON numbers would not keep. */
export interface StoredPrize {
  readonly amount: string;
  readonly numbers: number;
}

interface PrizeTableRow {
  readonly version: number;
  readonly details: readonly StoredPrize[];
  readonly effective_from: Date;
}

/** The prize tables that were decided on. */
export async function readPrizeTables(pool: pg.Pool): Promise<PrizeTableChange[]> {
  const { rows } = await pool.query<PrizeTableRow>({
    name: 'prize tables',
    text: `select c.version, r.details, c.effective_from
           from product_change as c join product_request as r on r.id = c.request_id where r.kind = 'prizes' order by c.version`,
  });
  return rows.map(({ version, details, effective_from }) => ({
    version,
    shares: details.map(({ amount, numbers }) => ({ amount: usdt(BigInt(amount)), numbers })),
    effectiveFrom: effective_from.getTime(),
  }));
}
