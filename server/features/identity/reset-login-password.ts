import type { resetLoginPassword as operation } from '#contract/identity-reset.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { memberAccount } from '#core/ledger/accounts.ts';
import { lockAccounts } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { networkOf, turnOf, turnOfName } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countedCheck } from '#server/platform/sign-in-failures/counted-check.ts';
import { knownDevice } from '#server/platform/sign-in-failures/known-device.ts';
import { signInSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import { countUse } from './captcha/captcha-load.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { type EnterDependencies, enter, type Owner, orLogRefusal } from './enter.ts';
import { type ResetFactor, readResetFactor, spendResetFactor } from './factors/reset-factor.ts';
import { findMember } from './members/member-store.ts';
import { type ReplaceDependencies, replacePassword, requireReplacement } from './passwords/replace-password.ts';

export type ResetDependencies = EnterDependencies & ReplaceDependencies;

type ResetCall = Pick<Call, 'cookies' | 'address' | 'userAgent'>;

/** Replaces a forgotten login password by a factor. An unknown name, no app and a wrong code take the same steps. */
export async function resetLoginPassword(
  dependencies: ResetDependencies,
  { username, factor: typed, next, ...replacement }: InputOf<typeof operation>,
  call: ResetCall,
): Promise<OutputOf<typeof operation>> {
  await requireReplacement(username, replacement);
  const factor = readResetFactor(typed, next);
  dependencies.passwords.requireRoom(turnOf(call.address));
  await requireCaptcha(dependencies, call, replacement.code);
  const passwordHash = await dependencies.passwords.hash(turnOf(call.address), replacement.password);
  const shown = showFactor(dependencies, { username, factor, passwordHash }, call);
  const owner = await orLogRefusal(dependencies.securityLog, { way: 'reset', username }, call, shown);
  await enter(dependencies, { way: 'reset', owner, passwordHash }, call);
  return { username: owner.username };
}

interface Reset {
  readonly username: string;
  readonly factor: ResetFactor;
  readonly passwordHash: string;
}

/** Spends the factor and replaces the password, in one transaction; throws `resetRefused` or `signInLocked`. */
async function showFactor(dependencies: ResetDependencies, reset: Reset, call: ResetCall): Promise<Owner> {
  const { tables, passwords, signIns, acts, proofUsed, wallNow } = dependencies;
  const { username, factor, passwordHash } = reset;
  const { address, userAgent } = call;
  const device = knownDevice(dependencies.deviceCookie, call, username, wallNow());
  const subjects = signInSubjects(username, address, device, 'reset');
  const { member, announce } = await passwords.run(
    turnOf(address),
    () =>
      countedCheck(dependencies, subjects, { username, codeGiven: true, address }, async () => {
        const member = await findMember(tables, username);
        const announce = await tables.transaction().execute(async (transaction) => {
          // The freeze needs it, and a deletion holds it while it waits for the factor. An unknown name takes the same time.
          await lockAccounts(transaction, member ? [memberAccount(member.id, 'available')] : []);
          const isRight = await spendResetFactor(dependencies, transaction, member?.id ?? null, factor);
          return member && isRight ? await replacePassword(dependencies, transaction, member.id, passwordHash) : null;
        });
        return { member, announce, matches: announce !== null };
      }),
    turnOfName(username),
  );
  if (member && announce) {
    await announce();
    if (factor.kind === 'backup') await acts.announce(member.id, 'backupCodeUsed');
    await proofUsed(member.id, 'factor');
    return { memberId: member.id, username: member.username };
  }
  await countUse(tables, networkOf(address), wallNow());
  if (member) signIns.note({ memberId: member.id, result: 'wrongReset', userAgent, address });
  throw new Refusal('resetRefused');
}
