import type { resetLoginPasswordByPasskey as operation } from '#contract/identity-reset.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { turnOf } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { enter, orLogRefusal } from './enter.ts';
import { lockMember } from './members/member-store.ts';
import { hasPasskey } from './passkeys/passkey-store.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';
import { replacePassword, requireReplacement } from './passwords/replace-password.ts';
import type { ResetDependencies } from './reset-login-password.ts';
import { checkPasskey } from './sign-in-with-passkey.ts';

/** Replaces a forgotten login password by a passkey, which cannot be guessed: no lock-out applies. */
export async function resetLoginPasswordByPasskey(
  dependencies: ResetDependencies & PasskeyDependencies,
  { credential, ...replacement }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, securityLog } = dependencies;
  await requireReplacement('', replacement);
  passwords.requireRoom(turnOf(call.address));
  await requireCaptcha(dependencies, call, replacement.code);
  const checked = checkPasskey(dependencies, credential, call);
  const { memberId, username, credentialId } = await orLogRefusal(securityLog, { way: 'reset' }, call, checked);
  await requireReplacement(username, replacement);
  const passwordHash = await passwords.hash(turnOf(call.address), replacement.password);
  const announce = await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, memberId);
    await lockMember(transaction, memberId);
    if (!(await hasPasskey(transaction, credentialId))) throw new Refusal('passkeyRefused');
    return await replacePassword(dependencies, transaction, memberId, passwordHash);
  });
  await announce();
  await enter(dependencies, { way: 'reset', owner: { memberId, username }, passwordHash }, call);
  return { username };
}
