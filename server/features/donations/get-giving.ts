import type pg from 'pg';
import type { getGiving as operation } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { type Asset, points, usdt } from '#core/money/amount.ts';
import { maskName } from '#server/platform/mask-name.ts';
import type { Tables } from './disbursement-store.ts';
import { listCauses } from './list-causes.ts';

export interface GetGivingDependencies {
  readonly pool: pg.Pool;
  readonly tables: Tables;
  /** The product clock: causes begin and end by it. */
  readonly clock: { now(): number };
}

const donorsShown = 20;

/** The charity's accounts, whose sums are its columns, what it is for now, and its latest donors. */
export async function getGiving({ pool, tables, clock }: GetGivingDependencies): Promise<OutputOf<typeof operation>> {
  const [columns, causes, { rows }] = await Promise.all([
    readColumns(pool),
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

interface ColumnsRow {
  readonly asset: Asset;
  readonly received: bigint;
  readonly disbursed: bigint;
  readonly unspent: bigint;
}

/**
 * What came in, was disbursed and is left, of one moment: three figures of the ledger. What came in is the sum of all postings into the
 * charity's accounts, whatever became of them, so that the three can contradict each other, and the phone looks.
 */
async function readColumns(pool: pg.Pool): Promise<Readonly<Record<Asset, ColumnsRow>>> {
  const { rows } = await pool.query<ColumnsRow>({
    name: 'columns of the charity',
    text: `select received.asset, received.amount as received, spent.balance::bigint as disbursed, unspent.balance::bigint as unspent
      from ledger.charity_received as received
      join (values ('USDT', 'charity', 'charitySpent'), ('PTS', 'charityPoints', 'charityPointsSpent')) as name (asset, unspent, spent)
        on name.asset = received.asset
      join ledger.house_balances as unspent on unspent.name = name.unspent
      join ledger.house_balances as spent on spent.name = name.spent`,
    values: [],
  });
  const [PTS, USDT] = (['PTS', 'USDT'] as const).map((asset) => rows.find((row) => row.asset === asset));
  if (!PTS || !USDT) throw new Error('the charity has no columns');
  return { PTS, USDT };
}

const columnsIn = <Amount>({ received, disbursed, unspent }: ColumnsRow, of: (value: bigint) => Amount) => ({
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
