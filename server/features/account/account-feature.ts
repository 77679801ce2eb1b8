import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Bus } from '#server/platform/bus.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import type { SessionLookup } from '#server/platform/session.ts';
import type { AccountTables } from './account-tables.ts';
import type { RecordRegistration } from './register.ts';
import { accountRoutes } from './routes.ts';
import { openSessions } from './sessions.ts';

export interface AccountNeeds {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  /** The product clock. */
  readonly clock: { now(): number };
  /** Fixed answer of the verification code, for tests. */
  readonly verifyCodeTest: string | undefined;
  /** Sessions, codes and the slowing down of guesses follow the wall clock. */
  readonly wallNow?: () => number;
  /** Records what a new member agrees to, in the transaction of the registration. */
  readonly recordRegistration: RecordRegistration;
  /** Told on every node when a session of the member has ended, so that its open pages hear no more. */
  readonly onSessionEnded: (memberId: bigint) => void;
}

export interface AccountFeature extends Feature {
  /** Who a session cookie belongs to: for every other call. */
  readonly sessions: SessionLookup;
}

/** Accounts: registration, sign-in and sign-out, sessions, verification codes, the member's own figures. */
export async function openAccounts(needs: AccountNeeds): Promise<AccountFeature> {
  const { pool, bus, clock, verifyCodeTest, wallNow = Date.now, recordRegistration, onSessionEnded } = needs;
  const tables = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) });
  const sessions = openSessions({ tables, bus, now: wallNow, onEnded: onSessionEnded });
  const passwords = await openPasswordGate();
  return {
    sessions,
    bindings: accountRoutes({
      tables,
      sessions,
      passwords,
      clock,
      wallNow,
      recordRegistration,
      fixedAnswer: verifyCodeTest,
    }),
    close: async () => sessions.close(),
  };
}
