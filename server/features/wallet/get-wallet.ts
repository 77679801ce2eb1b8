import type { OutputOf } from '#contract/operation.ts';
import type { getWallet as operation } from '#contract/wallet.ts';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { memberSumsSql } from '#server/ledger/member-sums.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** One statement, so that all figures are of one snapshot. */
const walletOfMember = `
  select
    sums.available + sums.locked as authorization, sums.locked, sums.available,
    (select coalesce(sum(income), 0)::bigint from member_income
      where member_id = $1 and settled_at >= $2::timestamptz) as "incomeToday",
    coalesce((select has_bank_card from member_protection where member_id = $1), false) as "hasBankCard",
    coalesce((select has_withdrawal_password from member_protection where member_id = $1), false) as "hasWithdrawalPassword"
  from (${memberSumsSql('$1')}) as sums`;

export interface WalletReadDependencies extends RecordDependencies {
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
}

/** The wallet page's figures. Today is the day in the member's time zone. */
export async function getWallet(
  { pool, clock, memberNumbers }: WalletReadDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
): Promise<OutputOf<typeof operation>> {
  const { rows } = await pool.query<Omit<OutputOf<typeof operation>, 'userId'>>({
    name: 'wallet of member',
    text: walletOfMember,
    values: [memberId, new Date(startOfDay(memberDay(clock.now(), timeZone), timeZone))],
  });
  const row = rows[0];
  if (!row) throw new Error(`no wallet of member ${memberId}`);
  return { ...row, userId: memberNumbers.numberOf(memberId) };
}
