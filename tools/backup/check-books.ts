import type pg from 'pg';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';

export interface BooksReport {
  readonly isSound: boolean;
  /** One line for each check, fit for reading. */
  readonly lines: readonly string[];
}

/**
 * The checks that every state of the product passes: each asset sums to zero, each balance is the sum of its postings, no
 * transfer is torn, points and deposits stand for what is recorded, and what each member has locked is what their open plans, holdings and withdrawals lock. Deposits that a
 * chain reverted after they were credited are listed: the books are consistent with them, and an operator has to decide.
 */
export async function checkBooks(pool: pg.Pool): Promise<BooksReport> {
  const { isSound, sums, differences, tornTransfers, unfounded } = await checkTrialBalance(pool);
  const { rows } = await pool.query<{ member_id: bigint; account: string; balance: string; open: string }>(
    lockedDiffering,
  );
  const { rows: counted } = await pool.query<{ members: bigint; transfers: bigint; postings: bigint }>(
    `select (select count(*) from member) as members, (select count(*) from ledger.transfers) as transfers,
       (select count(*) from ledger.postings) as postings`,
  );
  const { rows: lost } = await pool.query<{ member_id: bigint; transaction_hash: string; amount: string }>(
    `select member_id, transaction_hash, amount::text from chain_transfer
     where lost_at is not null and outcome = 'credited' order by lost_at limit 100`,
  );
  const [count] = counted;
  const found = (label: string, list: readonly unknown[], name: (place: number) => string) =>
    `${label}: ${list.length === 0 ? 'none' : list.map((_, place) => name(place)).join(', ')}`;
  return {
    isSound: isSound && rows.length === 0,
    lines: [
      `${count?.members} members, ${count?.transfers} transfers, ${count?.postings} postings`,
      ...sums.map(({ asset, balance }) => `Trial balance of ${asset}: ${balance}`),
      found('Balances that are not the sum of their postings', differences, (at) => `${differences[at]?.account_id}`),
      found('Torn transfers', tornTransfers, (at) => `${tornTransfers[at]?.transfer_id}`),
      found(
        'Points without their act, acts without their points, and deposits without their credit',
        unfounded,
        (at) => `${unfounded[at]?.fault}`,
      ),
      found('Locked totals that are not those of open items', rows, (at) => {
        const row = rows[at];
        return `${row?.account} of member ${row?.member_id} has ${row?.balance}, open items lock ${row?.open}`;
      }),
      found('Credited deposits whose transfer the chain has lost', lost, (at) => {
        const row = lost[at];
        return `${row?.amount} micro USDT of member ${row?.member_id} by ${row?.transaction_hash}`;
      }),
    ],
  };
}

const lockedDiffering = `
  with open_items as (
    select member_id, 'plans' as account, amount from plan where income is null
    union all
    select member_id, 'financing', amount from holding where state = 'running'
    union all
    select member_id, 'withdrawing', amount from withdrawal where state in ('requested', 'inReview', 'sent')
  ), items as (
    select member_id, account, sum(amount) as open from open_items group by member_id, account
  ), locked as (
    select a.member_id, a.name as account, b.balance
    from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
    where a.member_id > 0 and a.name in ('plans', 'financing', 'withdrawing')
  )
  select member_id, account, coalesce(locked.balance, 0)::text as balance, coalesce(items.open, 0)::text as open
  from locked full join items using (member_id, account)
  where coalesce(locked.balance, 0) <> coalesce(items.open, 0)
  order by member_id, account limit 100`;
