import type pg from 'pg';
import { accountsOf, planBatch } from '#core/ledger/batch.ts';
import type { Outcome, Transfer } from '#core/ledger/transfer.ts';
import { type AttachedRow, AttachedRows } from './attached-rows.ts';
import {
  begin,
  type CommittedTransfer,
  commit,
  confirmReplicated,
  findKeys,
  insertTransfers,
  lockBalances,
  readBalances,
  readKeys,
  rollback,
} from './batch-statements.ts';
import { classify } from './failures.ts';
import { withMemberLocks } from './positions.ts';
import { roundTrip } from './round-trip.ts';

/** A transfer and the rows that live or die with it. */
export interface Submission extends Transfer {
  readonly rows?: readonly AttachedRow[];
}

/** A transfer that waits for its answer. */
export interface Pending {
  readonly submission: Submission;
  /** Id under which it was sent to be committed with no answer yet: if it is found later, the commit was ours. */
  sentAs: bigint | undefined;
}

/**
 * Commits a batch in one transaction and two round trips, and answers each transfer in order. Throws without an answer when
 * the database refuses or fails; then either nothing was written or, if the connection was lost, everything.
 */
export async function commitBatch(client: pg.Client, batch: readonly Pending[], at: number): Promise<Outcome[]> {
  const transfers = batch.map(({ submission }) => submission);
  const opening = [begin, lockBalances(withMemberLocks(accountsOf(transfers))), findKeys(transfers)];
  const [, locked, keys] = await roundTrip(client, opening);
  const { firstTransferId, recorded } = readKeys(keys?.rows ?? []);
  const plan = planBatch({ balances: readBalances(locked?.rows ?? []), recorded, firstTransferId, at, transfers });

  const outcomes = ownedOutcomes(batch, plan.outcomes);
  const committed: CommittedTransfer[] = [];
  const attached = new AttachedRows();
  const transferAt = new Date(at);
  for (const [place, outcome] of plan.outcomes.entries()) {
    const pending = batch[place];
    if (!pending) continue;
    const owned = outcomes[place];
    // Decided under locks: an earlier attempt that is not found now never took place.
    pending.sentAs = owned?.status === 'committed' ? owned.transferId : undefined;
    if (outcome.status !== 'committed') continue;
    const { submission } = pending;
    committed.push({ transfer: submission, receipt: outcome });
    for (const row of submission.rows ?? []) attached.add(row, outcome.transferId, transferAt);
  }
  if (committed.length === 0) {
    const isAcknowledging = outcomes.some(({ status }) => status !== 'refused');
    await roundTrip(client, isAcknowledging ? [confirmReplicated, commit] : [rollback]);
    return outcomes;
  }
  const writing = [insertTransfers(committed, plan.entries, transferAt), ...attached.queries()];
  try {
    const answers = await roundTrip(client, [...writing, commit]);
    if (answers.at(-1)?.command !== 'COMMIT') throw new Error('the database did not commit');
  } catch (error) {
    // The server itself says that it did not commit; after anything else nobody knows.
    if (classify(error) !== 'outage') for (const pending of batch) pending.sentAs = undefined;
    throw error;
  }
  return outcomes;
}

/** A transfer found under an id that we sent ourselves was not repeated by anybody: its first answer never reached us. */
function ownedOutcomes(batch: readonly Pending[], outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map((outcome, place) => {
    const ours = outcome.status === 'replayed' && batch[place]?.sentAs === outcome.transferId;
    return ours ? { ...outcome, status: 'committed' } : outcome;
  });
}
