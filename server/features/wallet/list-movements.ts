import { pageSize } from '#contract/fields.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Movement, listMovements as operation } from '#contract/wallet-movements.ts';
import { listMovementsOf } from '#server/ledger/movements.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** Transfers that touched the member's accounts, newest first, one page after `before`. */
export function listMovements(
  { pool, clock }: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  { before, ...filter }: InputOf<typeof operation>,
): Promise<Movement[]> {
  const cursor = before === undefined ? null : BigInt(before);
  return listMovementsOf(pool, { memberId, timeZone, now: clock.now() }, { ...filter, before: cursor }, pageSize);
}
