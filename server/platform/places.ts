import { Refusal } from './refusal.ts';

/** A few places for dear work, and a queue before them. Who finds the queue full is refused with `serverBusy`. */
export class Places {
  readonly #queueMax: number;
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(concurrencyMax: number, queueMax: number) {
    this.#free = concurrencyMax;
    this.#queueMax = queueMax;
  }

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
