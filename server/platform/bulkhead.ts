import { FairQueue } from './fair-queue.ts';
import { Refusal } from './refusal.ts';

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * A semaphore with a bounded queue for costly work; beyond the queue it refuses with `serverBusy`. Groups (networks, members) take turns, and
 * one with few waiting takes a place in a full queue from one with many.
 */
export class Bulkhead {
  readonly #queueMax: number;
  readonly #queue = new FairQueue<Waiting>();
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

  async run<Result>(group: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(group);
    try {
      return await work();
    } finally {
      const next = this.#queue.take();
      if (next) next.begin();
      else this.#free += 1;
    }
  }

  #wait(group: string): Promise<void> {
    this.requireRoom(group);
    if (this.#queue.size >= this.#queueMax) this.#queue.takeNewest(this.#queue.crowdBeside(group) ?? '')?.refuse();
    return new Promise((begin, reject) => {
      this.#queue.add(group, { begin, refuse: () => reject(new Refusal('serverBusy')) });
    });
  }
}
