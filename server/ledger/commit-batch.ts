import type pg from 'pg';
import { isMemberAccount } from '#core/ledger/accounts.ts';
import { accountsOf, planBatch } from '#core/ledger/batch.ts';
import type { Outcome, Transfer } from '#core/ledger/transfer.ts';
import { type AttachedRow, AttachedRows } from './attached-rows.ts';
import {
  begin,
  commit,
  confirmReplicated,
  encodeTransfers,
  findKeys,
  insertTransfers,
  lockBalances,
  readBalances,
  readKeys,
  rollback,
} from './batch-statements.ts';
import { classify } from './failures.ts';
import { withMemberLocks } from './positions.ts';
import { type Query, type QueryResult, roundTrip } from './round-trip.ts';

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
  return (await commitAhead(client, batch, at)) ?? (await commitInOrder(client, batch, at));
}

/**
 * Commits a batch of bulk transfers that meet on accounts of the house: encodes everything and writes the attached rows before it waits
 * for those accounts, so that their lock is held for the transfers alone. Returns undefined, with nothing written, where a row or a
 * transfer is not what was expected: such a batch is committed in order.
 */
async function commitAhead(client: pg.Client, batch: readonly Pending[], at: number): Promise<Outcome[] | undefined> {
  if (!batch.every(goesAhead)) return undefined;
  const transfers = batch.map(({ submission }) => submission);
  const transferAt = new Date(at);
  const attached = new AttachedRows();
  for (const { rows = [] } of transfers) for (const row of rows) attached.add(row, null, transferAt);
  const rowQueries = attached.queries();
  const encoded = encodeTransfers(transfers);
  const accounts = withMemberLocks(accountsOf(transfers));
  const members = accounts.filter((account) => isMemberAccount(account));
  const house = accounts.filter((account) => !isMemberAccount(account));
  const opening = [begin, lockBalances(members), ...rowQueries, lockBalances(house), findKeys(transfers, encoded.keys)];
  let answers: QueryResult[];
  try {
    answers = await roundTrip(client, opening);
  } catch (error) {
    if (classify(error) !== 'poison') throw error;
    return await takeBack(client);
  }
  const { firstTransferId, recorded } = readKeys(answers.at(-1)?.rows ?? []);
  const balances = readBalances(answers[1]?.rows ?? []);
  for (const [account, balance] of readBalances(answers.at(-2)?.rows ?? [])) balances.set(account, balance);
  const plan = planBatch({ balances, recorded, firstTransferId, at, transfers });
  const receipts = plan.outcomes.filter(isCommitted);
  if (receipts.length < transfers.length) return await takeBack(client);
  for (const [place, { transferId }] of receipts.entries()) (batch[place] as Pending).sentAs = transferId;
  await write(client, batch, [insertTransfers(encoded, receipts, plan.entries, transferAt)]);
  return [...plan.outcomes];
}

/** An unknown outcome of an earlier attempt, if there is one, is found in order. */
function goesAhead({ submission: { rows = [] }, sentAs }: Pending): boolean {
  return sentAs === undefined && rows.length > 0 && rows.every(({ statement }) => statement.ahead === true);
}

async function takeBack(client: pg.Client): Promise<undefined> {
  await roundTrip(client, [rollback]);
}

/** Locks, decides, writes. */
async function commitInOrder(client: pg.Client, batch: readonly Pending[], at: number): Promise<Outcome[]> {
  const transfers = batch.map(({ submission }) => submission);
  const opening = [begin, lockBalances(withMemberLocks(accountsOf(transfers))), findKeys(transfers)];
  const [, locked, keys] = await roundTrip(client, opening);
  const { firstTransferId, recorded } = readKeys(keys?.rows ?? []);
  const plan = planBatch({ balances: readBalances(locked?.rows ?? []), recorded, firstTransferId, at, transfers });

  const outcomes = ownedOutcomes(batch, plan.outcomes);
  const committed: Transfer[] = [];
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
    committed.push(submission);
    for (const row of submission.rows ?? []) attached.add(row, outcome.transferId, transferAt);
  }
  if (committed.length === 0) {
    const isAcknowledging = outcomes.some(({ status }) => status !== 'refused');
    await roundTrip(client, isAcknowledging ? [confirmReplicated, commit] : [rollback]);
    return outcomes;
  }
  const receipts = plan.outcomes.filter(isCommitted);
  const inserted = insertTransfers(encodeTransfers(committed), receipts, plan.entries, transferAt);
  await write(client, batch, [inserted, ...attached.queries()]);
  return outcomes;
}

async function write(client: pg.Client, batch: readonly Pending[], queries: readonly Query[]): Promise<void> {
  try {
    const answers = await roundTrip(client, [...queries, commit]);
    if (answers.at(-1)?.command !== 'COMMIT') throw new Error('the database did not commit');
  } catch (error) {
    // Only an error from the server proves that it did not commit; after any other the outcome is unknown.
    if (classify(error) !== 'outage') for (const pending of batch) pending.sentAs = undefined;
    throw error;
  }
}

type Committed = Outcome & { readonly status: 'committed' };

function isCommitted(outcome: Outcome): outcome is Committed {
  return outcome.status === 'committed';
}

/** A transfer found under an id of our own attempt is no replay: only the response to the first commit was lost. */
function ownedOutcomes(batch: readonly Pending[], outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map((outcome, place) => {
    const ours = outcome.status === 'replayed' && batch[place]?.sentAs === outcome.transferId;
    return ours ? { ...outcome, status: 'committed' } : outcome;
  });
}
