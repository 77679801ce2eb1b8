import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Feature } from '#server/platform/feature.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { networkOf } from '#server/platform/network.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { hashToken } from '#server/platform/secret-token.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityLog } from '#server/platform/security-log.ts';
import { sessionTokens } from '#server/platform/session-tokens.ts';
import { sessionSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import { countUse } from './captcha/captcha-load.ts';
import { memberWork, testWork } from './captcha/captcha-work.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { endAccount } from './end-account.ts';
import { hasAuthenticator, hasSealedSecrets, requireFactor, type UsedProof } from './factors/factor-check.ts';
import type { GetRecoveryDependencies } from './get-recovery.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { finishRecoveries, type RecoveryEffects } from './recovery/finish-recoveries.ts';
import { recoveryEffects } from './recovery/recovery-effects.ts';
import { reviewedRecoveries } from './recovery/reviewed-recoveries.ts';
import { stopForUsedProof } from './recovery/stop-recovery.ts';
import type { RecordRegistration } from './register.ts';
import { identityRoutes } from './routes.ts';
import { deviceCookieName, readSession } from './sessions/identity-cookies.ts';
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
  readonly secretKeys: SecretKeys;
  readonly memberNumbers: MemberNumbers;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
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
  /** Called once a registration is committed. */
  readonly onRegistered: (memberId: bigint) => void;
  /** Called on every node when a session of the member has ended, to close its open pages. */
  readonly onSessionEnded: (memberId: bigint) => void;
  /** Called when this node may have missed notices of ended sessions. */
  readonly onSessionEndsMissed: () => void;
  /** Freezes a recovered account, in the same transaction. */
  readonly freeze: RecoveryEffects['freeze'];
  readonly freezeHoldOf: GetRecoveryDependencies['freezeHoldOf'];
}

export interface IdentityFeature extends Feature {
  /** Resolves session cookies, for the whole API. */
  readonly sessions: Pick<Sessions, 'peek' | 'find' | 'refresh'>;
  /** SHA-256 of the session token that the call came with. */
  sessionHashOf(call: Pick<Call, 'cookies'>): Buffer;
  /** Re-authentication, for other features. */
  readonly check: IdentityCheck;
  /**
   * Ends every session of the caller, on all nodes, in one transaction with the deletion of the account, and clears this browser's
   * cookie.
   */
  endAccount(
    call: Pick<Call, 'cookies' | 'member' | 'clearCache'>,
    deletion: (within: QueryExecutorProvider) => Promise<void>,
  ): Promise<void>;
  /** Whether the database holds secrets of authenticator apps, which only this installation's key opens. */
  hasSealedSecrets(): Promise<boolean>;
  /** Completes the recoveries that are due: scheduled work. */
  finishRecoveries(): Promise<void>;
}

/** Who a member is: registration, sign-in and sign-out, sessions, captchas, passwords, second factors and their recovery. */
export function openIdentity(dependencies: IdentityDependencies): IdentityFeature {
  const { pool, bus, acts, log, secretKeys, captchaTest, memberNumbers, operatorEvents } = dependencies;
  const wallNow = dependencies.wallNow ?? Date.now;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const sessions = openSessions({
    pool,
    tables,
    bus,
    sessionTokens: sessionTokens(keyFor('session tokens', secretKeys.first)),
    now: wallNow,
    onEnded: dependencies.onSessionEnded,
    onEndsMissed: dependencies.onSessionEndsMissed,
  });
  const signIns = openSignInLog(tables, wallNow, (error) => log.error({ err: error }, 'a sign-in was not noted'));
  const recovery = {
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    acts,
    wallNow,
    operatorEvents,
  };
  const own = {
    ...dependencies,
    tables,
    wallNow,
    proofUsed: (memberId: bigint, proof: UsedProof) => stopForUsedProof(recovery, memberId, proof),
    factorSeal: secretKeys.sealFor('authenticators'),
    backupCodeKey: keyFor('backup codes', secretKeys.first),
  };
  return {
    sessions,
    sessionHashOf: (call) => hashToken(readSession(call) ?? ''),
    bindings: identityRoutes({
      ...own,
      sessions,
      signIns,
      deviceCookie: { name: deviceCookieName, key: keyFor('known devices', secretKeys.newest) },
      fixedAnswer: captchaTest,
      workPolicy: captchaTest === undefined ? memberWork : testWork,
      workSecret: keyFor('proof of work', secretKeys.newest).toString('hex'),
      isBounded: dependencies.areRegistrationsBounded,
      recovery: { ...recovery, memberNumbers, freezeHoldOf: dependencies.freezeHoldOf },
    }),
    reviewed: reviewedRecoveries(recovery),
    endAccount: (call, deletion) => endAccount({ tables, sessions }, call, deletion),
    hasSealedSecrets: () => hasSealedSecrets(tables),
    finishRecoveries: () => {
      const effects = recoveryEffects(sessions, dependencies.freeze);
      return finishRecoveries({ ...recovery, effects });
    },
    check: {
      requireCaptcha: (call, code) => requireCaptcha(own, call, code),
      countFailure: ({ address }) => countUse(tables, networkOf(address), wallNow()),
      reauthenticate: async (call, proof) => void (await reauthenticate({ ...own, sessions }, proof, call)),
      requireFactor: async (call, factor) => {
        const subjects = sessionSubjects(readSession(call) ?? '', 'factor');
        await requireFactor(own, call.member.memberId, factor, subjects);
      },
      hasAuthenticator: (memberId) => hasAuthenticator(tables, memberId),
    },
    close: async () => {
      sessions.close();
      await signIns.close();
    },
  };
}
