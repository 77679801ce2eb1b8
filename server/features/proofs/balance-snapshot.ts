import type pg from 'pg';
import { type MemberAccountName, memberAccounts } from '#core/ledger/accounts.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';

/** One member in a snapshot of the books. */
export interface SnapshotMember {
  readonly salt: Uint8Array;
  readonly username: string;
  readonly balance: Usdt;
}

export interface HouseBalance {
  readonly account: string;
  readonly balance: Usdt;
}

/** Slots of the accounts whose sum is what a member is owed: all in USDT. */
const owedSlots: readonly number[] = (Object.keys(memberAccounts) as MemberAccountName[])
  .map((name) => memberAccounts[name])
  .filter(({ asset }) => asset === 'USDT')
  .map(({ slot }) => slot);

/**
 * Every member with the sum of their USDT accounts, in the order of their salts, `size` at a time. Inside the caller's
 * transaction, whose snapshot it is.
 */
export async function* snapshotMembers(
  client: pg.ClientBase,
  saltSecret: Uint8Array,
  size: number,
): AsyncGenerator<SnapshotMember[]> {
  await client.query(
    `declare members no scroll cursor for
     select sha256($1::bytea || int8send(m.id)) as salt, m.username, coalesce(owed.balance, 0)::bigint as balance
     from member as m
     left join (
       select member_id, sum(balance) as balance from ledger.balances
       where member_id > 0 and account_id & 31 = any ($2::bigint[])
       group by member_id
     ) as owed on owed.member_id = m.id
     order by salt`,
    [Buffer.from(saltSecret), owedSlots],
  );
  for (;;) {
    const { rows } = await client.query<{ salt: Buffer; username: string; balance: bigint }>(
      `fetch ${Math.trunc(size)} from members`,
    );
    if (rows.length > 0) yield rows.map((row) => ({ ...row, balance: usdt(row.balance) }));
    if (rows.length < size) break;
  }
  await client.query('close members');
}

export async function countMembers(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: bigint }>('select count(*) from member');
  return Number(rows[0]?.count ?? 0n);
}

/** The house's USDT accounts, each name once, in the caller's snapshot. */
export async function houseBalances(client: pg.ClientBase): Promise<HouseBalance[]> {
  const { rows } = await client.query<{ name: string; balance: bigint }>(
    `select name, balance from ledger.house_balances where asset = 'USDT' order by name`,
  );
  return rows.map(({ name, balance }) => ({ account: name, balance: usdt(balance) }));
}
