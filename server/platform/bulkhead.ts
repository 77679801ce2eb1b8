import { Refusal } from './refusal.ts';

/** A semaphore with a bounded queue for costly work; beyond the queue it refuses with `serverBusy`. */
export class Bulkhead {
  readonly #queueMax: number;
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(concurrencyMax: number, queueMax: number) {
    this.#queueMax = queueMax;
    this.#free = concurrencyMax;
  }

  /** Throws `serverBusy` when the queue is full. */
  requireRoom(): void {
    if (this.#free === 0 && this.#queue.length >= this.#queueMax) throw new Refusal('serverBusy');
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(): Promise<void> {
    this.requireRoom();
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
