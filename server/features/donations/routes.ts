import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import type { DisburseDependencies } from './disburse.ts';
import { type DonateDependencies, donate } from './donate.ts';
import { type GetGivingDependencies, getGiving } from './get-giving.ts';
import { listCauses } from './list-causes.ts';
import { listDisbursements } from './list-disbursements.ts';
import { proposeDisbursement } from './propose-disbursement.ts';

const sharedForMs = 250;

export type DonationsDependencies = DonateDependencies &
  Omit<GetGivingDependencies, 'tables'> &
  Pick<DisburseDependencies, 'ledger'> & { readonly operatorEvents: Pick<OperatorEvents, 'publish'> };

export function donationRoutes(dependencies: DonationsDependencies & DisburseDependencies): readonly Binding[] {
  return bindAll('donations', api.donations, {
    donate: (input, { member, idempotencyKey }) => donate(dependencies, member.memberId, input, idempotencyKey),
    listDisbursements: { handler: (input) => listDisbursements(dependencies.pool, input), sharedForMs },
    listCauses: () => listCauses(dependencies),
    proposeDisbursement: (input, { operator, idempotencyKey }) =>
      proposeDisbursement(dependencies, input, operator, idempotencyKey),
    getGiving: { handler: () => getGiving(dependencies), sharedForMs },
  });
}
