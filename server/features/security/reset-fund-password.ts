import type { FundPasswordState, resetFundPassword as operation } from '#contract/fund-password.ts';
import type { InputOf } from '#contract/operation.ts';
import { fundPasswordResetMs } from '#core/withdrawals/rules.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireUnfrozen } from './freeze.ts';
import { cancelReset, fundPasswordState, lockFundPassword, takeDueReset } from './fund-password-resets.ts';
import { type FundPasswordNeeds, hasFundPassword } from './fund-passwords.ts';
import type { IdentityCheck } from './identity-check.ts';

export interface ResetFundPasswordNeeds extends FundPasswordNeeds {
  readonly identity: Pick<IdentityCheck, 'requireLoginPassword' | 'requireFactor'>;
}

/**
 * Takes a new withdrawal password from who has forgotten the old one and proves by all else to be the owner. It counts a day later;
 * until then the old one does, with whatever lock lies on it.
 */
export async function resetFundPassword(
  needs: ResetFundPasswordNeeds,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<FundPasswordState> {
  const { tables, passwords, acts, identity, clock } = needs;
  const { memberId } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  if (!(await hasFundPassword(tables, memberId))) throw new Refusal('fundPasswordUnset');
  await requireUnfrozen(tables, memberId);
  await identity.requireLoginPassword(call, input.login, input.code);
  await identity.requireFactor(memberId, input.factor);
  const hash = await passwords.hash(input.password);
  await tables.transaction().execute(async (transaction) => {
    await lockFundPassword(transaction, memberId);
    // One that has waited its day is the password: it is not overwritten, it is what counts until the new one does.
    await takeDueReset(needs, transaction, memberId);
    const now = Math.trunc(clock.now());
    const row = {
      password_hash: hash,
      requested_at: new Date(now),
      active_from: new Date(now + fundPasswordResetMs),
    };
    await transaction
      .insertInto('fund_password_reset')
      .values({ member_id: memberId, ...row })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
      .execute();
    await acts.record(transaction, memberId, 'fundPasswordResetRequested');
  });
  await acts.announce(memberId, 'fundPasswordResetRequested');
  return fundPasswordState(tables, memberId, clock.now());
}

/** Calls a new password that waits off, from any of the member's devices. */
export async function keepFundPassword(needs: FundPasswordNeeds, memberId: bigint): Promise<FundPasswordState> {
  const { tables, acts, clock } = needs;
  const isCancelled = await tables.transaction().execute(async (transaction) => {
    await lockFundPassword(transaction, memberId);
    await takeDueReset(needs, transaction, memberId);
    return await cancelReset(needs, transaction, memberId);
  });
  if (!isCancelled) throw new Refusal('fundPasswordResetUnknown');
  await acts.announce(memberId, 'fundPasswordResetCancelled');
  return fundPasswordState(tables, memberId, clock.now());
}
