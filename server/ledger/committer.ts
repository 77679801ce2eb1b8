import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Outcome } from '#core/ledger/transfer.ts';
import { rollback } from './batch-statements.ts';
import { commitBatch, type Pending, type Submission } from './commit-batch.ts';
import { connect } from './connection.ts';

import { classify, LedgerOutcomeUnknown, LedgerUnavailable, refusalOfPoison } from './failures.ts';

import { newestTransfers, type OnCommitted } from './positions.ts';
import { roundTrip } from './round-trip.ts';

/** Largest batch that callers wait for: bounds how long its rows stay locked. */
const batchTransfersMax = 512;
/** Largest batch of bulk transfers alone: the block of transfer ids that a batch reserves. */
const bulkTransfersMax = 1_024;
/** A conflict means that another process made progress, so a few attempts are enough; each waits longer. */
const conflictAttemptsMax = 8;
const outagePauseMsMax = 500;

/** A transfer that waits, with whom to answer. */
export interface Waiting extends Pending {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** Counters since the start of the process; never reset. */
export interface CommitterCounts {
  batches: number;
  transfers: number;
  conflictRetries: number;
  outageRetries: number;
  splits: number;
}

export interface CommitterOptions {
  readonly pool: pg.Pool;
  readonly outageMsMax: number;
  readonly onCommitted: OnCommitted | undefined;
  now(): number;
}

/**
 * Commits all queued transfers as one batch, resolves them, and repeats until the queue is empty. It owns one connection. Transfers are
 * decided in order of arrival, except that bulk transfers go after those that a caller waits for.
 */
export class Committer {
  readonly counts: CommitterCounts = { batches: 0, transfers: 0, conflictRetries: 0, outageRetries: 0, splits: 0 };
  readonly #options: CommitterOptions;
  readonly #waiting: Waiting[] = [];
  readonly #bulk: Waiting[] = [];
  #running: Promise<void> | undefined;
  #client: pg.Client | undefined;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** Without bulk transfers, whose source limits its own number. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The queue is empty and no batch is being committed. */
  get isIdle(): boolean {
    return this.#running === undefined;
  }

  submit(submission: Submission): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ submission, sentAs: undefined, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Queues a bulk transfer, which needs no promise of its own: each batch takes those of `submit` first. */
  submitBulk(waiting: Waiting): void {
    this.#bulk.push(waiting);
    this.#running ??= this.#run();
  }

  /** Commits everything queued, then closes the connection. */
  async drain(): Promise<void> {
    await this.#running;
    await this.#client?.end();
    this.#client = undefined;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length + this.#bulk.length > 0) {
      // Everything submitted in this turn of the event loop joins the batch, without a timer.
      await new Promise(setImmediate);
      const batch = this.#waiting.splice(0, batchTransfersMax);
      const bulkMax = batch.length === 0 ? bulkTransfersMax : batchTransfersMax - batch.length;
      batch.push(...this.#bulk.splice(0, bulkMax));
      const outage = await this.#commitAll(batch);
      if (outage) for (const waiting of [...this.#waiting.splice(0), ...this.#bulk.splice(0)]) waiting.reject(outage);
    }
    this.#running = undefined;
  }

  /**
   * Settles every transfer of the batch. Returns an error when the database is away, so that the rest of the queue fails at once
   * instead of batch by batch.
   */
  async #commitAll(batch: readonly Waiting[]): Promise<LedgerUnavailable | undefined> {
    const deadline = performance.now() + this.#options.outageMsMax;
    let conflicts = 0;
    let outages = 0;
    for (;;) {
      try {
        const outcomes = await this.#commit(batch);
        for (const [place, outcome] of outcomes.entries()) batch[place]?.resolve(outcome);
        this.#options.onCommitted?.(newestTransfers(batch, outcomes));
        return undefined;
      } catch (error) {
        const failure = classify(error);
        if (failure === 'outage') {
          this.#disconnect();
          if (performance.now() > deadline) return giveUp(batch, error);
          this.counts.outageRetries++;
          await wait(Math.min(10 * 2 ** outages++, outagePauseMsMax));
          continue;
        }
        await this.#undo();
        if (failure === 'poison') return await this.#bisect(batch, error);
        if (++conflicts >= conflictAttemptsMax) {
          giveUp(batch, error);
          return undefined;
        }
        this.counts.conflictRetries++;
        await wait(2 ** conflicts * (0.5 + Math.random()));
      }
    }
  }

  /** Bisects a batch that can never be written until the poison transfer is alone. */
  async #bisect(batch: readonly Waiting[], error: unknown): Promise<LedgerUnavailable | undefined> {
    const [first] = batch;
    if (batch.length === 1 && first) {
      first.reject(refusalOfPoison(error));
      return undefined;
    }
    this.counts.splits++;
    const middle = batch.length >> 1;
    const outage = await this.#commitAll(batch.slice(0, middle));
    return outage ? giveUp(batch.slice(middle), outage) : await this.#commitAll(batch.slice(middle));
  }

  async #commit(batch: readonly Waiting[]): Promise<Outcome[]> {
    this.#client ??= await connect(this.#options.pool);
    this.counts.batches++;
    this.counts.transfers += batch.length;
    return await commitBatch(this.#client, batch, Math.trunc(this.#options.now()));
  }

  /** Rolls back the transaction that the server aborted. */
  async #undo(): Promise<void> {
    try {
      if (this.#client) await roundTrip(this.#client, [rollback]);
    } catch {
      this.#disconnect();
    }
  }

  #disconnect(): void {
    // Not awaited: a hanging connection must not delay the next one.
    this.#client?.end().catch(() => {});
    this.#client = undefined;
  }
}

function giveUp(batch: readonly Waiting[], cause: unknown): LedgerUnavailable {
  const unavailable = new LedgerUnavailable('the database did not answer', { cause });
  for (const waiting of batch) {
    const isUnknown = waiting.sentAs !== undefined;
    waiting.reject(isUnknown ? new LedgerOutcomeUnknown('the commit was not confirmed', { cause }) : unavailable);
  }
  return unavailable;
}
