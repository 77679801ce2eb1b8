import { Kysely, PostgresDialect } from 'kysely';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { completeDisbursements } from './disburse.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';
import { type DonationsDependencies, donationRoutes } from './routes.ts';

/** Within this time a disbursement that a crash cut off is made. */
const everyMs = 10_000;

/** Donations of assistance points, the charity's columns, and its disbursements. */
export function openDonations({ log, ...dependencies }: DonationsDependencies & { readonly log: Log }): Feature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables, wallNow: Date.now };
  const run = () => completeDisbursements(own);
  const polling = poll({ name: 'disbursements', everyMs, log, run });
  return {
    bindings: donationRoutes(own),
    reviewed: reviewedDisbursements(own),
    close: () => polling.stop(),
  };
}
