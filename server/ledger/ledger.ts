import type pg from 'pg';
import { isMemberAccount, ownerOf, shardOf } from '#core/ledger/accounts.ts';
import { assertTransfer, type Outcome, type Transfer } from '#core/ledger/transfer.ts';
import type { Submission } from './commit-batch.ts';
import { Committer, type CommitterCounts, type Waiting } from './committer.ts';
import { LedgerBusy, LedgerClosed } from './failures.ts';
import { type LedgerReader, openLedgerReader } from './ledger-reader.ts';
import type { OnCommitted } from './positions.ts';

export type { Submission } from './commit-batch.ts';

/** While one committer waits for the disk, the other decides and writes. Their shards of the house accounts differ. */
const committerCount = 2;
/** Below this queue length one committer takes everything: two would write twice as many batches, half as large. */
const spillAtWaiting = 32;
/** Queue bound, about half a second of work: beyond it callers are refused as busy instead of timing out. */
const waitingMax = 8_192;
/** Pages in flight, so that committers have work while the next page is read. */
const pagesAtOnce = 2;

/** How long the database may be away before waiting callers fail: longer than a failover, shorter than a phone waits. */
const usualOutageMsMax = 30_000;

export interface LedgerOptions {
  readonly pool: pg.Pool;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly outageMsMax?: number;
  /** Called after each commit with the members whose balances changed, each with the id of their newest transfer. Must not throw. */
  readonly onCommitted?: OnCommitted;
}

export interface LedgerCounts extends CommitterCounts {
  waiting: number;
}

/** Outcome of `submitPages`. */
export interface PagesReport {
  /** Transfers that this call committed, without those committed before. */
  readonly committed: number;
  /** Transfers that were refused or failed, each with its reason; the others were committed. */
  readonly failed: readonly { readonly key: string; readonly reason: unknown }[];
}

export interface Ledger extends LedgerReader {
  /**
   * Commits a transfer durably, or returns its refusal. Rejects with `LedgerBusy`, `LedgerClosed` or `LedgerUnavailable` when nothing
   * was written, `AttachedRowsRefused` when the database refused its rows, `LedgerOutcomeUnknown` when only a retry
   * can find out, and a RangeError for a malformed transfer (a bug).
   */
  submit(submission: Submission): Promise<Outcome>;
  /**
   * Commits many transfers in bulk, each under its own idempotency key, so that an interrupted call can be repeated. Reads the next
   * page while earlier ones are written. Transfers of one member are committed in order, others in any; those of `submit` go first.
   * Rejects when a page cannot be read, after writing the pages before it.
   */
  submitPages(pages: AsyncIterable<readonly Submission[]>): Promise<PagesReport>;
  counts(): LedgerCounts;
  /** Refuses new transfers and commits the queued ones. */
  close(): Promise<void>;
}

