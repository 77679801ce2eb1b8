import type pg from 'pg';
import type { OutputOf } from '#contract/operation.ts';
import type { getWallet as operation } from '#contract/wallet.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import type { Session } from '#server/platform/session.ts';

/** In one statement, so that all figures are of one moment. */
const walletOfMember = `
  select
    coalesce(sum(b.balance), 0)::bigint as total,
    coalesce(sum(b.balance) filter (where a.name = 'available'), 0)::bigint as available,
    (select coalesce(sum(income), 0)::bigint from member_income
      where member_id = $1 and settled_at >= start_of_period('day', $2::timestamptz, $3)) as income_today,
    coalesce((select has_bank_card from member_protection where member_id = $1), false) as has_bank_card,
    coalesce((select has_withdrawal_password from member_protection where member_id = $1), false) as has_withdrawal_password
  from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
  where a.member_id = $1 and a.asset = 'USDT'`;

interface WalletRow {
  readonly total: bigint;
  readonly available: bigint;
  readonly income_today: bigint;
  readonly has_bank_card: boolean;
  readonly has_withdrawal_password: boolean;
}

/** What the wallet page shows. Today is the member's own day. */
export async function getWallet(
  pool: pg.Pool,
  clock: { now(): number },
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
): Promise<OutputOf<typeof operation>> {
  const { rows } = await pool.query<WalletRow>({
    name: 'wallet of member',
    text: walletOfMember,
    values: [memberId, new Date(clock.now()), timeZone],
  });
  const row = rows[0];
  if (!row) throw new Error(`no wallet of member ${memberId}`);
  const locked: Usdt = usdt(row.total - row.available);
  return {
    authorization: usdt(row.total),
    locked,
    available: usdt(row.available),
    incomeToday: usdt(row.income_today),
    hasBankCard: row.has_bank_card,
    hasWithdrawalPassword: row.has_withdrawal_password,
    userId: memberId.toString(),
  };
}
