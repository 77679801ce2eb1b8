import type pg from 'pg';
import {
  type AccountId,
  type AccountName,
  accountFromNumber,
  describeAccount,
  isMemberAccount,
  type MemberAccountName,
} from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import { type Amount, type Asset, amount, type Points, points, type Usdt, usdt } from '#core/money/amount.ts';

export interface MemberBalances {
  readonly available: Usdt;
  readonly plans: Usdt;
  readonly financing: Usdt;
  readonly stakes: Usdt;
  readonly withdrawing: Usdt;
  readonly assistance: Points;
  readonly promotion: Points;
}

/** One side of a move in a member's statement; the balance of a house account is not the member's to see. */
export interface StatementSide {
  readonly account: AccountName;
  readonly isMember: boolean;
  readonly balanceAfter: bigint | null;
}

/** One move that touched the member, as it was written. */
export interface StatementLine {
  readonly transferId: bigint;
  readonly place: number;
  readonly kind: TransferKind;
  readonly reference: string;
  readonly at: Date;
  readonly asset: Asset;
  readonly amount: Amount<Asset>;
  readonly from: StatementSide;
  readonly to: StatementSide;
}

export interface StatementRange {
  readonly limit: number;
  /** Lines before this one only: the last line of the page before. */
  readonly before?: Pick<StatementLine, 'transferId' | 'place'>;
  /** Product time, included and excluded. */
  readonly since?: Date;
  readonly until?: Date;
}

/** Books read from what is committed. */
export interface Books {
  /** Balances of a member's accounts, or null for a member without accounts. */
  balancesOf(memberId: bigint): Promise<MemberBalances | null>;
  /** Moves that touched a member, latest first. */
  statementOf(memberId: bigint, range: StatementRange): Promise<StatementLine[]>;
  /** What a key was committed for, or null: answers a repeated request that would be refused by now. */
  receiptOf(key: string): Promise<{ readonly reference: string; readonly inputHash: string } | null>;
  /** Balance of every house account, its shards summed. */
  houseBalances(): Promise<Map<AccountName, bigint>>;
  /** Sum of all balances of each asset: 0n, always. */
  trialBalance(): Promise<Map<Asset, bigint>>;
}

export function openBooks(pool: pg.Pool): Books {
  return {
    balancesOf: (memberId) => balancesOf(pool, memberId),
    statementOf: (memberId, range) => statementOf(pool, memberId, range),
    async receiptOf(key) {
      const { rows } = await pool.query<{ reference: string; inputHash: string }>({
        name: 'ledger receipt of key',
        text: `select reference, encode(input_hash, 'hex') as "inputHash" from ledger.transfers where idempotency_key = $1`,
        values: [key],
      });
      return rows[0] ?? null;
    },
    async houseBalances() {
      const { rows } = await pool.query<{ name: AccountName; balance: string }>(
        'select name, balance from ledger.house_balances',
      );
      return new Map(rows.map(({ name, balance }) => [name, BigInt(balance)]));
    },
    async trialBalance() {
      const { rows } = await pool.query<{ asset: Asset; balance: string }>(
        'select asset, balance from ledger.trial_balance',
      );
      return new Map(rows.map(({ asset, balance }) => [asset, BigInt(balance)]));
    },
  };
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
  const of = (name: MemberAccountName): bigint => found.get(name) ?? 0n;
  return {
    available: usdt(of('available')),
    plans: usdt(of('plans')),
    financing: usdt(of('financing')),
    stakes: usdt(of('stakes')),
    withdrawing: usdt(of('withdrawing')),
    assistance: points(of('assistance')),
    promotion: points(of('promotion')),
  };
}

interface PostingRow {
  readonly transfer_id: bigint;
  readonly place: number;
  readonly kind: TransferKind;
  readonly reference: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly from_account: bigint;
  readonly to_account: bigint;
  readonly from_balance_after: bigint;
  readonly to_balance_after: bigint;
}

async function statementOf(pool: pg.Pool, memberId: bigint, range: StatementRange): Promise<StatementLine[]> {
  const { rows } = await pool.query<PostingRow>({
    name: 'ledger statement of member',
    text: `select p.*, t.kind, t.reference, t.at
      from ledger.postings as p join ledger.transfers as t on t.id = p.transfer_id
      where p.member_id = $1 and ($2::bigint is null or (p.transfer_id, p.place) < ($2, $3::smallint))
        and ($4::timestamptz is null or t.at >= $4) and ($5::timestamptz is null or t.at < $5)
      order by p.transfer_id desc, p.place desc
      limit $6`,
    values: [
      memberId,
      range.before?.transferId ?? null,
      range.before?.place ?? null,
      range.since ?? null,
      range.until ?? null,
      range.limit,
    ],
  });
  return rows.map((row) => {
    const from = accountFromNumber(row.from_account);
    const { asset } = describeAccount(from);
    return {
      transferId: row.transfer_id,
      place: row.place,
      kind: row.kind,
      reference: row.reference,
      at: row.at,
      asset,
      amount: amount(asset, row.amount),
      from: sideOf(from, row.from_balance_after),
      to: sideOf(accountFromNumber(row.to_account), row.to_balance_after),
    };
  });
}

function sideOf(account: AccountId, balanceAfter: bigint): StatementSide {
  const isMember = isMemberAccount(account);
  return { account: describeAccount(account).name, isMember, balanceAfter: isMember ? balanceAfter : null };
}
