import type pg from 'pg';
import type { getGiving as operation } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { HouseAccountName } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { maskName } from '#server/platform/mask-name.ts';
import type { Tables } from './disbursement-store.ts';
import { listCauses } from './list-causes.ts';

export interface GetGivingDependencies {
  readonly pool: pg.Pool;
  readonly tables: Tables;
  /** The product clock: causes begin and end by it. */
  readonly clock: { now(): number };
  readonly ledger: Pick<Ledger, 'houseBalances'>;
}

const donorsShown = 20;

/** The charity's accounts, whose sums are its columns, what it is for now, and its latest donors. */
export async function getGiving({
  pool,
  tables,
  ledger,
  clock,
}: GetGivingDependencies): Promise<OutputOf<typeof operation>> {
  const [balances, causes, { rows }] = await Promise.all([
    ledger.houseBalances(),
    listCauses({ tables, clock }),
    pool.query<DonorRow>({
      name: 'latest donors',
      text: `select member.username, donation.name, donation.points, donation.donated_at
        from donation join member on member.id = donation.member_id
        order by donation.donated_at desc, donation.id desc limit $1`,
      values: [donorsShown],
    }),
  ]);
  const columnsOf = <Amount>(unspentIn: HouseAccountName, spentIn: HouseAccountName, of: (value: bigint) => Amount) => {
    const [unspent, disbursed] = [balances.get(unspentIn) ?? 0n, balances.get(spentIn) ?? 0n];
    return { received: of(unspent + disbursed), disbursed: of(disbursed), unspent: of(unspent) };
  };
  return {
    points: columnsOf('charityPoints', 'charityPointsSpent', points),
    usdt: columnsOf('charity', 'charitySpent', usdt),
    causes,
    donors: rows.map((row) => ({
      name: row.name === 'masked' && row.username !== null ? maskName(row.username) : null,
      points: row.points,
      at: row.donated_at.getTime(),
    })),
  };
}

interface DonorRow {
  /** Null of one who deleted the account. */
  readonly username: string | null;
  readonly name: string;
  readonly points: number;
  readonly donated_at: Date;
}
