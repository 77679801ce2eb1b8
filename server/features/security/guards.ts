import type { SecurityGuards } from '#server/platform/reauthentication.ts';
import { isFrozen, requireToStayUnfrozen, requireUnfrozen } from './freeze.ts';
import {
  hasWithdrawalPassword,
  requireWithdrawalPassword,
  type WithdrawalPasswordDependencies,
} from './withdrawal-passwords.ts';

export function securityGuards(dependencies: WithdrawalPasswordDependencies): SecurityGuards {
  const { tables } = dependencies;
  return {
    isFrozen: (memberId, within = tables) => isFrozen(within, memberId),
    requireUnfrozen: (memberId) => requireUnfrozen(tables, memberId),
    requireToStayUnfrozen,
    hasWithdrawalPassword: (memberId) => hasWithdrawalPassword(tables, memberId),
    requireWithdrawalPassword: async (memberId, password) => {
      await requireWithdrawalPassword(dependencies, memberId, password);
    },
  };
}
