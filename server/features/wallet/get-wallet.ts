import type { OutputOf } from '#contract/operation.ts';
import type { getWallet as operation } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { memberSumsSql } from '#server/ledger/member-sums.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** One statement, so that all figures are of one snapshot. */
const walletOfMember = `
  select
    sums.available, sums.locked,
    (select coalesce(sum(income), 0)::bigint from member_income
      where member_id = $1 and settled_at >= $2::timestamptz) as income_today,
    coalesce((select has_bank_card from member_protection where member_id = $1), false) as has_bank_card,
    coalesce((select has_withdrawal_password from member_protection where member_id = $1), false) as has_withdrawal_password
  from (${memberSumsSql('$1')}) as sums`;

interface WalletRow {
  readonly available: bigint;
  readonly locked: bigint;
  readonly income_today: bigint;
  readonly has_bank_card: boolean;
  readonly has_withdrawal_password: boolean;
}

export interface WalletReadDependencies extends RecordDependencies {
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
}

/** The wallet page's figures. Today is the day in the member's time zone. */
export async function getWallet(
  { pool, clock, memberNumbers }: WalletReadDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
): Promise<OutputOf<typeof operation>> {
  const { rows } = await pool.query<WalletRow>({
    name: 'wallet of member',
    text: walletOfMember,
    values: [memberId, new Date(startOfDay(memberDay(clock.now(), timeZone), timeZone))],
  });
  const row = rows[0];
  if (!row) throw new Error(`no wallet of member ${memberId}`);
  return {
    authorization: usdt(row.available + row.locked),
    locked: usdt(row.locked),
    available: usdt(row.available),
    incomeToday: usdt(row.income_today),
    hasBankCard: row.has_bank_card,
    hasWithdrawalPassword: row.has_withdrawal_password,
    userId: memberNumbers.numberOf(memberId),
  };
}
