import type pg from 'pg';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import { createMovementSums } from '#server/ledger/movement-sums.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { walletRoutes } from './routes.ts';

export interface WalletDependencies {
  readonly pool: pg.Pool;
  readonly ledgerReader: Pick<LedgerReader, 'balancesOf'>;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly memberNumbers: MemberNumbers;
}

/** The wallet's figures and the records behind them. */
export function openWallet(dependencies: WalletDependencies): Feature {
  return { bindings: walletRoutes({ ...dependencies, movementSums: createMovementSums(dependencies.pool) }) };
}
