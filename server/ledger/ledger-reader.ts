import type pg from 'pg';
import {
  type AccountName,
  accountFromNumber,
  describeAccount,
  type MemberAccountName,
  type MemberBalances,
  memberAccountNames,
} from '#core/ledger/accounts.ts';
import type { Asset } from '#core/money/amount.ts';
import { confirmReplicated } from './batch-statements.ts';

/** Reads of committed ledger data. */
export interface LedgerReader {
  /** Balances of a member's accounts, or null for a member without accounts. */
  balancesOf(memberId: bigint): Promise<MemberBalances | null>;
  /**
   * The transfer committed under a key, or null: a repeated request gets it even if it would now be refused. Resolves once the standby
   * has it too.
   */
  receiptOf(key: string): Promise<{ readonly reference: string; readonly inputHash: string } | null>;
  /** Balance of every house account, its shards summed. */
  houseBalances(): Promise<Map<AccountName, bigint>>;
  /** What the charity received, has disbursed, and has left. */
  charityColumns(): Promise<Readonly<Record<Asset, CharityColumns>>>;
}

/**
 * Three figures of one moment, in minor units. What was received is the sum of all postings into the charity's account, whatever became of
 * them, so that the three can contradict each other.
 */
export interface CharityColumns {
  readonly received: bigint;
  readonly disbursed: bigint;
  readonly unspent: bigint;
}

export function openLedgerReader(pool: pg.Pool): LedgerReader {
  return {
    balancesOf: (memberId) => balancesOf(pool, memberId),
    receiptOf: (key) => receiptOf(pool, key),
    houseBalances: async () => new Map((await houseBalances(pool)).map(({ name, balance }) => [name, balance])),
    charityColumns: () => charityColumns(pool),
  };
}

type Receipt = Awaited<ReturnType<LedgerReader['receiptOf']>>;

async function receiptOf(pool: pg.Pool, key: string): Promise<Receipt> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query<NonNullable<Receipt>>({
      name: 'ledger receipt of key',
      text: `select reference, encode(input_hash, 'hex') as "inputHash" from ledger.transfers where idempotency_key = $1`,
      values: [key],
    });
    // On the same connection: another one may lead to the next primary, which lacks what was read.
    if (rows[0]) await client.query(confirmReplicated.text);
    isBroken = false;
    return rows[0] ?? null;
  } finally {
    client.release(isBroken);
  }
}

export interface HouseBalance {
  readonly name: AccountName;
  readonly asset: Asset;
  /** Minor units of the asset, all shards summed. */
  readonly balance: bigint;
}

/** Every house account by name, in the caller's snapshot where it has one. */
export async function houseBalances(reader: Pick<pg.ClientBase, 'query'>): Promise<HouseBalance[]> {
  const { rows } = await reader.query<{ name: AccountName; asset: Asset; balance: string }>(
    'select name, asset, balance from ledger.house_balances order by name',
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

/** In the caller's snapshot where it has one. */
async function charityColumns(reader: Pick<pg.ClientBase, 'query'>): Promise<Readonly<Record<Asset, CharityColumns>>> {
  const { rows } = await reader.query<CharityColumns & { asset: Asset }>({
    name: 'columns of the charity',
    text: `select received.asset, received.amount as received, spent.balance::bigint as disbursed, unspent.balance::bigint as unspent
      from ledger.charity_received as received
      join (values ('USDT', 'charity', 'charitySpent'), ('PTS', 'charityPoints', 'charityPointsSpent')) as name (asset, unspent, spent)
        on name.asset = received.asset
      join ledger.house_balances as unspent on unspent.name = name.unspent
      join ledger.house_balances as spent on spent.name = name.spent`,
  });
  const columnsOf = (asset: Asset): CharityColumns => {
    const row = rows.find((one) => one.asset === asset);
    if (!row) throw new Error(`the charity has no columns of ${asset}`);
    return { received: row.received, disbursed: row.disbursed, unspent: row.unspent };
  };
  return { PTS: columnsOf('PTS'), USDT: columnsOf('USDT') };
}

/** The accounts of all members, summed by name: it reads every balance. */
export async function memberSums(reader: Pick<pg.ClientBase, 'query'>): Promise<HouseBalance[]> {
  const { rows } = await reader.query<{ name: AccountName; asset: Asset; balance: string }>(
    `select a.name, a.asset, sum(b.balance)::text as balance
     from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
     where a.member_id > 0 group by a.name, a.asset order by a.asset desc, a.name`,
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

async function balancesOf(pool: pg.Pool, memberId: bigint): Promise<MemberBalances | null> {
  const { rows } = await pool.query<{ account_id: bigint; balance: bigint }>({
    name: 'ledger balances of member',
    text: 'select account_id, balance from ledger.balances where member_id = $1',
    values: [memberId],
  });
  if (rows.length === 0 || memberId < 1n) return null;
  const found = new Map<AccountName, bigint>();
  for (const row of rows) found.set(describeAccount(accountFromNumber(row.account_id)).name, row.balance);
  const balances: Partial<Record<MemberAccountName, bigint>> = {};
  for (const name of memberAccountNames) balances[name] = found.get(name) ?? 0n;
  return balances as MemberBalances;
}
