import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type ChangeWithdrawalPasswordDependencies, changeWithdrawalPassword } from './change-withdrawal-password.ts';
import { freezeAccount } from './freeze-account.ts';
import { freezeMember, type OperatorFreezeDependencies } from './freeze-member.ts';
import { getWithdrawalPassword } from './get-withdrawal-password.ts';
import { keepWithdrawalPassword } from './keep-withdrawal-password.ts';
import { listSecurityActs } from './list-security-acts.ts';
import { type ResetWithdrawalPasswordDependencies, resetWithdrawalPassword } from './reset-withdrawal-password.ts';
import { unfreezeAccount } from './unfreeze-account.ts';
import { unfreezeMember } from './unfreeze-member.ts';

/** A password check costs as much as dozens of other calls. */
const passwordWeight = 10;

export function securityRoutes(
  dependencies: ChangeWithdrawalPasswordDependencies & ResetWithdrawalPasswordDependencies & OperatorFreezeDependencies,
): readonly Binding[] {
  const { tables, clock } = dependencies;
  return bindAll('security', api.security, {
    changeWithdrawalPassword: {
      handler: (input, call) => changeWithdrawalPassword(dependencies, input, call),
      weight: 2 * passwordWeight,
    },
    getWithdrawalPassword: (_, { member }) => getWithdrawalPassword(tables, member.memberId, clock.wallNow()),
    resetWithdrawalPassword: {
      handler: (input, call) => resetWithdrawalPassword(dependencies, input, call),
      weight: 2 * passwordWeight,
    },
    keepWithdrawalPassword: (_, { member }) => keepWithdrawalPassword(dependencies, member.memberId),
    freezeAccount: (_, { member }) => freezeAccount(dependencies, member.memberId),
    unfreezeAccount: {
      handler: (input, call) => unfreezeAccount(dependencies, input, call),
      weight: passwordWeight,
    },
    freezeMember: (input, { operator }) => freezeMember(dependencies, input, operator),
    unfreezeMember: (input, { operator }) => unfreezeMember(dependencies, input, operator),
    listSecurityActs: (input, { member }) => listSecurityActs(tables, member.memberId, input),
  });
}
