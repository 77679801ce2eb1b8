import * as contract from '#contract/bank-card.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type BindCardDependencies, bindBankCard } from './bind-bank-card.ts';
import { getBankCard } from './get-bank-card.ts';
import { keepBankCard } from './keep-bank-card.ts';

/** A password check costs as much as dozens of other calls. */
const passwordWeight = 10;

export function bankCardRoutes(dependencies: BindCardDependencies): readonly Binding[] {
  return bindAll('bank-card', contract, {
    getBankCard: (_, { member }) => getBankCard(dependencies, member.memberId),
    bindBankCard: {
      handler: (input, call) => bindBankCard(dependencies, input, call),
      weight: passwordWeight,
    },
    keepBankCard: (_, { member }) => keepBankCard(dependencies, member.memberId),
  });
}
