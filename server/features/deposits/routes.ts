import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type DepositFromWalletDependencies, depositFromWallet } from './deposit-from-wallet.ts';
import { getDeposit } from './get-deposit.ts';
import { listDepositChannels } from './list-deposit-channels.ts';
import { listDeposits } from './list-deposits.ts';
import { listOpenDeposits, type OpenDepositsDependencies } from './list-open-deposits.ts';
import { markDepositProof } from './mark-deposit-proof.ts';
import { proveDeposit } from './prove-deposit.ts';
import { refuseDeposit } from './refuse-deposit.ts';
import { type RequestDepositDependencies, requestDeposit } from './request-deposit.ts';
import type { ReviewDepositDependencies } from './review-deposit.ts';

export function depositRoutes(
  dependencies: RequestDepositDependencies &
    DepositFromWalletDependencies &
    OpenDepositsDependencies &
    ReviewDepositDependencies,
): readonly Binding[] {
  const { tables, rail } = dependencies;
  return bindAll('deposits', api.deposits, {
    listDepositChannels: () => listDepositChannels(rail),
    requestDeposit: (input, { member, idempotencyKey }) =>
      requestDeposit(dependencies, member.memberId, input, idempotencyKey),
    depositFromWallet: (input, { member }) => depositFromWallet(dependencies, member.memberId, input),
    proveDeposit: (input, { member }) => proveDeposit(dependencies, member.memberId, input),
    listDeposits: ({ before }, { member }) => listDeposits(tables, rail, member.memberId, before ?? null),
    listOpenDeposits: ({ after }, { operator }) => listOpenDeposits(dependencies, after ?? '', operator),
    markDepositProof: (input, { operator }) => markDepositProof(dependencies, input, operator),
    refuseDeposit: (input, { operator }) => refuseDeposit(dependencies, input, operator),
    getDeposit: ({ deposit }, { member }) => getDeposit(tables, rail, member.memberId, deposit),
  });
}
