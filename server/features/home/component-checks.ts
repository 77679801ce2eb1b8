import { get, type OutgoingHttpHeaders } from 'node:http';
import type pg from 'pg';
import type { ComponentId } from '#contract/home.ts';
import { type Interval, intervalMs } from '#core/market/candle.ts';
import { houseBalances } from '#server/ledger/ledger-reader.ts';
import type { MarketHealth } from '#server/market/source.ts';
import type { ProductClock } from '#server/platform/clock.ts';

/** Result of a check: the component works, or is late. A check that throws means down. */
export type CheckResult = 'up' | 'degraded';

export type ComponentChecks = Readonly<Record<ComponentId, () => Promise<CheckResult>>>;

/** The part of a rail that is checked. */
export interface ProbedRail {
  probe(now: number): Promise<CheckResult>;
}

export interface CheckDependencies {
  readonly pool: pg.Pool;
  readonly market: { health(): MarketHealth };
  readonly rail: ProbedRail;
  readonly clock: Pick<ProductClock, 'now' | 'speed'>;
  /** URL of the server. */
  readonly address: string;
  /** Where members open it: a server that has such an address refuses requests for another. */
  readonly publicOrigin?: string | undefined;
}

/** An older price counts as missing rather than late. Product time. */
const priceGoneMs = 600_000;
/** Maximum delay of settlement and rail in product time; at high clock speeds the equivalent of `behindWallMsMax` applies. */
const behindMsMax = 120_000;
const behindWallMsMax = 30_000;

/** One real use of each component, as a phone or the product itself does it. */
export function componentChecks(dependencies: CheckDependencies): ComponentChecks {
  const { pool, market, rail, clock, address, publicOrigin } = dependencies;
  const host = publicOrigin === undefined ? {} : { host: new URL(publicOrigin).host };
  const behindMs = Math.max(behindMsMax, behindWallMsMax * clock.speed);
  return {
    api: async () => {
      const status = await statusOf(`${address}/api/market/status`, host);
      if (status !== 200) throw new Error(`the API returns ${status}`);
      return 'up';
    },
    database: async () => {
      await pool.query('select 1');
      return 'up';
    },
    market: async () => {
      const { state, ageMs } = market.health();
      if (ageMs === null || ageMs > priceGoneMs) throw new Error('there are no prices');
      return state === 'live' ? 'up' : 'degraded';
    },
    ledger: async () => {
      await houseBalances(pool);
      const due = await oldestDuePlan(pool);
      return due !== null && clock.now() - due > behindMs ? 'degraded' : 'up';
    },
    stream: () => firstEvent(address, host),
    deposits: async () => {
      const result = await rail.probe(clock.now());
      const seen = await oldestSeenDeposit(pool);
      return seen !== null && clock.now() - seen > behindMs * 5 ? 'degraded' : result;
    },
  };
}

/** Maximum number of groups of running plans per check, oldest first. */
const groupsMax = 200;

/** Product time at which the running plan ends that should have been settled first, provided its candles have no gap. */
async function oldestDuePlan(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ starts_at: Date; rounds: number; interval: Interval }>(
    `with recursive walk (group_id, taken) as (
       select min(group_id), 1 from plan where income is null
       union all
       select (select min(later.group_id) from plan as later where later.income is null and later.group_id > walk.group_id), taken + 1
       from walk where walk.group_id is not null and taken < $1
     )
     select g.starts_at, g.rounds, g."interval" from walk join plan_group as g on g.id = walk.group_id`,
    [groupsMax],
  );
  const ends = rows.map(({ starts_at, rounds, interval }) => starts_at.getTime() + rounds * intervalMs[interval]);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Chain transfers are left out: the network's delay is not ours, and the rail's own probe reports its health. */
async function oldestSeenDeposit(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select min(requested_at) as at from deposit where state in ('requested', 'seen') and state = 'seen' and transfer is null`,
  );
  return rows[0]?.at?.getTime() ?? null;
}

/** The status of a whole answer. By `get`: `fetch` sends no other host than the address has. */
function statusOf(url: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (response) => {
      response.on('error', reject).once('end', () => resolve(response.statusCode));
      response.resume();
    });
    request.setTimeout(patienceMs, () => request.destroy(new Error('the API is silent')));
    request.on('error', reject);
  });
}

function firstEvent(address: string, host: OutgoingHttpHeaders): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const headers = { ...host, accept: 'text/event-stream' };
    const request = get(`${address}/api/stream`, { headers }, (response) => {
      if (response.statusCode !== 200) {
        request.destroy();
        return reject(new Error(`the stream returns ${response.statusCode}`));
      }
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (!/^event: \w+\ndata: /m.test(text)) return;
        resolve('up');
        request.destroy();
      });
      response.on('end', () => reject(new Error('the stream ended before its first event')));
    });
    // A connection without a response must not outlive the check.
    request.setTimeout(patienceMs, () => request.destroy(new Error('the stream is silent')));
    request.on('error', reject);
  });
}

const patienceMs = 5_000;