export function openLedger({ pool, clock, outageMsMax = usualOutageMsMax, onCommitted }: LedgerOptions): Ledger {
  const options = { pool, outageMsMax, now: () => clock.now(), onCommitted };
  const committers = Array.from({ length: committerCount }, () => new Committer(options));
  const first = committers[0] as Committer;
  /** Members with transfers in flight: their next ones go to the same committer. */
  const followed = new Map<bigint, { readonly committer: Committer; unanswered: number }>();
  let closed = false;

  const waiting = (): number => committers.reduce((total, { waitingCount }) => total + waitingCount, 0);
  const ownCommitter = (memberId: bigint): Committer => committers[shardOf(memberId) % committerCount] ?? first;

  function committerFor(memberId: bigint): Committer {
    const own = ownCommitter(memberId);
    return own.isIdle && first.waitingCount < spillAtWaiting ? first : own;
  }

  function submit(submission: Submission): Promise<Outcome> {
    if (closed) throw new LedgerClosed('the ledger is closed');
    if (waiting() >= waitingMax) throw new LedgerBusy(`${waiting()} transfers wait already`);
    assertTransfer(submission);
    const memberId = memberOf(submission);
    const following = followed.get(memberId) ?? { committer: committerFor(memberId), unanswered: 0 };
    followed.set(memberId, following);
    following.unanswered++;
    const answered = (): void => {
      if (--following.unanswered === 0) followed.delete(memberId);
    };
    const outcome = following.committer.submit(submission);
    outcome.then(answered, answered);
    return outcome;
  }

  async function submitPage(page: readonly Submission[], report: WritableReport): Promise<void> {
    if (closed) throw new LedgerClosed('the ledger is closed');
    for (const submission of page) assertTransfer(submission);
    if (page.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const answers = new PageAnswers(report, page.length, resolve);
    for (const submission of page) {
      ownCommitter(memberOf(submission)).submitBulk(new PageTransfer(submission, answers));
    }
    await promise;
  }

  return {
    ...openLedgerReader(pool),
    submit: async (submission) => await submit(submission),
    async submitPages(pages) {
      const report: WritableReport = { committed: 0, failed: [] };
      const underWay: Promise<void>[] = [];
      try {
        for await (const page of pages) {
          if (underWay.length >= pagesAtOnce) await underWay.shift();
          const writing = submitPage(page, report);
          // Handled at the `await` above or below.
          writing.catch(() => {});
          underWay.push(writing);
        }
      } finally {
        await Promise.all(underWay);
      }
      return report;
    },
    counts: () =>
      committers.reduce(addCounts, {
        batches: 0,
        transfers: 0,
        conflictRetries: 0,
        outageRetries: 0,
        splits: 0,
        waiting: waiting(),
      }),
    async close() {
      closed = true;
      await Promise.all(committers.map((committer) => committer.drain()));
    },
  };
}

interface WritableReport extends PagesReport {
  committed: number;
  readonly failed: { readonly key: string; readonly reason: unknown }[];
}

/** Counts the answers of a page; a promise for each transfer would cost more than deciding it. */
class PageAnswers {
  readonly #report: WritableReport;
  readonly #answered: () => void;
  #missing: number;

  constructor(report: WritableReport, missing: number, answered: () => void) {
    this.#report = report;
    this.#missing = missing;
    this.#answered = answered;
  }

  note(outcome: Outcome, key: string): void {
    if (outcome.status === 'refused') this.#report.failed.push({ key, reason: outcome.reason });
    else if (outcome.status === 'committed') this.#report.committed++;
    this.#count();
  }

  noteFailure(reason: unknown, key: string): void {
    this.#report.failed.push({ key, reason });
    this.#count();
  }

  #count(): void {
    if (--this.#missing === 0) this.#answered();
  }
}

class PageTransfer implements Waiting {
  readonly submission: Submission;
  sentAs: bigint | undefined;
  /** Counted once, as a promise settles once. */
  #answers: PageAnswers | undefined;

  constructor(submission: Submission, answers: PageAnswers) {
    this.submission = submission;
    this.#answers = answers;
  }

  resolve(outcome: Outcome): void {
    this.#answers?.note(outcome, this.submission.key);
    this.#answers = undefined;
  }

  reject(error: Error): void {
    this.#answers?.noteFailure(error, this.submission.key);
    this.#answers = undefined;
  }
}

function addCounts(total: LedgerCounts, { counts }: Committer): LedgerCounts {
  return {
    ...total,
    batches: total.batches + counts.batches,
    transfers: total.transfers + counts.transfers,
    conflictRetries: total.conflictRetries + counts.conflictRetries,
    outageRetries: total.outageRetries + counts.outageRetries,
    splits: total.splits + counts.splits,
  };
}

/** Owner by which a transfer is routed: its first member, or the house. Transfers of one member are decided in order. */
function memberOf({ postings }: Transfer): bigint {
  for (const { from, to } of postings) {
    if (isMemberAccount(from)) return ownerOf(from);
    if (isMemberAccount(to)) return ownerOf(to);
  }
  return house;
}

/** Owner of transfers between house accounts, which all go to one committer. */
const house = -1n;
