import { getFundPassword, keepFundPassword, resetFundPassword } from '#contract/fund-password.ts';
import {
  bindBankCard,
  changeFundPassword,
  freezeAccount,
  getBankCard,
  keepBankCard,
  listSecurityActs,
  unfreezeAccount,
} from '#contract/security.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { type BindCardNeeds, bindBankCard as bindCard } from './bind-bank-card.ts';
import { type ChangeFundPasswordNeeds, changeFundPassword as changePassword } from './change-fund-password.ts';
import { type FreezeNeeds, freezeAccount as freeze, unfreezeAccount as unfreeze } from './freeze.ts';
import { fundPasswordState } from './fund-password-resets.ts';
import { getBankCard as readCards } from './get-bank-card.ts';
import { keepBankCard as keepCard } from './keep-bank-card.ts';
import { listSecurityActs as readActs } from './list-security-acts.ts';
import {
  keepFundPassword as keepPassword,
  type ResetFundPasswordNeeds,
  resetFundPassword as resetPassword,
} from './reset-fund-password.ts';

/** A password check takes as long as dozens of other calls. */
const passwordWeight = 10;

export function securityRoutes(
  needs: BindCardNeeds & ChangeFundPasswordNeeds & ResetFundPasswordNeeds & FreezeNeeds,
): Binding[] {
  return [
    bind(changeFundPassword, (input, call) => changePassword(needs, input, call), { weight: 2 * passwordWeight }),
    bind(getFundPassword, (_, { member }) => fundPasswordState(needs.tables, member.memberId, needs.clock.now())),
    bind(resetFundPassword, (input, call) => resetPassword(needs, input, call), { weight: 2 * passwordWeight }),
    bind(keepFundPassword, (_, { member }) => keepPassword(needs, member.memberId)),
    bind(getBankCard, (_, { member }) => readCards(needs, member.memberId)),
    bind(bindBankCard, (input, { member }) => bindCard(needs, member.memberId, input), { weight: passwordWeight }),
    bind(keepBankCard, (_, { member }) => keepCard(needs, member.memberId)),
    bind(freezeAccount, (_, { member }) => freeze(needs, member.memberId)),
    bind(unfreezeAccount, (input, call) => unfreeze(needs, input, call), { weight: passwordWeight }),
    bind(listSecurityActs, ({ before }, { member }) => readActs(needs.tables, member.memberId, before ?? null)),
  ];
}
