import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { networkOf, turnOf, turnOfName } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityDetails, SecurityLog } from '#server/platform/security-log.ts';
import { requireAdmission } from '#server/platform/sign-in-failures/counted-check.ts';
import { type DeviceCookie, knownDevice, rememberDevice } from '#server/platform/sign-in-failures/known-device.ts';
import { deviceFactorSubjects, signInSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import { countUse } from './captcha/captcha-load.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { type FactorDependencies, hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import { findMember, lockMember, type StoredMember } from './members/member-store.ts';
import { hasPasskey, type StoredPasskey } from './passkeys/passkey-store.ts';
import { checkPassword } from './passwords/password-check.ts';
import { readSession, writeSession } from './sessions/identity-cookies.ts';
import { isRetryOpen } from './sessions/registration-retry.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInLog, SignInResult } from './sessions/sign-in-log.ts';

export interface EnterDependencies extends FactorDependencies {
  readonly sessions: Sessions;
  readonly signIns: SignInLog;
  /** Recognises known devices by their cookie. */
  readonly deviceCookie: DeviceCookie;
}

type EnterCall = Pick<Call, 'cookies' | 'address' | 'userAgent'>;

/** The member whose session is opened. */
export interface Owner {
  readonly memberId: bigint;
  readonly username: string;
}

/** The refusals of a registration that still commit, so that its captcha stays spent. */
type OpeningRefusal = 'captchaWrong' | 'inviteUnknown' | 'usernameTaken';

/** The caller's credentials, by kind of sign-in. */
export type Evidence =
  | {
      readonly way: 'password';
      readonly username: string;
      readonly password: string;
      /** Captcha, required after failures. */
      readonly code?: string | undefined;
      /** Code of the authenticator app or a backup code. */
      readonly factor?: string | undefined;
    }
  /** Its signature is verified. The device has verified its user, so no factor is required; it cannot be guessed, so no lock-out applies. */
  | { readonly way: 'passkey'; readonly owner: Owner & Pick<StoredPasskey, 'credentialId'> }
  /** Has proven to be the owner by a passkey, the app or a backup code, and replaced the password. */
  | { readonly way: 'reset'; readonly owner: Owner; readonly passwordHash: string }
  /** Opens the account in the transaction of its first session. */
  | { readonly way: 'newAccount'; readonly open: OpenAccount }
  /** A retry of a registration whose response may have been lost. */
  | { readonly way: 'registrationRetry'; readonly username: string; readonly password: string; readonly proof: Buffer };

export type OpenAccount = (transaction: Transaction<unknown>) => Promise<Owner | OpeningRefusal>;

/** The result of a sign-in's guards. */
interface Admission {
  readonly result: Extract<SignInResult, 'registered' | 'signedIn' | 'signedInByPasskey' | 'signedInByReset'>;
  /** Decides in the transaction that begins the session. */
  readonly admit: OpenAccount;
  /** The refusal where a check no longer holds after the session was inserted. */
  readonly recheck: () => Promise<Refusal | null>;
}

/**
 * Signs a member in on this browser, in place of a session it had. Every session is opened here, for every kind of sign-in:
 * lock-out, second factor, failure counts and sign-in history apply to all.
 */
export async function enter(dependencies: EnterDependencies, evidence: Evidence, call: EnterCall): Promise<Owner> {
  const { way } = evidence;
  const typed = 'username' in evidence ? { username: evidence.username } : {};
  const work = openSession(dependencies, evidence, call);
  const owner = await orLogRefusal(dependencies.securityLog, { way, ...typed }, call, work);
  dependencies.securityLog.write('signedIn', { way, address: call.address, memberId: owner.memberId });
  return owner;
}

/** Neither refuses a sign-in: the one asks for a captcha, the other for another try. */
const notLogged: readonly ErrorCode[] = ['captchaMissing', 'serverBusy'];

/** Waits for a sign-in and logs its refusal. */
export async function orLogRefusal<Result>(
  securityLog: SecurityLog,
  details: SecurityDetails,
  { address }: Pick<Call, 'address'>,
  work: Promise<Result>,
): Promise<Result> {
  return await work.catch((error: unknown) => {
    if (error instanceof Refusal && !notLogged.includes(error.code)) {
      securityLog.writeBounded('signInRefused', { ...details, address, reason: error.code });
    }
    throw error;
  });
}

async function openSession(dependencies: EnterDependencies, evidence: Evidence, call: EnterCall): Promise<Owner> {
  const { tables, sessions, signIns } = dependencies;
  const { userAgent, address } = call;
  const { result, admit, recheck } = await admissionOf(dependencies, evidence, call);
  const entered = await tables.transaction().execute(async (transaction) => {
    const owner = await admit(transaction);
    if (typeof owner === 'string') return owner;
    const { memberId } = owner;
    const token = await sessions.start(transaction, { memberId, userAgent, address });
    await signIns.write(transaction, { memberId, result, userAgent, address });
    return { owner, token };
  });
  if (typeof entered === 'string') throw new Refusal(entered);
  const { owner, token } = entered;
  // A concurrent change of password or factor ends all existing sessions: this one must not escape it by being newer.
  const overtaken = await recheck();
  if (overtaken) {
    await sessions.end(token);
    throw overtaken;
  }
  const before = readSession(call);
  if (before !== undefined) await sessions.end(before);
  await sessions.endSurplus(owner.memberId);
  writeSession(call, token);
  rememberDevice(dependencies.deviceCookie, call, owner.username, dependencies.wallNow());
  return owner;
}

async function admissionOf(dependencies: EnterDependencies, evidence: Evidence, call: EnterCall): Promise<Admission> {
  switch (evidence.way) {
    case 'newAccount':
      return { result: 'registered', admit: evidence.open, recheck: async () => null };
    case 'passkey':
      return admitPasskey(evidence);
    case 'reset':
      return admitReset(dependencies, evidence);
    case 'password':
      return await admitPassword(dependencies, evidence, call);
    case 'registrationRetry':
      return await admitRetry(dependencies, evidence, call);
  }
}

/** A passkey that was removed since it was shown, by its owner or by a recovery, opens nothing: removals take the same lock. */
function admitPasskey({ owner }: Extract<Evidence, { way: 'passkey' }>): Admission {
  return {
    result: 'signedInByPasskey',
    admit: async (transaction) => {
      await lockMember(transaction, owner.memberId);
      if (!(await hasPasskey(transaction, owner.credentialId))) throw new Refusal('passkeyRefused');
      return owner;
    },
    recheck: async () => null,
  };
}

function admitReset(
  { tables }: EnterDependencies,
  { owner, passwordHash }: Extract<Evidence, { way: 'reset' }>,
): Admission {
  return {
    result: 'signedInByReset',
    admit: afterChanges(owner),
    recheck: async () => {
      const isCurrent = await isPasswordCurrent(tables, { username: owner.username, passwordHash });
      return isCurrent ? null : new Refusal('wrongCredentials');
    },
  };
}

async function admitPassword(
  dependencies: EnterDependencies,
  evidence: Extract<Evidence, { way: 'password' }>,
  call: EnterCall,
): Promise<Admission> {
  const { tables, signIns } = dependencies;
  const { userAgent, address } = call;
  const member = await requireMember(dependencies, evidence, call);
  const device = knownDevice(dependencies.deviceCookie, call, evidence.username, dependencies.wallNow());
  const subjects = device === null ? [] : deviceFactorSubjects(evidence.username, device);
  const hasShownFactor = await requireFactor(dependencies, member.id, evidence.factor, subjects).catch(
    (error: unknown) => {
      const isWrong = error instanceof Refusal && error.code === 'secondFactorWrong';
      if (isWrong) signIns.note({ memberId: member.id, result: 'wrongFactor', userAgent, address });
      throw error;
    },
  );
  return {
    result: 'signedIn',
    admit: afterChanges(ownerOf(member)),
    recheck: async () => {
      if (!(await isPasswordCurrent(tables, member))) return new Refusal('wrongCredentials');
      const isUnguarded = hasShownFactor || !(await hasAuthenticator(tables, member.id));
      return isUnguarded ? null : new Refusal('secondFactorNeeded');
    },
  };
}

/**
 * The form signs in once more, for some minutes, while nothing has happened to the account since. The proof is checked first, so
 * that a stranger's forms do not count as the member's failures; afterwards every request is refused as a taken name, whatever the password.
 */
async function admitRetry(
  dependencies: EnterDependencies,
  evidence: Extract<Evidence, { way: 'registrationRetry' }>,
  call: EnterCall,
): Promise<Admission> {
  const { tables, wallNow } = dependencies;
  const { username, password, proof } = evidence;
  const known = await findMember(tables, username);
  if (!known || !timingSafeEqual(known.registrationProof, proof)) throw new Refusal('captchaWrong');
  const isOpen = (within: Kysely<unknown>): Promise<boolean> => isRetryOpen(within, known.id, wallNow());
  if (!(await isOpen(tables))) throw new Refusal('usernameTaken');
  const member = await requireMember(dependencies, { username, password }, call).catch((error: unknown) => {
    // Neither is a refusal of this form, whose captcha is spent: the member signs in with the password instead.
    const isRefused = error instanceof Refusal && ['wrongCredentials', 'captchaMissing'].includes(error.code);
    throw isRefused ? new Refusal('captchaWrong') : error;
  });
  return {
    result: 'signedIn',
    admit: async (transaction) => {
      const owner = await afterChanges(ownerOf(member))(transaction);
      // Serialised across nodes: the second of two finds the sign-in of the first.
      await lockMember(transaction, member.id);
      return (await isOpen(transaction)) ? owner : 'usernameTaken';
    },
    recheck: async () => {
      const holds = (await isPasswordCurrent(tables, member)) && !(await hasAuthenticator(tables, member.id));
      return holds ? null : new Refusal('usernameTaken');
    },
  };
}

/**
 * Checks name and password behind the lock-out. An unknown name is handled exactly like a wrong password: same counting,
 * same time, same refusal.
 */
async function requireMember(
  dependencies: EnterDependencies,
  { username, password, code }: Pick<Extract<Evidence, { way: 'password' }>, 'username' | 'password' | 'code'>,
  call: EnterCall,
): Promise<StoredMember> {
  const { tables, passwords, signIns, wallNow } = dependencies;
  const { userAgent, address } = call;
  passwords.requireRoom(turnOf(address));
  const device = knownDevice(dependencies.deviceCookie, call, username, wallNow());
  const subjects = signInSubjects(username, address, device);
  const codeGiven = await requireAdmission(dependencies, subjects, code, (typed) =>
    requireCaptcha(dependencies, call, typed),
  );
  const { member, matches } = await passwords.run(
    turnOf(address),
    (verifier) => checkPassword(dependencies, subjects, verifier, { username, password, codeGiven, address }),
    turnOfName(username),
  );
  if (member && matches) return member;
  await countUse(tables, networkOf(address), wallNow());
  if (member) signIns.note({ memberId: member.id, result: 'wrongPassword', userAgent, address });
  throw new Refusal('wrongCredentials');
}

/**
 * Admits the owner after a change of password or factor that is under way, which ends all sessions under this lock: the recheck then sees it.
 * One that begins later sees the session.
 */
function afterChanges(owner: Owner): (transaction: Transaction<unknown>) => Promise<Owner> {
  return async (transaction) => {
    await lockAvailable(transaction, owner.memberId);
    return owner;
  };
}

async function isPasswordCurrent(
  tables: Kysely<unknown>,
  { username, passwordHash }: Pick<StoredMember, 'username' | 'passwordHash'>,
): Promise<boolean> {
  return (await findMember(tables, username))?.passwordHash === passwordHash;
}

function ownerOf({ id, username }: StoredMember): Owner {
  return { memberId: id, username };
}
