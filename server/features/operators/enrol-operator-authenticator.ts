import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { enrolOperatorAuthenticator as operation } from '#contract/operators-sign-in.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { requireUnknownPassword } from '#server/platform/known-passwords.ts';
import { turnOf } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { enterOperator, welcomeOperator } from './enter-operator.ts';
import { stepOfTyped } from './operator-factor.ts';
import { requireLink, spendLink } from './operator-links.ts';
import type { SignInOperatorDependencies } from './sign-in-operator.ts';

/** Sets the operator's password and app; link, app and session in one transaction. */
export async function enrolOperatorAuthenticator(
  dependencies: SignInOperatorDependencies,
  { token, password, repassword, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent' | 'locale'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, factorSeal, wallNow } = dependencies;
  if (password !== repassword) throw new Refusal('passwordsDiffer');
  const { operator } = await requireLink(tables, token, wallNow());
  await requireUnknownPassword(password);
  const passwordHash = await passwords.hash(turnOf(call.address), password);
  const entered = await tables.transaction().execute(async (transaction) => {
    const now = wallNow();
    const link = await requireLink(transaction, token, now);
    const { sealed } = link;
    if (sealed === null) throw new Refusal('authenticatorExpired');
    const step = stepOfTyped(factorSeal, { operator, sealed, lastStep: 0n }, factor, now);
    if (step === null) throw new Refusal('secondFactorWrong');
    await spendLink(transaction, link, { act: 'authenticatorEnrolled', name: '', locale: call.locale }, now);
    await sql`update operator set password_hash = ${passwordHash} where name = ${operator}`.execute(transaction);
    await sql`
      insert into operator_authenticator (operator, sealed, confirmed_at, last_step)
      values (${operator}, ${sealed}, ${new Date(now)}, ${step})`.execute(transaction);
    const session = await enterOperator(dependencies, transaction, link, 'link', call);
    return { session, operator, role: link.role };
  });
  return welcomeOperator(dependencies, entered.session, entered, call);
}
