import { type MemberAccountName, memberAccounts, usdtAccounts } from '#core/ledger/accounts.ts';

/** The bits of an account number that hold the account's name. */
const slotOf = (account: string): string => `${account} & 31`;

type AccountList = Parameters<typeof usdtAccounts>[0] & {};

function slotsOf(names: readonly string[], accounts: AccountList): string {
  return names.map((name) => accounts[name]?.slot).join(', ');
}

/**
 * SQL of one row (available, locked: bigint, micro-USDT) with the sums of a member's USDT accounts, for a statement that reads them in
 * the same snapshot as its own rows. `member` is an SQL expression for the member's id.
 */
export function memberSumsSql(member: string, accounts: AccountList = memberAccounts): string {
  const { available, locked } = usdtAccounts(accounts);
  const sumOf = (names: readonly string[]): string =>
    `coalesce(sum(balance) filter (where ${slotOf('account_id')} in (${slotsOf(names, accounts)})), 0)::bigint`;
  return `select ${sumOf(available)} as available, ${sumOf(locked)} as locked from ledger.balances where member_id = ${member}`;
}

/** SQL of the balance (bigint) of one account of a member, `member` being an SQL expression for the member's id. */
export function memberBalanceSql(member: string, name: MemberAccountName): string {
  return `select balance from ledger.balances
    where member_id = ${member} and ${slotOf('account_id')} = ${memberAccounts[name].slot}`;
}

/**
 * SQL of rows (member_id, usdt, assistance, promotion: bigint): the sum of the USDT accounts in micro-USDT, and both accounts of points, of
 * each member with any of them.
 */
export function owedToMembersSql(accounts: AccountList = memberAccounts): string {
  const { available, locked } = usdtAccounts(accounts);
  const totalOf = (names: readonly string[], column: string): string =>
    `ledger.total(balance) filter (where ${slotOf('account_id')} in (${slotsOf(names, accounts)})) as ${column}`;
  const columns = [
    totalOf([...available, ...locked], 'usdt'),
    totalOf(['assistance'], 'assistance'),
    totalOf(['promotion'], 'promotion'),
  ];
  return `select member_id, ${columns.join(', ')} from ledger.balances
    where member_id > 0 and balance > 0 group by member_id`;
}

/** SQL of the number of postings (bigint) on the accounts of a member. */
export function postingCountSql(member: string): string {
  return `select count(*) from ledger.postings where member_id = ${member}`;
}
