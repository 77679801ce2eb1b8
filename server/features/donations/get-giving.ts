import type pg from 'pg';
import type { getGiving as operation } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { points, usdt } from '#core/money/amount.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { CharityColumns } from '#server/ledger/ledger-reader.ts';
import { maskName } from '#server/platform/mask-name.ts';
import type { Tables } from './disbursement-store.ts';
import { listCauses } from './list-causes.ts';

export interface GetGivingDependencies {
  readonly pool: pg.Pool;
  readonly tables: Tables;
  /** The product clock: causes begin and end by it. */
  readonly clock: { now(): number };
  readonly ledger: Pick<Ledger, 'charityColumns'>;
}

const donorsShown = 20;

/** The charity's accounts, whose sums are its columns, what it is for now, and its latest donors. */
export async function getGiving({
  pool,
  tables,
  ledger,
  clock,
}: GetGivingDependencies): Promise<OutputOf<typeof operation>> {
  const [columns, causes, { rows }] = await Promise.all([
    ledger.charityColumns(),
    listCauses({ tables, clock }),
    pool.query<DonorRow>({
      name: 'latest donors',
      text: `select member.username, donation.name, donation.points, donation.donated_at
        from donation join member on member.id = donation.member_id
        order by donation.donated_at desc, donation.id desc limit $1`,
      values: [donorsShown],
    }),
  ]);
  return {
    points: columnsIn(columns.PTS, points),
    usdt: columnsIn(columns.USDT, usdt),
    causes,
    donors: rows.map((row) => ({
      name: row.name === 'masked' && row.username !== null ? maskName(row.username) : null,
      points: row.points,
      at: row.donated_at.getTime(),
    })),
  };
}

const columnsIn = <Amount>({ received, disbursed, unspent }: CharityColumns, of: (value: bigint) => Amount) => ({
  received: of(received),
  disbursed: of(disbursed),
  unspent: of(unspent),
});

interface DonorRow {
  /** Null of one who deleted the account. */
  readonly username: string | null;
  readonly name: string;
  readonly points: number;
  readonly donated_at: Date;
}
