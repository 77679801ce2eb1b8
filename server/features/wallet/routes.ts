import { depositFromWallet, getDeposit, listDepositChannels, listDeposits, requestDeposit } from '#contract/wallet.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { type DepositFromWalletNeeds, depositFromWallet as findInNetwork } from './deposit-from-wallet.ts';
import { getDeposit as read } from './get-deposit.ts';
import { listDepositChannels as readChannels } from './list-deposit-channels.ts';
import { listDeposits as readPage } from './list-deposits.ts';
import { type RequestDepositNeeds, requestDeposit as request } from './request-deposit.ts';

export function walletRoutes(needs: RequestDepositNeeds & DepositFromWalletNeeds): Binding[] {
  const { store, rail } = needs;
  return [
    bind(listDepositChannels, () => readChannels(rail)),
    bind(requestDeposit, (input, { member, idempotencyKey }) => request(needs, member.memberId, input, idempotencyKey)),
    bind(depositFromWallet, (input, { member }) => findInNetwork(needs, member.memberId, input)),
    bind(listDeposits, ({ before }, { member }) => readPage(store, rail, member.memberId, before ?? null)),
    bind(getDeposit, ({ deposit }, { member }) => read(store, rail, member.memberId, deposit)),
  ];
}
