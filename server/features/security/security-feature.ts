import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { type FreezeHold, freezeHoldOf, freezeRecovered } from './freeze.ts';
import { type SecurityGuards, securityGuards } from './guards.ts';
import type { IdentityCheck } from './identity-check.ts';
import { securityRoutes } from './routes.ts';
import type { SecurityTables } from './security-tables.ts';

export interface SecurityDependencies {
  readonly pool: pg.Pool;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly memberNumbers: MemberNumbers;
  readonly identity: IdentityCheck;
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
  const { pool, passwords, acts, memberNumbers, identity, clock, wallNow = Date.now } = dependencies;
  const tables = new Kysely<SecurityTables>({ dialect: new PostgresDialect({ pool }) });
  const own = { tables, passwords, acts, memberNumbers, identity, clock, wallNow };
  return {
    bindings: securityRoutes(own),
    guards: securityGuards(own),
    freezeRecovered: (within, memberId, holdsUntil) => freezeRecovered(within, memberId, clock.now(), holdsUntil),
    freezeHoldOf: (memberId) => freezeHoldOf(tables, memberId, wallNow()),
  };
}
