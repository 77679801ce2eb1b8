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

/** A transfer and the rows written in its transaction. */
export interface Submission extends Transfer {
  readonly rows?: readonly AttachedRow[];
}

/** A queued transfer. */
export interface Pending {
  readonly submission: Submission;
  /** Id of an attempt whose outcome is unknown: if it is found later, the commit was ours. */
  sentAs: bigint | undefined;
}

/**
 * Commits a batch in one transaction and two round trips; returns the outcome of each transfer in order. Throws when the database
 * refuses or fails: then nothing was written or, if the connection was lost, possibly everything.
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
    // Under the locks: an earlier attempt that is not found now was never committed.
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
    // Only an error from the server proves that it did not commit; after any other the outcome is unknown.
    if (classify(error) !== 'outage') for (const pending of batch) pending.sentAs = undefined;
    throw error;
  }
  return outcomes;
}

/** A transfer found under an id of our own attempt is no replay: only the response to the first commit was lost. */
function ownedOutcomes(batch: readonly Pending[], outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map((outcome, place) => {
    const ours = outcome.status === 'replayed' && batch[place]?.sentAs === outcome.transferId;
    return ours ? { ...outcome, status: 'committed' } : outcome;
  });
}
