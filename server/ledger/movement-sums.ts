import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { MovementSum } from '#contract/wallet-movements.ts';
import { accountsOf, filteredSides, filterValues, type RecordFilter, type RecordReader } from './record-filter.ts';

/** Sums of filtered transfers. */
export interface MovementSums {
  /** The filtered transfers added up in the asset of the filter, each by its net effect on the accounts of the filter. */
  of(reader: RecordReader, filter: RecordFilter): Promise<MovementSum>;
}

const keptMax = 20_000;

const sumOfMovements = `with movement as (
    select sum(side.change) filter (where side.account_id = any ($7::bigint[])) as net
    ${filteredSides} and p.transfer_id > $8
    group by p.transfer_id
  )
  select
    coalesce((select max(transfer_id) from ledger.postings where member_id = $1), 0) as through,
    $8 = 0 or exists (select from ledger.postings where member_id = $1 and transfer_id = $8) as continues,
    count(*)::integer as movements,
    coalesce(sum(net) filter (where net > 0), 0)::bigint as incoming,
    coalesce(-sum(net) filter (where net < 0), 0)::bigint as outgoing
  from movement`;

interface SumRow {
  /** The member's newest transfer. */
  readonly through: bigint;
  /** Whether the history still has the transfer after which the sum begins: a failover may have lost it. */
  readonly continues: boolean;
  readonly movements: number;
  readonly incoming: bigint;
  readonly outgoing: bigint;
}

/**
 * Keeps each sum with the newest transfer in it, and reads only what came after: an open page asks again with every movement, and a
 * history is as long as the member is with us. Ids grow along a member's history (`withMemberLocks`), so none comes in before it.
 */
export function createMovementSums(pool: Pick<pg.Pool, 'query'>): MovementSums {
  const kept = new LRUCache<string, SumRow>({ max: keptMax });

  async function read(values: readonly unknown[], after: bigint): Promise<SumRow> {
    const { rows } = await pool.query<SumRow>({
      name: 'sum of movements',
      text: sumOfMovements,
      values: [...values, after],
    });
    const [row] = rows;
    if (!row) throw new Error('a sum has one row');
    return row;
  }

  return {
    async of(reader, filter) {
      const asset = filter.asset ?? 'USDT';
      const values = [...filterValues(reader, filter), accountsOf(reader.memberId, asset)];
      // The bounds are among them, so that "today" is another sum tomorrow.
      const key = JSON.stringify(values, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
      const before = kept.get(key);
      const later = before && (await read(values, before.through));
      const sum = before && later?.continues ? added(before, later) : await read(values, 0n);
      kept.set(key, sum);
      const { movements, incoming, outgoing } = sum;
      return { asset, movements, incoming, outgoing };
    },
  };
}

function added(before: SumRow, later: SumRow): SumRow {
  return {
    ...later,
    movements: before.movements + later.movements,
    incoming: before.incoming + later.incoming,
    outgoing: before.outgoing + later.outgoing,
  };
}
