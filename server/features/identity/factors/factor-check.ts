import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { stepOfCode } from '#server/platform/factors/authenticator-code.ts';
import {
  type FailurePolicy,
  type FailureRow,
  type FailureRun,
  failureColumns,
  failuresSet,
  fiveFree,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityLog } from '#server/platform/security-log.ts';
import {
  type FailureSubject,
  readFailures,
  storeFailures,
} from '#server/platform/sign-in-failures/sign-in-failure-store.ts';
import { spendBackupCode } from './backup-codes.ts';
import { readFactor, type TypedFactor } from './typed-factor.ts';

/** Time limit of a setup. */
const setupMsMax = 15 * 60_000;

/** What a member has used to prove to be the account's owner. */
export type UsedProof = 'password' | 'factor';

export interface FactorDependencies {
  readonly tables: Kysely<unknown>;
  /** Its bulkhead limits how many attempts wait for a member's row lock at once. */
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  readonly securityLog: SecurityLog;
  /** Encrypts the secrets of authenticator apps. */
  readonly factorSeal: SecretSeal;
  /** Key of the hashes of backup codes. */
  readonly backupCodeKey: Buffer;
  /** Wall time, like authenticator apps. */
  readonly wallNow: () => number;
  /** Called when a member has used the login password, or an app, a backup code or a passkey, which is thus not lost. */
  readonly proofUsed: (memberId: bigint, proof: UsedProof) => Promise<void>;
}

/** The place (additional data) that the member's authenticator secret is encrypted for. */
export const authenticatorPlace = (memberId: bigint): string => `authenticator ${memberId}`;

/**
 * Requires an app code or a backup code of a member with an authenticator app; returns false for a member without one. Throws
 * `secondFactorNeeded` where none was given, `secondFactorWrong` or `secondFactorLocked`. Wrong ones of a known device and of a session
 * count by their own subjects, so that who knows the password does not lock them out; without subjects they count by the app.
 */
export async function requireFactor(
  dependencies: FactorDependencies,
  memberId: bigint,
  typed: string | undefined,
  subjects: readonly FailureSubject[],
): Promise<boolean> {
  if (!(await hasAuthenticator(dependencies.tables, memberId))) return false;
  if (typed === undefined) throw new Refusal('secondFactorNeeded');
  const factor = readFactor(typed);
  const run = await dependencies.passwords.run(turnOfMember(memberId), () =>
    dependencies.tables
      .transaction()
      .execute((transaction) => spend(dependencies, transaction, memberId, factor, 'confirmed', subjects)),
  );
  if (run === null) return false;
  if (run.failures > 0) await refuse(dependencies, memberId, run);
  if (factor.kind === 'backup') await dependencies.acts.announce(memberId, 'backupCodeUsed');
  await dependencies.proofUsed(memberId, 'factor');
  return true;
}

/**
 * The same for an app being set up, accepting only its own code; `work` runs in the transaction that uses the code. Throws
 * `authenticatorExpired` when no setup is in progress, `authenticatorSet` when it is complete already.
 */
export async function confirmFactor<Result>(
  dependencies: FactorDependencies,
  memberId: bigint,
  typed: string,
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  const factor = readFactor(typed);
  const outcome = await dependencies.passwords.run(turnOfMember(memberId), () =>
    dependencies.tables.transaction().execute(async (transaction) => {
      // `work` ends sessions: the money comes before them, as in a deletion.
      await lockAvailable(transaction, memberId);
      const run = await spend(dependencies, transaction, memberId, factor, 'started', []);
      return run !== null && run.failures > 0 ? { run } : { result: await work(transaction) };
    }),
  );
  if ('result' in outcome) return outcome.result;
  return await refuse(dependencies, memberId, outcome.run);
}

/** Whether the member has an active authenticator app: without one the password alone signs in. */
export async function hasAuthenticator(tables: QueryExecutorProvider, memberId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from authenticator where member_id = ${memberId} and confirmed_at is not null`.execute(tables);
  return rows.length > 0;
}

/** Whether the database holds secrets of authenticator apps, which only this installation's key opens. */
export async function hasSealedSecrets(tables: Kysely<unknown>): Promise<boolean> {
  return (await sql`select from authenticator limit 1`.execute(tables)).rows.length > 0;
}

interface AuthenticatorRow extends FailureRow {
  readonly sealed: Buffer;
  readonly startedAt: Date;
  readonly confirmedAt: Date | null;
  readonly lastStep: bigint;
}

/**
 * Checks the code under the row lock and stores the new count of consecutive failures, 0 after success. Null where a confirmed app was
 * turned off since the first query: no code is required any more, and none was used.
 */
async function spend(
  dependencies: FactorDependencies,
  transaction: Transaction<unknown>,
  memberId: bigint,
  factor: TypedFactor,
  state: 'started' | 'confirmed',
  subjects: readonly FailureSubject[],
): Promise<FailureRun | null> {
  const { rows } = await sql<AuthenticatorRow>`
    select sealed, started_at as "startedAt", confirmed_at as "confirmedAt", last_step as "lastStep", ${failureColumns}
    from authenticator where member_id = ${memberId} for update`.execute(transaction);
  const row = rows.map(inMs)[0];
  const now = dependencies.wallNow();
  if (state === 'confirmed') {
    if (!row?.confirmedAt) return null;
  } else {
    if (row?.confirmedAt) throw new Refusal('authenticatorSet');
    if (!row || now - row.startedAt > setupMsMax) throw new Refusal('authenticatorExpired');
  }
  const counted = subjects.length > 0 ? await readFailures(transaction, subjects) : null;
  const seconds = Math.max(...(counted?.map(({ run }) => run) ?? [row]).map((run) => secondsLocked(run, now)));
  if (seconds > 0) throw new Refusal('secondFactorLocked', { seconds });
  let step: number | null = null;
  let isRight = false;
  if (factor.kind === 'authenticator') {
    const secret = dependencies.factorSeal.open(row.sealed, authenticatorPlace(memberId));
    step = stepOfCode(secret, factor.digits, now, Number(row.lastStep));
    isRight = step !== null;
  } else if (factor.kind === 'backup' && state === 'confirmed') {
    isRight = await spendBackupCode(transaction, dependencies.backupCodeKey, memberId, factor.code, now);
  }
  // A day of guessing at this pace hits one of the three valid codes with a probability of about 1 in 3,000.
  const after = (run: FailureRun, policy: FailurePolicy, clearedBySuccess = true): FailureRun => {
    if (!isRight) return withFailure(run, policy, now);
    return clearedBySuccess ? noFailures : run;
  };
  const checked = counted?.map((one) => ({ ...one, run: after(one.run, one.policy, one.clearedBySuccess) }));
  if (checked) await storeFailures(transaction, checked);
  const ofApp = checked ? row : after(row, fiveFree);
  await sql`
    update authenticator set last_step = coalesce(${step}, last_step), ${failuresSet(ofApp)}
    where member_id = ${memberId}`.execute(transaction);
  if (isRight && factor.kind === 'backup') await dependencies.acts.record(transaction, memberId, 'backupCodeUsed');
  return checked?.[0]?.run ?? ofApp;
}

/** Handles a wrong code. The member is notified once per run of failures, at the first lock. */
async function refuse(
  { tables, acts, wallNow }: FactorDependencies,
  memberId: bigint,
  run: FailureRun,
): Promise<never> {
  if (run.failures === fiveFree.freeFailures && secondsLocked(run, wallNow()) > 0) {
    await acts.record(tables, memberId, 'secondFactorLocked');
    await acts.announce(memberId, 'secondFactorLocked');
  }
  throw new Refusal('secondFactorWrong');
}
