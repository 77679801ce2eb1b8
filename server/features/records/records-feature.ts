import type pg from 'pg';
import type { Books } from '#server/ledger/books.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { openRecordStore } from './record-store.ts';
import { recordRoutes } from './routes.ts';

export interface RecordsNeeds {
  readonly pool: pg.Pool;
  readonly books: Pick<Books, 'balancesOf'>;
  /** The product clock. */
  readonly clock: { now(): number };
}

/** The wallet's figures and the records behind them. */
export function openRecords(needs: RecordsNeeds): Feature {
  return { bindings: recordRoutes({ ...needs, store: openRecordStore(needs.pool) }) };
}
