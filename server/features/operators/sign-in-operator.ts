import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { signInOperator as operation } from '#contract/operators-sign-in.ts';
import type { OperatorRole } from '#contract/roles.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { turnOf, turnOfName } from '#server/platform/network.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import { countedCheck, requireAdmission } from '#server/platform/sign-in-failures/counted-check.ts';
import { knownDevice } from '#server/platform/sign-in-failures/known-device.ts';
import { signInSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import {
  type EnteredOperator,
  type EnterOperatorDependencies,
  enterOperator,
  welcomeOperator,
} from './enter-operator.ts';
import { spendOperatorCode } from './operator-factor.ts';

export interface SignInOperatorDependencies extends EnterOperatorDependencies {
  readonly passwords: PasswordGate;
  /** Encrypts the secrets of authenticator apps. */
  readonly factorSeal: SecretSeal;
  readonly captcha: OperatorCaptcha;
}

/** The captcha that members solve as well. */
export type OperatorCaptcha = Pick<IdentityCheck, 'requireCaptcha' | 'countFailure'>;

type Entered = EnteredOperator & { readonly token: string };

/**
 * Signs an operator in with password and authenticator code, behind the lock-out and the captcha of members' sign-ins, counted apart. An unknown name, a wrong password and a
 * wrong code are counted and refused alike, in the same time.
 */
export async function signInOperator(
  dependencies: SignInOperatorDependencies,
  given: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, captcha, deviceCookie, securityLog, wallNow } = dependencies;
  const { address } = call;
  const username = given.operator;
  passwords.requireRoom(turnOf(address));
  const device = knownDevice(deviceCookie, call, username, wallNow());
  const subjects = signInSubjects(username, address, device, 'operator');
  const codeGiven = await requireAdmission(dependencies, subjects, given.code, (typed) =>
    captcha.requireCaptcha(call, typed),
  );
  const { entered } = await passwords.run(
    turnOf(address),
    (verifier) =>
      countedCheck(dependencies, subjects, { username, codeGiven, address }, async () => {
        const { rows } = await sql<{ name: string; passwordHash: string | null }>`
          select name, password_hash as "passwordHash" from operator
          where name = ${username} and ended_at is null`.execute(tables);
        const [known] = rows;
        const isRight = await verifier.matches(known?.passwordHash ?? undefined, given.password);
        const entered = known && isRight ? await enterWithCode(dependencies, known.name, given.factor, call) : null;
        return { entered, matches: entered !== null };
      }),
    turnOfName(username),
  );
  if (entered === null) {
    await captcha.countFailure(call);
    securityLog.writeBounded('signInRefused', { way: 'operator', username, address, reason: 'wrongCredentials' });
    throw new Refusal('wrongCredentials');
  }
  return welcomeOperator(dependencies, entered.token, entered, call);
}

/** Spends the code and opens the session in one transaction; null for a wrong code. */
async function enterWithCode(
  dependencies: SignInOperatorDependencies,
  operator: string,
  typed: string,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<Entered | null> {
  const { tables, factorSeal, wallNow } = dependencies;
  return await tables.transaction().execute(async (transaction) => {
    // The operator before the app, the order in which an enrolment by another link locks them.
    const { rows } = await sql<{ role: OperatorRole }>`
      select role from operator where name = ${operator} for share`.execute(transaction);
    const role = rows[0]?.role;
    if (!role) throw new Error(`operator ${operator} is missing`);
    const spent = await spendOperatorCode(transaction, factorSeal, operator, typed, wallNow());
    if (!spent) return null;
    const token = await enterOperator(dependencies, transaction, { operator, role }, 'password', call);
    return { operator, role, token };
  });
}
