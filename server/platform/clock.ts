import { mkdirSync } from 'node:fs';
import type pg from 'pg';

/** The time that the market, plans, jobs and records follow. Sessions and rate limits follow the wall clock instead. */
export interface ProductClock {
  /** Milliseconds since 1970 UTC. Never runs backwards, not over a restart either. */
  now(): number;
  /** Product seconds per wall second. */
  readonly speed: number;
  /** How long to wait on the wall until this much product time has passed. */
  wallDelayMs(productMs: number): number;
  /** Runs `task` once `now()` has reached `time`, soon if it has; answers a function that calls it off. */
  at(time: number, task: () => void): () => void;
}

/** One moment of both clocks: from there the product clock runs at its speed. */
export interface ClockAnchor {
  readonly wallMs: number;
  readonly productMs: number;
}
