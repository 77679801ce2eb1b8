import { createMovementSums } from '#server/ledger/movement-sums.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { type WalletRoutesDependencies, walletRoutes } from './routes.ts';

export type WalletDependencies = Omit<WalletRoutesDependencies, 'movementSums'>;

/** The wallet's figures and the records behind them. */
export function openWallet(dependencies: WalletDependencies): Feature {
  return { bindings: walletRoutes({ ...dependencies, movementSums: createMovementSums(dependencies.pool) }) };
}
