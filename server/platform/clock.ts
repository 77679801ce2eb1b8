import type pg from 'pg';
import type { Log } from './log.ts';

/** The time that the market, plans, jobs and records follow. Sessions and rate limits follow the wall clock instead. */
export interface ProductClock {
  /** Milliseconds since 1970 UTC. Monotonic, across restarts too. */
  now(): number;
  /** Product seconds per wall second. */
  readonly speed: number;
  /** Wall time (ms) in which this much product time passes, at least 200 ms. */
  wallDelayMs(productMs: number): number;
}

/** A moment in both clocks, from which the product clock runs at its speed. */
export interface ClockAnchor {
  readonly wallMs: number;
  readonly productMs: number;
  readonly speed: number;
}

export interface ClockSettings {
  /** Product time of the very first start, milliseconds since 1970. */
  readonly startMs: number | null;
  readonly speed: number;
}

/**
 * Opens the database's product clock. It advances while no process runs; a new speed takes effect from the current time, and a
 * start time is used only once, so that time never goes back.
 */
export async function openClock(pool: pg.Pool, settings: ClockSettings, log: Log): Promise<ProductClock> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table product_clock in exclusive mode');
    const { rows } = await client.query<AnchorRow>('select wall_at, product_at, speed from product_clock');
    const stored = rows[0] ? anchorOf(rows[0]) : null;
    const anchor = nextAnchor(stored, settings, Date.now());
    if (anchor !== stored) {
      await client.query('delete from product_clock');
      await client.query('insert into product_clock (wall_at, product_at, speed) values ($1, $2, $3)', [
        new Date(anchor.wallMs),
        new Date(anchor.productMs),
        anchor.speed,
      ]);
    }
    await client.query('commit');
    if (stored && settings.startMs !== null)
      log.info('CLOCK_START counts at the first start only: the clock goes on from where it was');
    return clockFrom(anchor);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The product clock of this database, for command-line tools. Wall time where no node ever ran. */
export async function readProductTime(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<AnchorRow>('select wall_at, product_at, speed from product_clock');
  return rows[0] ? Math.trunc(timeOf(anchorOf(rows[0]), Date.now())) : Date.now();
}

/** The anchor to use: `stored` itself if it is still valid. */
export function nextAnchor(stored: ClockAnchor | null, settings: ClockSettings, wallMs: number): ClockAnchor {
  if (stored === null) return { wallMs, productMs: settings.startMs ?? wallMs, speed: settings.speed };
  const productMs = Math.trunc(timeOf(stored, wallMs));
  const isPlain = settings.startMs === null && settings.speed === 1;
  // After a demonstration in the past, jumping to wall time looks like downtime.
  if (isPlain && productMs < wallMs) return { wallMs, productMs: wallMs, speed: 1 };
  return stored.speed === settings.speed ? stored : { wallMs, productMs, speed: settings.speed };
}

const timeOf = ({ wallMs, productMs, speed }: ClockAnchor, now: number): number => productMs + (now - wallMs) * speed;

/** Shortest polling interval (wall ms) of work that follows the product clock, at any speed. */
const delayMsMin = 200;

/** The clock that runs from the anchor. While a wall clock that was set back catches up, it stands still. */
export function clockFrom(anchor: ClockAnchor, wallNow: () => number = Date.now): ProductClock {
  let latest = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    latest = Math.max(latest, Math.trunc(timeOf(anchor, wallNow())));
    return latest;
  };
  return {
    now,
    speed: anchor.speed,
    wallDelayMs: (productMs) => Math.max(delayMsMin, productMs / anchor.speed),
  };
}

interface AnchorRow {
  readonly wall_at: Date;
  readonly product_at: Date;
  readonly speed: number;
}

function anchorOf({ wall_at, product_at, speed }: AnchorRow): ClockAnchor {
  return { wallMs: wall_at.getTime(), productMs: product_at.getTime(), speed };
}
