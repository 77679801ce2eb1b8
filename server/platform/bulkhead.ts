import { FairQueue } from './fair-queue.ts';
import { Refusal } from './refusal.ts';

interface Waiting {
  readonly subject: string;
  begin(): void;
  refuse(): void;
}

/**
 * A semaphore with a bounded queue for costly work; beyond the queue it refuses with `serverBusy`. Groups (networks, members) take turns, and
 * one with few waiting takes a place in a full queue from one with many. Work on one subject (an account) runs one at a time, where it is
 * named.
 */
export class Bulkhead {
  readonly #queueMax: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #running = new Set<string>();
  #free: number;

  constructor(concurrencyMax: number, queueMax: number) {
    this.#queueMax = queueMax;
    this.#free = concurrencyMax;
  }

  /** Throws `serverBusy` when the queue is full. */
  requireRoom(group: string): void {
    const hasRoom = this.#free > 0 || this.#queue.size < this.#queueMax || this.#queue.crowdBeside(group) !== null;
    if (!hasRoom) throw new Refusal('serverBusy');
  }

  async run<Result>(group: string, work: () => Promise<Result>, subject = ''): Promise<Result> {
    if (this.#free > 0 && this.#mayRun(subject)) this.#begin(subject);
    else await this.#wait(group, subject);
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#running.delete(subject);
      this.#beginWaiting();
    }
  }

  #mayRun(subject: string): boolean {
    return subject === '' || !this.#running.has(subject);
  }

  #begin(subject: string): void {
    this.#free -= 1;
    this.#running.add(subject);
  }

  #beginWaiting(): void {
    while (this.#free > 0) {
      const next = this.#queue.take(({ subject }) => this.#mayRun(subject));
      if (next === undefined) break;
      this.#begin(next.subject);
      next.begin();
    }
  }

  #wait(group: string, subject: string): Promise<void> {
    if (this.#queue.size >= this.#queueMax) {
      const crowd = this.#queue.crowdBeside(group);
      if (crowd === null) throw new Refusal('serverBusy');
      this.#queue.takeNewest(crowd)?.refuse();
    }
    return new Promise((begin, reject) => {
      this.#queue.add(group, { subject, begin, refuse: () => reject(new Refusal('serverBusy')) });
    });
  }
}
