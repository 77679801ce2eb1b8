import type { QueryExecutorProvider } from 'kysely';
import { isFrozen, requireToStayUnfrozen, requireUnfrozen } from './freeze.ts';
import {
  hasWithdrawalPassword,
  requireWithdrawalPassword,
  type WithdrawalPasswordDependencies,
} from './withdrawal-passwords.ts';

/** Checks that other features run before money leaves or a card is bound. */
export interface SecurityGuards {
  /** Within the caller's transaction, if given. */
  isFrozen(memberId: bigint, within?: QueryExecutorProvider): Promise<boolean>;
  /** Throws `accountFrozen`. */
  requireUnfrozen(memberId: bigint): Promise<void>;
  /** The same to the end of the caller's transaction, at its beginning. */
  requireToStayUnfrozen(within: QueryExecutorProvider, memberId: bigint): Promise<void>;
  hasWithdrawalPassword(memberId: bigint): Promise<boolean>;
  /** Throws `withdrawalPasswordUnset`, `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. */
  requireWithdrawalPassword(memberId: bigint, password: string): Promise<void>;
}

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
