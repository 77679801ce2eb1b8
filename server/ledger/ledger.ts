import type pg from 'pg';
import { isMemberAccount, ownerOf, shardOf } from '#core/ledger/accounts.ts';
import { assertTransfer, type Outcome, type Transfer } from '#core/ledger/transfer.ts';
import { type Books, openBooks } from './books.ts';
import { type CompanionRow, encodeRow } from './companion.ts';
import { LedgerBusy, LedgerClosed } from './failures.ts';
import { Lane, type LaneCounts } from './lane.ts';
import type { OnCommitted } from './positions.ts';

/** Two committers: while one waits for the disk, the other decides and writes. Their members' house sub-accounts differ. */
const laneCount = 2;
/** With less than so many waiting, one committer takes them all: two would make twice as many batches, half as large. */
const spillAtWaiting = 32;
/** About half a second of work; whoever comes after is told that we are busy instead of waiting in vain. */
const waitingMax = 8_192;

/** How long the database may be away before waiting callers fail: longer than a failover, shorter than a phone waits. */
const usualOutageMsMax = 30_000;

/** A transfer and the rows that live or die with it. */
export interface Submission extends Transfer {
  readonly rows?: readonly CompanionRow[];
}

export interface LedgerOptions {
  readonly pool: pg.Pool;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly outageMsMax?: number;
  /** Called after each commit with the members whose balances it moved, each with the id of their newest transfer. Must not throw. */
  readonly onCommitted?: OnCommitted;
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

export function openLedger({ pool, clock, outageMsMax = usualOutageMsMax, onCommitted }: LedgerOptions): Ledger {
  const options = { pool, outageMsMax, now: () => clock.now(), onCommitted };
  const lanes = Array.from({ length: laneCount }, () => new Lane(options));
  const first = lanes[0] as Lane;
  /** Members with transfers that are not answered yet: the next ones follow them. */
  const followed = new Map<bigint, { readonly lane: Lane; unanswered: number }>();
  let closed = false;

  const waiting = (): number => lanes.reduce((total, lane) => total + lane.waitingCount, 0);

  function take(submissions: readonly Submission[]): Promise<Outcome>[] {
    if (closed) throw new LedgerClosed('the ledger is closed');
    if (waiting() + submissions.length > waitingMax) throw new LedgerBusy(`${waiting()} transfers wait already`);
    for (const submission of submissions) assertTransfer(submission);
    const rows = submissions.map((submission) => submission.rows?.map(encodeRow) ?? []);
    if (submissions.length === 0) return [];
    const memberId = memberOf(submissions);
    const lane = followed.get(memberId)?.lane ?? laneFor(memberId);
    const following = followed.get(memberId) ?? { lane, unanswered: 0 };
    followed.set(memberId, following);
    following.unanswered += submissions.length;
    const answered = (): void => {
      if (--following.unanswered === 0) followed.delete(memberId);
    };
    return submissions.map((transfer, place) => {
      const outcome = lane.submit(transfer, rows[place] ?? []);
      outcome.then(answered, answered);
      return outcome;
    });
  }

  function laneFor(memberId: bigint): Lane {
    const own = lanes[shardOf(memberId) % laneCount] ?? first;
    return own.isIdle && first.waitingCount < spillAtWaiting ? first : own;
  }

  return {
    ...openBooks(pool),
    submit: async (submission) => await (take([submission])[0] as Promise<Outcome>),
    submitMany: async (submissions) => await Promise.all(take(submissions)),
    counts: () =>
      lanes.reduce(addCounts, { batches: 0, conflictRetries: 0, outageRetries: 0, splits: 0, waiting: waiting() }),
    async close() {
      closed = true;
      await Promise.all(lanes.map((lane) => lane.drain()));
    },
  };
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

/** Whose transfers these are: the first member named, or the house. Those of one member are decided in the order they came. */
function memberOf(submissions: readonly Submission[]): bigint {
  for (const { moves } of submissions) {
    for (const { from, to } of moves) {
      if (isMemberAccount(from)) return ownerOf(from);
      if (isMemberAccount(to)) return ownerOf(to);
    }
  }
  return house;
}

/** Any owner of the house: what moves between its own accounts goes one way. */
const house = -1n;
