import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { register as operation } from '#contract/identity.ts';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { networkOf, turnOf } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { captchaAlphabet } from './captcha/captcha-letters.ts';
import { countUse, takeRegistration, untilNextDay } from './captcha/captcha-load.ts';
import { answerHashOf, checkCaptcha, spendCaptcha } from './captcha/captcha-store.ts';
import { type EnterDependencies, enter, type OpenAccount, type Owner } from './enter.ts';
import { findInviter, insertMember, type NewMember } from './members/member-store.ts';
import { requireOtherPassword } from './passwords/require-other-password.ts';
import { readVisitor } from './sessions/identity-cookies.ts';

export interface RegisterDependencies extends EnterDependencies {
  readonly clock: Pick<ProductClock, 'now'>;
  /** Whether registrations are bounded per network and day. */
  readonly isBounded: boolean;
  /** Records what a new member agrees to, in the transaction of the registration. */
  readonly recordRegistration: RecordRegistration;
  /** Called once the registration is committed. */
  readonly onRegistered: (memberId: bigint) => void;
}

export type RecordRegistration = (
  transaction: Transaction<unknown>,
  member: { readonly memberId: bigint; readonly locale: Locale; readonly acceptedAt: number },
) => Promise<void>;

type RegisterCall = Pick<Call, 'cookies' | 'address' | 'userAgent' | 'locale'>;
type RegisterInput = InputOf<typeof operation>;

/**
 * Opens an account and signs the new member in. The captcha makes it idempotent: it is spent in the transaction that inserts the
 * member, so the same form sent twice, even concurrently, opens one account and signs in twice; a third request finds the name taken.
 */
export async function register(
  dependencies: RegisterDependencies,
  input: RegisterInput,
  call: RegisterCall,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, wallNow } = dependencies;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  await requireOtherPassword(input.username, input.password);
  passwords.requireRoom(turnOf(call.address));
  const visitor = readVisitor(call);
  if (visitor === undefined) throw new Refusal('captchaWrong');
  const { username, password } = input;
  const proof = answerHashOf(visitor, input.code);
  const retry = { way: 'registrationRetry', username, password, proof } as const;
  const isRight = await checkCaptcha(tables, visitor, input.code, wallNow());
  await countRegistration(dependencies, networkOf(call.address), isRight);
  const opened = isRight ? await openAccount(dependencies, input, call, { visitor, proof }) : null;
  const owner = opened ?? (await enter(dependencies, retry, call));
  return { username: owner.username };
}

/** A right captcha and a wrong one both make the next proof of work harder; a right one is one of the network's registrations of the day. */
async function countRegistration(
  { tables, wallNow, isBounded }: Pick<RegisterDependencies, 'tables' | 'wallNow' | 'isBounded'>,
  network: string,
  isRight: boolean,
): Promise<void> {
  await countUse(tables, network, wallNow());
  if (!isRight || !isBounded || (await takeRegistration(tables, network, wallNow()))) return;
  throw new Refusal('registrationsOfDay', { wait: { ageMs: untilNextDay(wallNow()) } });
}

/** Null when a concurrent request has spent the captcha. */
async function openAccount(
  dependencies: RegisterDependencies,
  input: RegisterInput,
  call: RegisterCall,
  { visitor, proof }: { readonly visitor: string; readonly proof: Buffer },
): Promise<Owner | null> {
  const { passwords, clock, wallNow, recordRegistration, onRegistered } = dependencies;
  const { username } = input;
  const { locale } = call;
  const passwordHash = await passwords.hash(turnOf(call.address), input.password);
  const open: OpenAccount = async (transaction) => {
    if (!(await spendCaptcha(transaction, visitor, input.code, wallNow()))) return 'captchaWrong';
    // From here on a refusal is returned, not thrown, so that the transaction commits and the captcha stays spent.
    const invitedBy = await inviterOf(transaction, input.invite);
    if (invitedBy === 'unknown') return 'inviteUnknown';
    const createdAt = clock.now();
    const member = { username, passwordHash, locale, invitedBy, registrationProof: proof, createdAt };
    const memberId = await addMember(transaction, member);
    if (memberId === 'usernameTaken') return memberId;
    await recordRegistration(transaction, { memberId, locale, acceptedAt: createdAt });
    return { memberId, username };
  };
  try {
    const owner = await enter(dependencies, { way: 'newAccount', open }, call);
    onRegistered(owner.memberId);
    return owner;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'captchaWrong') return null;
    throw error;
  }
}

/** The owner of the invitation code, null for the house. */
async function inviterOf(tables: Kysely<unknown>, invite: string): Promise<bigint | null | 'unknown'> {
  if (invite.toUpperCase() === houseInvitationCode) return null;
  return (await findInviter(tables, invite)) ?? 'unknown';
}

const codeDrawsMax = 5;

/** Inserts the member with an unused invitation code. */
async function addMember(
  transaction: Transaction<unknown>,
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

/** Eight letters and digits without look-alikes; the house code has letters outside this alphabet. */
function drawInvitationCode(): string {
  return Array.from({ length: 8 }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
}
