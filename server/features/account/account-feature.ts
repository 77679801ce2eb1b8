import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { Bus } from '#server/platform/bus.ts';
import type { Call, Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { createSecretSeal, keyFor } from '#server/platform/secret-seal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SessionLookup } from '#server/platform/session.ts';
import type { AccountTables } from './account-tables.ts';
import { requireLoginPassword } from './change-login-password.ts';
import { requireFactor } from './factor-check.ts';
import type { RecordRegistration } from './register.ts';
import { removeFactors } from './remove-factors.ts';
import { requireCode } from './require-code.ts';
import { accountRoutes } from './routes.ts';
import { openSessions } from './sessions.ts';
import { openSignInLog } from './sign-in-log.ts';

export interface AccountNeeds {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly log: Log;
  /** The product clock. */
  readonly clock: { now(): number };
  /** The key that is kept outside the database: keys for what secures a sign-in are made from it. */
  readonly secretKey: Buffer;
  /** Where members open the app: passkeys are bound to it. Undefined for the local machine alone. */
  readonly publicOrigin: string | undefined;
  /** Fixed answer of the verification code, for tests. */
  readonly verifyCodeTest: string | undefined;
  /** Sessions, codes and the slowing down of guesses follow the wall clock. */
  readonly wallNow?: () => number;
  /** Told when a member has used a second factor. */
  readonly factorUsed: (memberId: bigint) => Promise<void>;
  /** Records what a new member agrees to, in the transaction of the registration. */
  readonly recordRegistration: RecordRegistration;
  /** Told on every node when a session of the member has ended, so that its open pages hear no more. */
  readonly onSessionEnded: (memberId: bigint) => void;
  /** Told when sessions may have ended unheard of on this node. */
  readonly onSessionEndsMissed: () => void;
}

export interface AccountFeature extends Feature {
  /** Who a session cookie belongs to: for every other call. */
  readonly sessions: SessionLookup;
  /** How another feature makes sure that it is the member who calls. */
  readonly identity: {
    /** Spends this browser's verification code; throws `verifyCodeWrong`. */
    requireCode(call: Pick<Call, 'cookies'>, code: string): Promise<void>;
    /** The same, and asks for the login password; throws `oldPasswordWrong` or `signInLocked` as well. */
    requireLoginPassword(
      call: Pick<Call, 'cookies' | 'address' | 'member'>,
      password: string,
      code: string,
    ): Promise<void>;
    /**
     * Asks a member who has an authenticator app for its code or a backup code, and nobody else. Throws `secondFactorNeeded`,
     * `secondFactorWrong` or `secondFactorLocked`.
     */
    requireFactor(memberId: bigint, factor: string | undefined): Promise<void>;
  };
  /** What becomes of the account when it is recovered. */
  readonly recovery: {
    endSessions(memberId: bigint): Promise<void>;
    /** Removes authenticator app, backup codes and passkeys, in the caller's transaction. */
    removeFactors(within: QueryExecutorProvider, memberId: bigint): Promise<void>;
  };
}

/** Accounts: registration, sign-in and sign-out, sessions, verification codes, the member's own figures. */
export function openAccounts(needs: AccountNeeds): AccountFeature {
  const { pool, bus, passwords, acts, log, clock, verifyCodeTest, recordRegistration } = needs;
  const wallNow = needs.wallNow ?? Date.now;
  const tables = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) });
  const sessions = openSessions({
    tables,
    bus,
    now: wallNow,
    onEnded: needs.onSessionEnded,
    onEndsMissed: needs.onSessionEndsMissed,
  });
  const signIns = openSignInLog(tables, wallNow, (error) => log.error({ err: error }, 'a sign-in was not noted'));
  const own = {
    tables,
    passwords,
    acts,
    wallNow,
    factorUsed: needs.factorUsed,
    factorSeal: createSecretSeal(keyFor('authenticators', needs.secretKey)),
    backupCodeKey: keyFor('backup codes', needs.secretKey),
  };
  return {
    sessions,
    bindings: accountRoutes({
      ...own,
      sessions,
      signIns,
      clock,
      recordRegistration,
      fixedAnswer: verifyCodeTest,
      publicOrigin: needs.publicOrigin,
    }),
    recovery: {
      endSessions: async (memberId) => void (await sessions.endOthers(memberId, '')),
      removeFactors,
    },
    identity: {
      requireCode: (call, code) => requireCode(own, call, code),
      requireLoginPassword: async (call, password, code) => {
        await requireLoginPassword(own, password, code, call);
      },
      requireFactor: async (memberId, factor) => {
        await requireFactor(own, memberId, factor);
      },
    },
    close: async () => {
      sessions.close();
      await signIns.close();
    },
  };
}
