import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { sumMovements as operation } from '#contract/wallet-movements.ts';
import { sumMovementsOf } from '#server/ledger/movements.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** The filtered transfers of a member added up. */
export function sumMovements(
  { pool, clock }: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  filter: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return sumMovementsOf(pool, { memberId, timeZone, now: clock.now() }, filter);
}
