import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { register as operation } from '#contract/identity.ts';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { captchaAlphabet } from './captcha/captcha-letters.ts';
import { answerHashOf, checkCaptcha, spendCaptcha } from './captcha/captcha-store.ts';
import type { IdentityTables } from './identity-tables.ts';
import { findInviter, findMember, insertMember, type NewMember } from './members/member-store.ts';
import { readSession, readVisitor, writeSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInLog } from './sessions/sign-in-log.ts';

export interface RegisterDependencies {
  readonly tables: Kysely<IdentityTables>;
  readonly passwords: PasswordGate;
  readonly sessions: Sessions;
  readonly signIns: SignInLog;
  readonly clock: Pick<ProductClock, 'now'>;
  /** Records what a new member agrees to, in the transaction of the registration. */
  readonly recordRegistration: RecordRegistration;
  /** Wall time. */
  readonly wallNow: () => number;
}

export type RecordRegistration = (
  transaction: Transaction<IdentityTables>,
  member: { readonly memberId: bigint; readonly locale: Locale; readonly acceptedAt: number },
) => Promise<void>;

type RegisterCall = Pick<Call, 'cookies' | 'address' | 'userAgent' | 'locale'>;
type RegisterInput = InputOf<typeof operation>;

interface Registered {
  readonly username: string;
  readonly token: string;
}

/**
 * Opens an account and signs the new member in. The captcha is what makes it happen once: it is spent in the
 * transaction that writes the member, so the same form sent twice, even at the same moment, is one account and two welcomes.
 */
export async function register(
  dependencies: RegisterDependencies,
  input: RegisterInput,
  call: RegisterCall,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, sessions, wallNow } = dependencies;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  passwords.requireRoom();
  const visitor = readVisitor(call);
  if (visitor === undefined) throw new Refusal('captchaWrong');
  const isRight = await checkCaptcha(tables, visitor, input.code, wallNow());
  const registered = isRight
    ? await openAccount(dependencies, input, call, visitor)
    : await resumeRegistration(dependencies, input, call, visitor);

  const before = readSession(call);
  if (before !== undefined) await sessions.end(before);
  writeSession(call, registered.token);
  return { username: registered.username };
}

type Opening =
  | { readonly token: string; readonly memberId: bigint }
  | { readonly refused: 'codeSpent' | 'inviteUnknown' | 'usernameTaken' };

async function openAccount(
  dependencies: RegisterDependencies,
  input: RegisterInput,
  call: RegisterCall,
  visitor: string,
): Promise<Registered> {
  const { tables, passwords, sessions, signIns, clock, wallNow, recordRegistration } = dependencies;
  const passwordHash = await passwords.hash(input.password);
  const opening = await tables.transaction().execute(async (transaction): Promise<Opening> => {
    if (!(await spendCaptcha(transaction, visitor, input.code, wallNow()))) return { refused: 'codeSpent' };
    // From here on a refusal is answered, not thrown: the code stays spent.
    const invitedBy = await inviterOf(transaction, input.invite);
    if (invitedBy === 'unknown') return { refused: 'inviteUnknown' };
    const createdAt = clock.now();
    const memberId = await addMember(transaction, {
      username: input.username,
      passwordHash,
      locale: call.locale,
      invitedBy,
      registrationProof: answerHashOf(visitor, input.code),
      createdAt,
    });
    if (memberId === 'usernameTaken') return { refused: memberId };
    await recordRegistration(transaction, { memberId, locale: call.locale, acceptedAt: createdAt });
    const token = await sessions.start(transaction, { memberId, userAgent: call.userAgent, address: call.address });
    return { token, memberId };
  });
  if ('token' in opening) {
    const { userAgent, address } = call;
    signIns.note({ memberId: opening.memberId, result: 'registered', userAgent, address });
    return { username: input.username, token: opening.token };
  }
  if (opening.refused === 'codeSpent') return await resumeRegistration(dependencies, input, call, visitor);
  throw new Refusal(opening.refused);
}

/** The form came before and its answer may have been lost: the account that it opened is signed in to. */
async function resumeRegistration(
  { tables, passwords, sessions }: RegisterDependencies,
  input: RegisterInput,
  call: RegisterCall,
  visitor: string,
): Promise<Registered> {
  const member = await findMember(tables, input.username);
  const proof = answerHashOf(visitor, input.code);
  if (!member || !timingSafeEqual(member.registrationProof, proof)) throw new Refusal('captchaWrong');
  const isSame = await passwords.run((verifier) => verifier.matches(member.passwordHash, input.password));
  if (!isSame) throw new Refusal('captchaWrong');
  const token = await sessions.start(tables, {
    memberId: member.id,
    userAgent: call.userAgent,
    address: call.address,
  });
  return { username: member.username, token };
}

/** The member whose code it is, null for the house. */
async function inviterOf(tables: Kysely<IdentityTables>, invite: string): Promise<bigint | null | 'unknown'> {
  if (invite.toUpperCase() === houseInvitationCode) return null;
  return (await findInviter(tables, invite)) ?? 'unknown';
}

const codeDrawsMax = 5;

/** Writes the member under an invitation code that nobody has yet. */
async function addMember(
  transaction: Transaction<IdentityTables>,
  member: Omit<NewMember, 'invitationCode'>,
): Promise<bigint | 'usernameTaken'> {
  for (let draw = 0; draw < codeDrawsMax; draw += 1) {
    const added = await insertMember(transaction, { ...member, invitationCode: drawInvitationCode() });
    if ('id' in added) return added.id;
    if (added.taken === 'username') return 'usernameTaken';
    if (added.taken === 'registrationProof') throw new Error('a spent captcha opened another account');
  }
  throw new Error(`no free invitation code in ${codeDrawsMax} draws`);
}

/** Eight letters and digits that are told apart on paper too; the house code has letters that none of these has. */
function drawInvitationCode(): string {
  return Array.from({ length: 8 }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
}
