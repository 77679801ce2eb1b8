import type pg from 'pg';
import { isMemberAccount, ownerOf, shardOf } from '#core/ledger/accounts.ts';
import { assertTransfer, type Outcome, type Transfer } from '#core/ledger/transfer.ts';
import { type Books, openBooks } from './books.ts';
import { type CompanionRow, encodeRow } from './companion.ts';
import { LedgerBusy, LedgerClosed } from './failures.ts';
import { Lane, type LaneCounts } from './lane.ts';

/** Two committers: while one waits for the disk, the other decides and writes. Their members' house sub-accounts differ. */
const laneCount = 2;
/** About half a second of work; whoever comes after is told that we are busy instead of waiting in vain. */
const waitingMax = 8_192;

/** How long a database may be away (a restart takes seconds) before the callers that wait for it are told. */
const usualOutageMsMax = 10_000;

/** A transfer and the rows that live or die with it. */
export interface Submission extends Transfer {
  readonly rows?: readonly CompanionRow[];
}

export interface LedgerOptions {
  readonly pool: pg.Pool;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly outageMsMax?: number;
}

export interface LedgerCounts extends LaneCounts {
  waiting: number;
}

export interface Ledger extends Books {
  /**
   * Makes a transfer, durably, or says why not. Rejects with `LedgerBusy`, `LedgerClosed` or `LedgerUnavailable` when nothing
   * was written, `CompanionRefused` when the database refused its rows, `LedgerOutcomeUnknown` when only trying again can
   * tell, and a RangeError for a transfer that no code should build.
   */
  submit(submission: Submission): Promise<Outcome>;
  /** Makes transfers in this order, each answered for itself. */
  submitMany(submissions: readonly Submission[]): Promise<Outcome[]>;
  counts(): LedgerCounts;
  /** Refuses what comes from now on and answers what waits. */
  close(): Promise<void>;
}

export function openLedger({ pool, clock, outageMsMax = usualOutageMsMax }: LedgerOptions): Ledger {
  const lanes = Array.from({ length: laneCount }, () => new Lane({ pool, outageMsMax, now: () => clock.now() }));
  const first = lanes[0] as Lane;
  let closed = false;

  const waiting = (): number => lanes.reduce((total, lane) => total + lane.waitingCount, 0);

  function laneFor(submissions: readonly Submission[]): Lane {
    if (closed) throw new LedgerClosed('the ledger is closed');
    if (waiting() + submissions.length > waitingMax) throw new LedgerBusy(`${waiting()} transfers wait already`);
    for (const submission of submissions) assertTransfer(submission);
    return lanes[laneOf(submissions)] ?? first;
  }

  return {
    ...openBooks(pool),
    submit: async (submission) => await enqueue(laneFor([submission]), submission),
    async submitMany(submissions) {
      const lane = laneFor(submissions);
      return await Promise.all(submissions.map((submission) => enqueue(lane, submission)));
    },
    counts: () =>
      lanes.reduce(addCounts, { batches: 0, conflictRetries: 0, outageRetries: 0, splits: 0, waiting: waiting() }),
    async close() {
      closed = true;
      await Promise.all(lanes.map((lane) => lane.drain()));
    },
  };
}

function enqueue(lane: Lane, transfer: Submission): Promise<Outcome> {
  const rows = transfer.rows?.map(encodeRow) ?? [];
  return new Promise((resolve, reject) => lane.add({ transfer, rows, sentAs: undefined, resolve, reject }));
}

function addCounts(total: LedgerCounts, { counts }: Lane): LedgerCounts {
  return {
    ...total,
    batches: total.batches + counts.batches,
    conflictRetries: total.conflictRetries + counts.conflictRetries,
    outageRetries: total.outageRetries + counts.outageRetries,
    splits: total.splits + counts.splits,
  };
}

/** Transfers of one member always meet in the same lane, so that they are decided in the order they came. */
function laneOf(submissions: readonly Submission[]): number {
  for (const { moves } of submissions) {
    for (const { from, to } of moves) {
      if (isMemberAccount(from)) return shardOf(ownerOf(from)) % laneCount;
      if (isMemberAccount(to)) return shardOf(ownerOf(to)) % laneCount;
    }
  }
  return 0;
}
