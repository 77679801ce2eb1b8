import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { sumMovements as operation } from '#contract/wallet-movements.ts';
import type { MovementSums } from '#server/ledger/movement-sums.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** The filtered transfers of a member added up. */
export function sumMovements(
  { movementSums, clock }: Pick<RecordDependencies, 'clock'> & { readonly movementSums: MovementSums },
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  filter: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return movementSums.of({ memberId, timeZone, now: clock.now() }, filter);
}
