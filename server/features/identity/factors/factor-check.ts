import type { Kysely, Transaction } from 'kysely';
import {
  type FailurePolicy,
  type FailureRun,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { IdentityTables } from '../identity-tables.ts';
import { stepOfCode } from './authenticator-code.ts';
import { spendBackupCode } from './backup-codes.ts';
import { readFactor, type TypedFactor } from './typed-factor.ts';

/**
 * Five wrong codes cost nothing; from then on each wait is twice the one before, up to a quarter of an hour. A day of tries at that pace finds
 * one of the three codes that count with a chance of some 1 in 3,000.
 */
const policy: FailurePolicy = { freeFailures: 5, codeAfterFailures: Number.POSITIVE_INFINITY };

/** How long a setup may take. */
const setupMsMax = 15 * 60_000;

export interface FactorDependencies {
  readonly tables: Kysely<IdentityTables>;
  /** Its places bound how many tries wait for a member's row at the same moment. */
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  /** Seals the secrets of authenticator apps. */
  readonly factorSeal: SecretSeal;
  /** Key of the hashes of backup codes. */
  readonly backupCodeKey: Buffer;
  /** Wall time: an authenticator app has no other. */
  readonly wallNow: () => number;
  /** Told when a member has shown an app, a backup code or a passkey: none of them is lost. */
  readonly factorUsed: (memberId: bigint) => Promise<void>;
}

/** What a seal of the member's authenticator secret is bound to. */
export const authenticatorPlace = (memberId: bigint): string => `authenticator ${memberId}`;

/**
 * Asks a member who has an authenticator app for its code or a backup code; from anybody else it asks nothing, and answers false. Throws
 * `secondFactorNeeded` where none was given, `secondFactorWrong` or `secondFactorLocked`.
 */
export async function requireFactor(
  dependencies: FactorDependencies,
  memberId: bigint,
  typed: string | undefined,
): Promise<boolean> {
  if (!(await hasAuthenticator(dependencies.tables, memberId))) return false;
  if (typed === undefined) throw new Refusal('secondFactorNeeded');
  const factor = readFactor(typed);
  const run = await dependencies.passwords.run(() =>
    dependencies.tables
      .transaction()
      .execute((transaction) => spend(dependencies, transaction, memberId, factor, 'confirmed')),
  );
  if (run.failures > 0) await refuse(dependencies, memberId, run);
  if (factor.kind === 'backup') await dependencies.acts.announce(memberId, 'backupCodeUsed');
  await dependencies.factorUsed(memberId);
  return true;
}

/**
 * The same for an app that is being set up, whose own code alone counts: `work` runs in the transaction that takes the code. Throws
 * `authenticatorExpired` when no setup is under way, `authenticatorSet` when it has ended already.
 */
export async function confirmFactor<Result>(
  dependencies: FactorDependencies,
  memberId: bigint,
  typed: string,
  work: (transaction: Transaction<IdentityTables>) => Promise<Result>,
): Promise<Result> {
  const factor = readFactor(typed);
  const outcome = await dependencies.passwords.run(() =>
    dependencies.tables.transaction().execute(async (transaction) => {
      const run = await spend(dependencies, transaction, memberId, factor, 'started');
      return run.failures > 0 ? { run } : { result: await work(transaction) };
    }),
  );
  if ('result' in outcome) return outcome.result;
  return await refuse(dependencies, memberId, outcome.run);
}

/** Whether the member has one that counts. */
export async function hasAuthenticator(tables: Kysely<IdentityTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('authenticator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the code while nobody else can, and writes down what the failures in a row are from now on: none when it was right. */
async function spend(
  dependencies: FactorDependencies,
  transaction: Transaction<IdentityTables>,
  memberId: bigint,
  factor: TypedFactor,
  state: 'started' | 'confirmed',
): Promise<FailureRun> {
  const row = await transaction
    .selectFrom('authenticator')
    .selectAll()
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  const now = dependencies.wallNow();
  if (state === 'confirmed') {
    // Turned off since it was looked for: there is nothing left to ask for.
    if (!row?.confirmed_at) return noFailures;
  } else {
    if (row?.confirmed_at) throw new Refusal('authenticatorSet');
    if (!row || now - row.started_at.getTime() > setupMsMax) throw new Refusal('authenticatorExpired');
  }
  const before: FailureRun = {
    failures: row.failures,
    lastFailedAt: row.last_failed_at.getTime(),
    lockedUntil: row.locked_until.getTime(),
  };
  const seconds = secondsLocked(before, now);
  if (seconds > 0) throw new Refusal('secondFactorLocked', { seconds });
  let step: number | null = null;
  let isRight = false;
  if (factor.kind === 'authenticator') {
    const secret = dependencies.factorSeal.open(row.sealed, authenticatorPlace(memberId));
    step = stepOfCode(secret, factor.digits, now, Number(row.last_step));
    isRight = step !== null;
  } else if (factor.kind === 'backup' && state === 'confirmed') {
    isRight = await spendBackupCode(transaction, dependencies.backupCodeKey, memberId, factor.code, now);
  }
  const after = isRight ? noFailures : withFailure(before, policy, now);
  await transaction
    .updateTable('authenticator')
    .set({
      ...(step === null ? {} : { last_step: BigInt(step) }),
      failures: after.failures,
      last_failed_at: new Date(after.lastFailedAt),
      locked_until: new Date(after.lockedUntil),
    })
    .where('member_id', '=', memberId)
    .execute();
  if (isRight && factor.kind === 'backup') await dependencies.acts.record(transaction, memberId, 'backupCodeUsed');
  return after;
}

/** The code was wrong. The member is told once in a row of failures: when the first lock falls. */
async function refuse(
  { tables, acts, wallNow }: FactorDependencies,
  memberId: bigint,
  run: FailureRun,
): Promise<never> {
  if (run.failures === policy.freeFailures && secondsLocked(run, wallNow()) > 0) {
    await acts.record(tables, memberId, 'secondFactorLocked');
    await acts.announce(memberId, 'secondFactorLocked');
  }
  throw new Refusal('secondFactorWrong');
}
