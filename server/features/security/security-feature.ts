import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { EventStream } from '#server/market/stream.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { createCardSeal, requireCardKey } from './card-seal.ts';
import { freezeRecovered } from './freeze.ts';
import type { IdentityCheck } from './identity-check.ts';
import { type PayoutIdentity, payoutIdentity } from './payout-identity.ts';
import { securityRoutes } from './routes.ts';
import type { SecurityTables } from './security-tables.ts';

export interface SecurityNeeds {
  readonly pool: pg.Pool;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly identity: IdentityCheck;
  readonly stream: Pick<EventStream, 'sendTo'>;
  /** 256 bits that bank cards are sealed with. */
  readonly cardKey: Buffer;
  /** The product clock. */
  readonly clock: { now(): number };
  /** The slowing down of guesses follows the wall clock. */
  readonly wallNow?: () => number;
}

export interface SecurityFeature extends Feature {
  readonly payoutIdentity: PayoutIdentity;
  /** Freezes a recovered account, in the caller's transaction; until `holdsUntil` (wall time) not even its owner lifts it. */
  freezeRecovered(within: QueryExecutorProvider, memberId: bigint, holdsUntil: number): Promise<void>;
}

/** What secures the way money takes out: withdrawal password, bank card, freeze, and the history of all that. */
export async function openSecurity(needs: SecurityNeeds): Promise<SecurityFeature> {
  const { pool, passwords, acts, identity, stream, cardKey, clock, wallNow = Date.now } = needs;
  const tables = new Kysely<SecurityTables>({ dialect: new PostgresDialect({ pool }) });
  await requireCardKey(tables, cardKey);
  const own = { tables, passwords, acts, identity, clock, wallNow, seal: createCardSeal(cardKey) };
  const endActs = acts.onAct((memberId, act) => stream.sendTo(memberId, { name: 'security', value: { act } }));
  return {
    bindings: securityRoutes(own),
    payoutIdentity: payoutIdentity(own),
    freezeRecovered: (within, memberId, holdsUntil) => freezeRecovered(within, memberId, clock.now(), holdsUntil),
    close: async () => endActs(),
  };
}
