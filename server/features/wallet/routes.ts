import {
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from '#contract/wallet.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { type DepositFromWalletNeeds, depositFromWallet as findInNetwork } from './deposit-from-wallet.ts';
import { getDeposit as read } from './get-deposit.ts';
import { listDepositChannels as readChannels } from './list-deposit-channels.ts';
import { listDeposits as readPage } from './list-deposits.ts';
import { proveDeposit as prove } from './prove-deposit.ts';
import { type RequestDepositNeeds, requestDeposit as request } from './request-deposit.ts';

/** A member who is excluded asks for no deposit; one that is under way is credited all the same. */
export interface ExclusionCheck {
  /** Throws `selfExcluded`. */
  requireNotExcluded(memberId: bigint): Promise<void>;
}

export function walletRoutes(
  needs: RequestDepositNeeds & DepositFromWalletNeeds & { readonly guard: ExclusionCheck },
): Binding[] {
  const { store, rail, guard } = needs;
  return [
    bind(listDepositChannels, () => readChannels(rail)),
    bind(requestDeposit, async (input, { member, idempotencyKey }) => {
      await guard.requireNotExcluded(member.memberId);
      return await request(needs, member.memberId, input, idempotencyKey);
    }),
    bind(depositFromWallet, (input, { member }) => findInNetwork(needs, member.memberId, input)),
    bind(proveDeposit, (input, { member }) => prove(needs, member.memberId, input)),
    bind(listDeposits, ({ before }, { member }) => readPage(store, rail, member.memberId, before ?? null)),
    bind(getDeposit, ({ deposit }, { member }) => read(store, rail, member.memberId, deposit)),
  ];
}
