import { depositFromWallet, getDeposit, listDepositChannels, listDeposits, requestDeposit } from '#contract/wallet.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { getDeposit as read } from './get-deposit.ts';
import { listDeposits as readPage } from './list-deposits.ts';
import { type RequestDepositNeeds, requestDeposit as request } from './request-deposit.ts';

export function walletRoutes(needs: RequestDepositNeeds): Binding[] {
  const { store, rail } = needs;
  return [
    bind(listDepositChannels, () =>
      rail.channels.map((channel) => ({ ...channel, network: null, behindSince: null, paper: true as const })),
    ),
    bind(requestDeposit, (input, { member, idempotencyKey }) => request(needs, member.memberId, input, idempotencyKey)),
    bind(depositFromWallet, ({ channel }) => {
      const isOffered = rail.channels.some(({ id }) => id === channel);
      throw new Refusal(isOffered ? 'channelWithoutTransactions' : 'channelUnknown');
    }),
    bind(listDeposits, ({ before }, { member }) => readPage(store, rail, member.memberId, before ?? null)),
    bind(getDeposit, ({ deposit }, { member }) => read(store, rail, member.memberId, deposit)),
  ];
}
