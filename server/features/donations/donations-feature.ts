import { Kysely, PostgresDialect } from 'kysely';
import { api } from '#contract/api.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { poll } from '#server/platform/poll.ts';
import { completeDisbursements, type DisburseDependencies } from './disburse.ts';
import { type DonateDependencies, donate } from './donate.ts';
import { type GetGivingDependencies, getGiving } from './get-giving.ts';
import { listCauses } from './list-causes.ts';
import { listDisbursements } from './list-disbursements.ts';
import { proposeDisbursement } from './propose-disbursement.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';

const sharedForMs = 250;

export type DonationsDependencies = DonateDependencies &
  Omit<GetGivingDependencies, 'tables'> &
  Pick<DisburseDependencies, 'ledger'> & { readonly operatorEvents: Pick<OperatorEvents, 'publish'> };

/** Within this time a disbursement that a crash cut off is made. */
const everyMs = 10_000;

/** Donations of assistance points, the charity's columns, and its disbursements. */
export function openDonations({ log, ...dependencies }: DonationsDependencies & { readonly log: Log }): Feature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables, wallNow: Date.now };
  const run = () => completeDisbursements(own);
  const polling = poll({ name: 'disbursements', everyMs, log, run });
  return {
    bindings: bindAll('donations', api.donations, {
      donate: (input, { member, idempotencyKey }) => donate(own, member.memberId, input, idempotencyKey),
      listDisbursements: { handler: (input) => listDisbursements(own.pool, input), sharedForMs },
      listCauses: () => listCauses(own),
      proposeDisbursement: (input, { operator, idempotencyKey }) =>
        proposeDisbursement(own, input, operator, idempotencyKey),
      getGiving: { handler: () => getGiving(own), sharedForMs },
    }),
    reviewed: reviewedDisbursements(own),
    close: () => polling.stop(),
  };
}
