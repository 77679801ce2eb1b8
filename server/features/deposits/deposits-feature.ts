import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { DepositRail } from './deposit-rail.ts';
import type { DepositTables } from './deposit-store.ts';
import { pollDeposits } from './poll-deposits.ts';
import type { DepositImages } from './request-deposit.ts';
import { depositRoutes, type ExclusionCheck } from './routes.ts';

export interface DepositsDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly rail: DepositRail;
  readonly guard: ExclusionCheck;
  readonly images: DepositImages;
  readonly clock: ProductClock;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

/** Deposits of test funds, and the watch that credits them. */
export function openDeposits(dependencies: DepositsDependencies): Feature {
  const tables = new Kysely<DepositTables>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  const watching = pollDeposits(own);
  return { bindings: depositRoutes(own), close: () => watching.stop() };
}
