/**
 * The database's wall clock, estimated from readings of it. Between readings it runs by this process's monotonic clock, which no
 * setting of this machine's clock moves.
 */
export class DatabaseTime {
  #offsetMs: number | null = null;

  /** A reading of the database's clock (ms since 1970 UTC), requested and received at these times of `performance.now()`. */
  sample(databaseMs: number, sentAt: number, receivedAt: number): void {
    const [least, most] = [databaseMs - receivedAt, databaseMs - sentAt];
    // A slow response says little: the estimate moves only as far as it contradicts the reading.
    this.#offsetMs = this.#offsetMs === null ? (least + most) / 2 : Math.min(most, Math.max(least, this.#offsetMs));
  }

  /** Milliseconds since 1970 UTC; NaN before the first reading. */
  now(): number {
    return performance.now() + (this.#offsetMs ?? Number.NaN);
  }
}
