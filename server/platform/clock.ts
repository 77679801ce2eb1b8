import type pg from 'pg';
import { inTransaction } from './database/transaction.ts';
import { DatabaseTime } from './database-time.ts';
import type { Log } from './log.ts';
import { poll } from './poll.ts';

/** The time that the market, plans, jobs and records follow, and the wall clock of the database. */
export interface ProductClock {
  /** Milliseconds since 1970 UTC. Monotonic, across restarts too. */
  now(): number;
  /** Milliseconds since 1970 UTC by the database's own clock: for waits that no node and no setting may shorten. */
  wallNow(): number;
  /** Product seconds per wall second. */
  readonly speed: number;
  /** Wall time (ms) in which this much product time passes, at least 200 ms. */
  wallDelayMs(productMs: number): number;
}

/** The product clock of a running node. */
export interface NodeClock extends ProductClock {
  /** This machine's clock less the database's, milliseconds, at the last look. */
  skewMs(): number;
  /** Throws while this machine's clock and the database's disagree. */
  requireAgreement(): void;
  stop(): Promise<void>;
}

/** A moment in both clocks, from which the product clock runs at its speed. */
export interface ClockAnchor {
  readonly wallMs: number;
  readonly productMs: number;
  readonly speed: number;
}

/** The anchor in the database, with the latest product time that any node may have shown, and when that was extended. */
export interface StoredAnchor extends ClockAnchor {
  readonly shownUntilMs: number;
  readonly extendedAtMs: number;
}

export interface ClockSettings {
  /** Product time of the very first start, milliseconds since 1970. */
  readonly startMs: number | null;
  readonly speed: number;
}

/** Wall time by which nodes extend what they may show, and how often: a clock without its database stops after the first. */
const leaseMs = 5_000;
const extendEveryMs = 1_000;
/** Difference between the clocks of a node and its database at which a node does not start. */
const skewMsMax = 2_000;

/**
 * Opens the database's product clock. It advances while no process runs; a new speed takes effect from the current time, and a
 * start time is used only once, so that time never goes back, not even when a machine's clock is set back. This machine's clock is
 * not used for it; where it disagrees with the database's, sessions and codes would be wrong, and this throws.
 */
export async function openClock(
  pool: pg.Pool,
  settings: ClockSettings,
  log: Log,
  localNow: () => number = Date.now,
): Promise<NodeClock> {
  await storeAnchor(pool, settings, log);
  const time = new DatabaseTime();
  let skewMs = 0;
  let anchor = await extend();
  const fault = (): string | null => (Math.abs(skewMs) > skewMsMax ? disagreement(skewMs) : null);
  const found = fault();
  if (found) throw new Error(found);

  /** Extends what may be shown, and compares the clocks; a slow response widens the bound. */
  async function extend(): Promise<StoredAnchor> {
    const sentAt = performance.now();
    const { rows } = await pool.query<ExtendedRow>(
      "select (clock).*, wall from extend_product_clock($1 * interval '1 ms')",
      [leaseMs],
    );
    const receivedAt = performance.now();
    const [row] = rows;
    if (!row) throw new Error('the product clock has no row');
    time.sample(row.wall.getTime(), sentAt, receivedAt);
    const difference = localNow() - time.now();
    skewMs = Math.sign(difference) * Math.max(0, Math.abs(difference) - (receivedAt - sentAt) / 2);
    return anchorOf(row);
  }

  const extending = poll({
    name: 'product clock',
    everyMs: extendEveryMs,
    retryMsMax: extendEveryMs,
    log,
    run: async () => {
      const [faultBefore, before] = [fault(), anchor];
      anchor = await extend();
      const now = fault();
      if (now && !faultBefore) log.error(now);
      const movedMs = movedBetween(before, anchor);
      if (movedMs !== 0) log.warn({ movedMs }, clockMoved);
    },
  });
  return {
    ...clockFrom(
      () => anchor,
      () => time.now(),
    ),
    skewMs: () => skewMs,
    requireAgreement() {
      const now = fault();
      if (now) throw new Error(now);
    },
    stop: () => extending.stop(),
  };
}

const clockMoved =
  'the product clock was moved: its database’s clock was set back, a node has started with another speed, or somebody has changed it';

/** By how many ms of product time the clock of an anchor is ahead of that of the one before; 0 where it is the same. */
function movedBetween(before: ClockAnchor, { extendedAtMs, ...anchor }: StoredAnchor): number {
  const isSame =
    before.wallMs === anchor.wallMs && before.productMs === anchor.productMs && before.speed === anchor.speed;
  return isSame ? 0 : Math.round(timeOf(anchor, extendedAtMs) - timeOf(before, extendedAtMs));
}

