import type pg from 'pg';
import type { Movement as ShownMovement } from '#contract/wallet-movements.ts';
import { accountFromNumber, describeAccount } from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import { filteredSides, filterValues, type RecordFilter, type RecordReader } from './record-filter.ts';

const movementsOfMember = `with page as (
    select distinct p.transfer_id
    ${filteredSides} and ($7::bigint is null or p.transfer_id < $7)
    order by p.transfer_id desc
    limit $8
  )
  select p.transfer_id, t.kind, t.reference, t.at, side.account_id, sum(side.change)::bigint as change,
    (array_agg(side.balance order by p.place desc))[1] as balance
  ${filteredSides} and p.transfer_id in (select transfer_id from page)
  group by p.transfer_id, t.kind, t.reference, t.at, side.account_id
  order by p.transfer_id desc, side.account_id`;

/** What the ledger knows of a movement. */
export type Movement = Omit<ShownMovement, 'plan'>;

interface ChangeRow {
  readonly transfer_id: bigint;
  readonly kind: TransferKind;
  readonly reference: string;
  readonly at: Date;
  readonly account_id: bigint;
  readonly change: bigint;
  readonly balance: bigint;
}

/** Transfers that touched the member's accounts, newest first, at most `limit`, after the transfer `before`. */
export async function listMovementsOf(
  pool: pg.Pool,
  reader: RecordReader,
  { before, ...filter }: RecordFilter & { readonly before: bigint | null },
  limit: number,
): Promise<Movement[]> {
  const { rows } = await pool.query<ChangeRow>({
    name: 'movements of member',
    text: movementsOfMember,
    values: [...filterValues(reader, filter), before, limit],
  });
  const movements: (Movement & { readonly changes: Movement['changes'][number][] })[] = [];
  for (const { transfer_id, kind, reference, at, account_id, change, balance } of rows) {
    const id = transfer_id.toString();
    const last = movements.at(-1);
    const movement = last?.id === id ? last : { id, kind, reference, at: at.getTime(), changes: [] };
    if (movement !== last) movements.push(movement);
    const { name, asset } = describeAccount(accountFromNumber(account_id));
    movement.changes.push({ account: name as Movement['changes'][number]['account'], asset, amount: change, balance });
  }
  return movements;
}
