import { sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { changeWithdrawalPassword as operation } from '#contract/security.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { requireUnknownPassword } from '#server/platform/known-passwords.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { earnFirst } from '#server/rewards/earn.ts';
import { cancelReset } from './withdrawal-password-resets.ts';
import {
  hasWithdrawalPassword,
  requireWithdrawalPassword,
  type WithdrawalPasswordDependencies,
} from './withdrawal-passwords.ts';

export interface ChangeWithdrawalPasswordDependencies extends WithdrawalPasswordDependencies {
  readonly identity: Pick<IdentityCheck, 'requireCaptcha' | 'reauthenticate' | 'requireFactor'>;
}

type Form = InputOf<typeof operation>;

/** Sets the withdrawal password for the first time, given the login password, or changes it given the old one. */
export async function changeWithdrawalPassword(
  dependencies: ChangeWithdrawalPasswordDependencies,
  input: Form,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, passwords, acts } = dependencies;
  const { memberId } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  await requireUnknownPassword(input.password);
  passwords.requireRoom(turnOfMember(memberId));
  const isFirst = !(await hasWithdrawalPassword(tables, memberId));
  const before = isFirst ? await requireOwner(dependencies, input, call) : await requireOld(dependencies, input, call);
  const after = await passwords.hash(turnOfMember(memberId), input.password);
  const act: SecurityAct = isFirst ? 'withdrawalPasswordSet' : 'withdrawalPasswordChanged';
  const isResetCancelled = await tables.transaction().execute(async (transaction) => {
    // As a deletion does, which takes the reset before the password.
    await lockAvailable(transaction, memberId);
    const setAt = new Date(dependencies.wallNow());
    const writing =
      before === null
        ? sql`insert into withdrawal_password (member_id, password_hash, set_at) values (${memberId}, ${after}, ${setAt})
            on conflict do nothing`
        : sql`update withdrawal_password set password_hash = ${after}, set_at = ${setAt}
            where member_id = ${memberId} and password_hash = ${before}`;
    const { numAffectedRows } = await writing.execute(transaction);
    // A concurrent change from another device won: its password is the old one now.
    if (numAffectedRows !== 1n) throw new Refusal(before === null ? 'oldPasswordMissing' : 'withdrawalPasswordWrong');
    // A member who knows the old password does not need the pending reset.
    const isCancelled = await cancelReset(dependencies, transaction, memberId);
    await earnFirst('withdrawalPasswordSet', memberId, transaction, dependencies.clock.now());
    await acts.record(transaction, memberId, act);
    return isCancelled;
  });
  if (isResetCancelled) await acts.announce(memberId, 'withdrawalPasswordResetCancelled');
  await acts.announce(memberId, act);
  return {};
}

/** The first withdrawal password lets money out: the login password is required, before the captcha is spent. */
async function requireOwner(
  { identity }: ChangeWithdrawalPasswordDependencies,
  { login, factor, code }: Form,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<null> {
  await identity.reauthenticate(call, { password: login, factor });
  await identity.requireCaptcha(call, code);
  return null;
}

/** Requires the old withdrawal password; returns its hash. */
async function requireOld(
  dependencies: ChangeWithdrawalPasswordDependencies,
  { oldpassword, password, factor, code }: Form,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<string> {
  const { identity } = dependencies;
  const { memberId } = call.member;
  if (oldpassword === undefined) throw new Refusal('oldPasswordMissing');
  if (oldpassword === password) throw new Refusal('passwordUnchanged');
  await identity.requireCaptcha(call, code);
  const before = await requireWithdrawalPassword(dependencies, memberId, oldpassword);
  await identity.requireFactor(call, factor);
  return before;
}
