import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Call, Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { Reauthenticate } from '#server/platform/reauthentication.ts';
import { createSecretSeal, keyFor } from '#server/platform/secret-seal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityLog } from '#server/platform/security-log.ts';
import { memberWork, testWork } from './captcha/captcha-work.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import { removeFactors } from './factors/remove-factors.ts';
import type { IdentityTables } from './identity-tables.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { finishRecoveries, type RecoveryEffects } from './recovery/finish-recoveries.ts';
import type { RecoveryTables } from './recovery/recovery-tables.ts';
import { stopForUsedFactor } from './recovery/stop-recovery.ts';
import type { RecordRegistration } from './register.ts';
import { identityRoutes } from './routes.ts';
import { openSessions, type Sessions } from './sessions/sessions.ts';
import { openSignInLog } from './sessions/sign-in-log.ts';

export interface IdentityDependencies {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly securityLog: SecurityLog;
  readonly log: Log;
  /** The product clock. */
  readonly clock: { now(): number };
  /** The key stored outside the database, from which the keys of second factors are derived. */
  readonly secretKey: Buffer;
  /** Public origin of the app, to which passkeys are bound. Undefined for local use only. */
  readonly publicOrigin: string | undefined;
  /** Fixed answer of the captcha, for tests. */
  readonly captchaTest: string | undefined;
  /** Whether registrations are bounded per network and day. */
  readonly areRegistrationsBounded: boolean;
  /** Wall time, for sessions, codes and throttling. */
  readonly wallNow?: () => number;
  /** Records a new member's consents, in the transaction of the registration. */
  readonly recordRegistration: RecordRegistration;
  /** Called on every node when a session of the member has ended, to close its open pages. */
  readonly onSessionEnded: (memberId: bigint) => void;
  /** Called when this node may have missed notices of ended sessions. */
  readonly onSessionEndsMissed: () => void;
}

export interface IdentityFeature extends Feature {
  /** Resolves session cookies, for the whole API. */
  readonly sessions: Pick<Sessions, 'peek' | 'find' | 'refresh'>;
  /** Re-authentication, for other features. */
  readonly check: {
    /** Spends this browser's captcha; throws `captchaWrong`. */
    requireCaptcha(call: Pick<Call, 'cookies' | 'address'>, code: string): Promise<void>;
    readonly reauthenticate: Reauthenticate;
    /**
     * Requires an app code or a backup code of a member with an authenticator app. Throws `secondFactorNeeded`,
     * `secondFactorWrong` or `secondFactorLocked`.
     */
    requireFactor(memberId: bigint, factor: string | undefined): Promise<void>;
    /** Whether the member has an active authenticator app. */
    hasAuthenticator(memberId: bigint): Promise<boolean>;
  };
  /** Completes the recoveries that are due: scheduled work. `freeze` freezes the account, in the same transaction. */
  finishRecoveries(freeze: RecoveryEffects['freeze']): Promise<void>;
}

/** Who a member is: registration, sign-in and sign-out, sessions, captchas, passwords, second factors and their recovery. */
export function openIdentity(dependencies: IdentityDependencies): IdentityFeature {
  const { pool, bus, passwords, acts, securityLog, log, clock, captchaTest, recordRegistration } = dependencies;
  const wallNow = dependencies.wallNow ?? Date.now;
  const tables = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
  const sessions = openSessions({
    tables,
    bus,
    now: wallNow,
    onEnded: dependencies.onSessionEnded,
    onEndsMissed: dependencies.onSessionEndsMissed,
  });
  const signIns = openSignInLog(tables, wallNow, (error) => log.error({ err: error }, 'a sign-in was not noted'));
  const recovery = { tables: new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) }), acts, wallNow };
  const own = {
    tables,
    passwords,
    acts,
    securityLog,
    wallNow,
    factorUsed: (memberId: bigint) => stopForUsedFactor(recovery, memberId),
    factorSeal: createSecretSeal(keyFor('authenticators', dependencies.secretKey)),
    backupCodeKey: keyFor('backup codes', dependencies.secretKey),
  };
  return {
    sessions,
    bindings: identityRoutes({
      ...own,
      sessions,
      signIns,
      deviceKey: keyFor('known devices', dependencies.secretKey),
      clock,
      recordRegistration,
      fixedAnswer: captchaTest,
      workPolicy: captchaTest === undefined ? memberWork : testWork,
      workSecret: keyFor('proof of work', dependencies.secretKey).toString('hex'),
      isBounded: dependencies.areRegistrationsBounded,
      publicOrigin: dependencies.publicOrigin,
      recovery,
    }),
    finishRecoveries: (freeze) => {
      const endSessions = async (memberId: bigint) => void (await sessions.endOthers(memberId, ''));
      return finishRecoveries({ ...recovery, effects: { endSessions, removeFactors, freeze } });
    },
    check: {
      requireCaptcha: (call, code) => requireCaptcha(own, call, code),
      reauthenticate: async (call, proof) => {
        await reauthenticate({ ...own, sessions }, proof, call);
      },
      requireFactor: async (memberId, factor) => {
        await requireFactor(own, memberId, factor);
      },
      hasAuthenticator: (memberId) => hasAuthenticator(tables, memberId),
    },
    close: async () => {
      sessions.close();
      await signIns.close();
    },
  };
}
