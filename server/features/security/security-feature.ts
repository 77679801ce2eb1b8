import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { SecurityGuards } from '#server/platform/reauthentication.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { type ChangeWithdrawalPasswordDependencies, changeWithdrawalPassword } from './change-withdrawal-password.ts';
import {
  cancelReplacements,
  type FreezeHold,
  freezeHoldOf,
  freezeRecovered,
  type ReplacementDependencies,
} from './freeze.ts';
import { freezeAccount } from './freeze-account.ts';
import { freezeMember } from './freeze-member.ts';
import { getWithdrawalPassword } from './get-withdrawal-password.ts';
import { securityGuards } from './guards.ts';
import { keepWithdrawalPassword } from './keep-withdrawal-password.ts';
import { listSecurityActs } from './list-security-acts.ts';
import { resetWithdrawalPassword } from './reset-withdrawal-password.ts';
import { unfreezeAccount } from './unfreeze-account.ts';
import { unfreezeMember } from './unfreeze-member.ts';

export interface SecurityDependencies {
  readonly pool: pg.Pool;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly memberNumbers: MemberNumbers;
  readonly identity: ChangeWithdrawalPasswordDependencies['identity'];
  readonly cancelCard: ReplacementDependencies['cancelCard'];
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  /** Wall time, by which failed attempts are slowed down. */
  readonly wallNow?: () => number;
}

export interface SecurityFeature extends Feature {
  readonly guards: SecurityGuards;
  /** Freezes a recovered account, in the caller's transaction; until `holdsUntil` (wall time) not even its owner can lift it. */
  freezeRecovered(within: QueryExecutorProvider, memberId: bigint, holdsUntil: number): Promise<void>;
  /** Null where the freeze can be lifted, or there is none. */
  freezeHoldOf(memberId: bigint): Promise<FreezeHold | null>;
}

/** Security of withdrawals: withdrawal password, freeze, and the history of security acts. */
export function openSecurity(dependencies: SecurityDependencies): SecurityFeature {
  const { pool, clock, wallNow = Date.now } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const own = { ...dependencies, tables, wallNow };
  return {
    bindings: bindAll('security', api.security, {
      changeWithdrawalPassword: {
        handler: (input, call) => changeWithdrawalPassword(own, input, call),
        weight: 2 * passwordWeight,
      },
      getWithdrawalPassword: (_, { member }) => getWithdrawalPassword(tables, member.memberId, clock.wallNow()),
      resetWithdrawalPassword: {
        handler: (input, call) => resetWithdrawalPassword(own, input, call),
        weight: 2 * passwordWeight,
      },
      keepWithdrawalPassword: (_, { member }) => keepWithdrawalPassword(own, member.memberId),
      freezeAccount: (_, { member }) => freezeAccount(own, member.memberId),
      unfreezeAccount: {
        handler: (input, call) => unfreezeAccount(own, input, call),
        weight: passwordWeight,
      },
      freezeMember: (input, { operator }) => freezeMember(own, input, operator),
      unfreezeMember: (input, { operator }) => unfreezeMember(own, input, operator),
      listSecurityActs: (input, { member }) => listSecurityActs(tables, member.memberId, input),
    }),
    guards: securityGuards(own),
    async freezeRecovered(within, memberId, holdsUntil) {
      await freezeRecovered(within, memberId, clock.now(), holdsUntil);
      await cancelReplacements(own, within, memberId);
    },
    freezeHoldOf: (memberId) => freezeHoldOf(tables, memberId, wallNow()),
  };
}