function disagreement(skewMs: number): string {
  const seconds = Math.abs(skewMs) / 1_000;
  const amount = seconds < 5_400 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 3_600)} h`;
  return `The clock of this machine is ${amount} ${skewMs > 0 ? 'ahead of' : 'behind'} the database's. Set both by NTP.`;
}

async function storeAnchor(pool: pg.Pool, settings: ClockSettings, log: Log): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('lock table product_clock in exclusive mode');
    const { rows } = await client.query<AnchorRow>('select * from product_clock');
    const { rows: times } = await client.query<{ wall: Date }>('select clock_timestamp() as wall');
    const stored = rows[0] ? anchorOf(rows[0]) : null;
    const anchor = nextAnchor(stored, settings, times[0]?.wall.getTime() ?? Number.NaN);
    if (anchor !== stored) await client.query(storing, storedValues(anchor));
    if (stored && settings.startMs !== null)
      log.info('CLOCK_START counts at the first start only: the clock goes on from where it was');
  });
}

const storing = `
  insert into product_clock (wall_at, product_at, speed, shown_until, extended_at) values ($1, $2, $3, $4, $5)
  on conflict (only_row) do update set wall_at = excluded.wall_at, product_at = excluded.product_at, speed = excluded.speed,
    shown_until = greatest(product_clock.shown_until, excluded.shown_until), extended_at = excluded.extended_at`;

const storedValues = ({ wallMs, productMs, speed, shownUntilMs, extendedAtMs }: StoredAnchor) => [
  new Date(wallMs),
  new Date(productMs),
  speed,
  new Date(shownUntilMs),
  new Date(extendedAtMs),
];

/** The product clock of this database, for command-line tools. Wall time where no node ever ran. */
export async function readProductTime(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>('select coalesce(product_now(), now()) as now');
  return rows[0]?.now.getTime() ?? Number.NaN;
}

/** The anchor to use at a wall time of the database: `stored` itself if it is still valid. */
export function nextAnchor(stored: StoredAnchor | null, settings: ClockSettings, wallMs: number): StoredAnchor {
  const from = (productMs: number, shownUntilMs = productMs): StoredAnchor => ({
    wallMs,
    productMs,
    speed: settings.speed,
    shownUntilMs: Math.max(shownUntilMs, productMs),
    extendedAtMs: wallMs,
  });
  if (stored === null) return from(settings.startMs ?? wallMs);
  const isSetBack = wallMs < stored.extendedAtMs;
  // Rounded up, as `shownUntilMs` is: the next anchor lies before no part of a millisecond that was shown.
  const productMs = isSetBack ? stored.shownUntilMs : Math.ceil(timeOf(stored, wallMs));
  const isPlain = settings.startMs === null && settings.speed === 1;
  // After a demonstration in the past, jumping to wall time looks like downtime.
  if (isPlain && productMs < wallMs) return from(wallMs, stored.shownUntilMs);
  return stored.speed === settings.speed && !isSetBack ? stored : from(productMs, stored.shownUntilMs);
}

const timeOf = ({ wallMs, productMs, speed }: ClockAnchor, now: number): number => productMs + (now - wallMs) * speed;

/** Shortest polling interval (wall ms) of work that follows the product clock, at any speed. */
const delayMsMin = 200;

/**
 * The clock that runs from an anchor, by a wall clock. It stands still while the wall clock catches up after it was set back, and at
 * the time that may be shown.
 */
export function clockFrom(
  anchor: () => ClockAnchor & Partial<Pick<StoredAnchor, 'shownUntilMs'>>,
  wallNow: () => number = Date.now,
): ProductClock {
  let latest = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    const { shownUntilMs = Number.POSITIVE_INFINITY } = anchor();
    latest = Math.max(latest, Math.trunc(Math.min(shownUntilMs, timeOf(anchor(), wallNow()))));
    return latest;
  };
  const { speed } = anchor();
  return {
    now,
    wallNow: () => Math.trunc(wallNow()),
    speed,
    wallDelayMs: (productMs) => Math.max(delayMsMin, productMs / speed),
  };
}

interface AnchorRow {
  readonly wall_at: Date;
  readonly product_at: Date;
  readonly speed: number;
  readonly shown_until: Date;
  readonly extended_at: Date;
}

type ExtendedRow = AnchorRow & { readonly wall: Date };

/** Dates are cut to milliseconds: `shown_until` is rounded up. */
function anchorOf({ wall_at, product_at, speed, shown_until, extended_at }: AnchorRow): StoredAnchor {
  return {
    wallMs: wall_at.getTime(),
    productMs: product_at.getTime(),
    speed,
    shownUntilMs: shown_until.getTime() + 1,
    extendedAtMs: extended_at.getTime(),
  };
}
