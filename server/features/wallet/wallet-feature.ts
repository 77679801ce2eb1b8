import type pg from 'pg';
import type { Books } from '#server/ledger/books.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { openRecordStore } from './record-store.ts';
import { walletRoutes } from './routes.ts';

export interface WalletDependencies {
  readonly pool: pg.Pool;
  readonly books: Pick<Books, 'balancesOf'>;
  /** The product clock. */
  readonly clock: { now(): number };
}

/** The wallet's figures and the records behind them. */
export function openWallet(dependencies: WalletDependencies): Feature {
  return { bindings: walletRoutes({ ...dependencies, store: openRecordStore(dependencies.pool) }) };
}
