import type { InputOf } from '#contract/operation.ts';
import type { changeFundPassword as operation } from '#contract/security.ts';
import type { SecurityAct } from '#contract/states.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { earnOnce } from './earn-once.ts';
import { cancelReset } from './fund-password-resets.ts';
import { type FundPasswordNeeds, hasFundPassword, requireFundPassword } from './fund-passwords.ts';
import type { IdentityCheck } from './identity-check.ts';

export interface ChangeFundPasswordNeeds extends FundPasswordNeeds {
  readonly identity: Pick<IdentityCheck, 'requireCode' | 'requireFactor'>;
}

/** Sets the withdrawal password for the first time, or changes it for who knows the old one. */
export async function changeFundPassword(
  needs: ChangeFundPasswordNeeds,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, passwords, acts, identity } = needs;
  const { memberId } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  passwords.requireRoom();
  const isFirst = !(await hasFundPassword(tables, memberId));
  if (!isFirst && input.oldpassword === undefined) throw new Refusal('oldPasswordMissing');
  await identity.requireCode(call, input.code);
  const before = isFirst ? null : await requireFundPassword(needs, memberId, input.oldpassword ?? '');
  await identity.requireFactor(memberId, input.factor);
  const after = await passwords.hash(input.password);
  const act: SecurityAct = isFirst ? 'fundPasswordSet' : 'fundPasswordChanged';
  await tables.transaction().execute(async (transaction) => {
    const row = { password_hash: after, set_at: new Date(needs.wallNow()) };
    const written =
      before === null
        ? await transaction
            .insertInto('fund_password')
            .values({ member_id: memberId, ...row })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await transaction
            .updateTable('fund_password')
            .set(row)
            .where('member_id', '=', memberId)
            .where('password_hash', '=', before)
            .executeTakeFirst();
    // Another device was quicker: from now on its password is the old one.
    const count = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows;
    if (count !== 1n) throw new Refusal(before === null ? 'oldPasswordMissing' : 'fundPasswordWrong');
    // Who knows the old one has not forgotten it.
    await cancelReset(needs, transaction, memberId);
    await earnOnce(transaction, memberId, 'fundPasswordSet', needs.clock.now());
    await acts.record(transaction, memberId, act);
  });
  await acts.announce(memberId, act);
  return {};
}
