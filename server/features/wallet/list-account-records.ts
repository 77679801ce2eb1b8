import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { InputOf } from '#contract/operation.ts';
import type { AccountRecord, listAccountRecords as operation } from '#contract/wallet.ts';
import type { RecordFilter } from '#server/ledger/record-filter.ts';
import { hasRecord, listRecords, type RecordPlace } from '#server/ledger/statement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';

export interface RecordDependencies {
  readonly pool: pg.Pool;
  /** The product clock. */
  readonly clock: { now(): number };
}

export type RecordRequest = InputOf<typeof operation>;

/** Changes of the member's accounts, newest first, one page after `before`. */
export async function listAccountRecords(
  dependencies: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  request: RecordRequest,
): Promise<AccountRecord[]> {
  const filter = await placedFilterOf(dependencies.pool, memberId, request);
  return listRecords(dependencies.pool, { memberId, timeZone, now: dependencies.clock.now() }, filter, pageSize);
}

/** Throws `recordUnknown` for a record that the member does not have. */
export async function placedFilterOf(
  pool: pg.Pool,
  memberId: bigint,
  { before, ...filter }: RecordRequest,
): Promise<RecordFilter & { readonly before: RecordPlace | null }> {
  const place = before === undefined ? null : placeOf(before);
  if (place !== null && !(await hasRecord(pool, memberId, place))) throw new Refusal('recordUnknown');
  return { ...filter, before: place };
}

const largestId = 2n ** 63n - 1n;

function placeOf(id: string): RecordPlace {
  const [transfer = '', place = '', side = ''] = id.split('-');
  const transferId = BigInt(transfer);
  if (transferId > largestId) throw new Refusal('recordUnknown');
  return { transferId, place: Number(place), side: Number(side) };
}
