import { get } from 'node:http';
import type pg from 'pg';
import type { ComponentId } from '#contract/home.ts';
import { type Interval, intervalMs } from '#core/market/candle.ts';
import { houseBalances } from '#server/ledger/ledger-reader.ts';
import type { MarketHealth } from '#server/market/source.ts';
import type { ProductClock } from '#server/platform/clock.ts';

/** What a check found: the part works, or works behind its time. A check that throws found it down. */
export type Finding = 'up' | 'degraded';

export type ComponentChecks = Readonly<Record<ComponentId, () => Promise<Finding>>>;

/** A rail, as far as a look at it goes. */
export interface ProbedRail {
  probe(now: number): Promise<Finding>;
}

export interface CheckDependencies {
  readonly pool: pg.Pool;
  readonly market: { health(): MarketHealth };
  readonly rail: ProbedRail;
  readonly clock: Pick<ProductClock, 'now' | 'speed'>;
  /** Where the server listens. */
  readonly address: string;
}

/** Beyond this a price is not late but missing. Product time. */
const priceGoneMs = 600_000;
/** What settlement and the rail may be behind, in product time, and what a fast product clock must leave them on the wall. */
const behindMsMax = 120_000;
const behindWallMsMax = 30_000;

/** One real act of each part of the platform, as a phone or the product itself would do it. */
export function componentChecks({ pool, market, rail, clock, address }: CheckDependencies): ComponentChecks {
  const behindMs = Math.max(behindMsMax, behindWallMsMax * clock.speed);
  return {
    api: async () => {
      const answer = await fetch(`${address}/api/market/status`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the API answers ${answer.status}`);
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
    stream: () => firstEvent(address),
    deposits: async () => {
      const finding = await rail.probe(clock.now());
      const seen = await oldestSeenDeposit(pool);
      return seen !== null && clock.now() - seen > behindMs * 5 ? 'degraded' : finding;
    },
  };
}

/** Most groups of running plans that one look takes in, oldest first. */
const groupsMax = 200;

/** When the running plan ends that should have been settled first (product time), as far as its candles come without a gap. */
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

/** A transfer is confirmed in the network's time, whenever it was announced: whether that goes on, the rail itself says. */
async function oldestSeenDeposit(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select min(requested_at) as at from deposit where state in ('requested', 'seen') and state = 'seen' and transfer is null`,
  );
  return rows[0]?.at?.getTime() ?? null;
}

/** Opens the stream as a phone does and waits for the first event. */
function firstEvent(address: string): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/api/stream`, { headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) {
        request.destroy();
        return reject(new Error(`the stream answers ${response.statusCode}`));
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
    // A connection that is not answered must not outlive the check.
    request.setTimeout(streamPatienceMs, () => request.destroy(new Error('the stream is silent')));
    request.on('error', reject);
  });
}

const streamPatienceMs = 5_000;
