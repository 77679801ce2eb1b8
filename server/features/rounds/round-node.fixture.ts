import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Order } from '#contract/round-records.ts';
import type { Beacon } from '#core/fairness/beacon.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { isStale } from '#server/ledger/failures.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { silentLog } from '#server/platform/log.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import type { BeaconSource } from './beacon-source.ts';
import { openOrderLimits } from './order-limits.ts';
import { type OrderRequest, placeOrder } from './place-order.ts';
import { openRoundSeeds } from './round-seeds.ts';
import { fundingOf } from './round-transfers.ts';
import { createRunner } from './run-rounds.ts';

/** The clock's first time: the beginning of a round, in the middle of a day. */
export const worldStart: number = timesOf(roundAt(Date.UTC(2026, 5, 1, 12))).opensAt;

export const micro = (units: number): Usdt => usdt(BigInt(Math.round(units * 1_000_000)));

/** A beacon that a test can hold back: its candles follow from the round's number. */
export interface TestBeacon extends BeaconSource {
  isThere: boolean;
}

export function createTestBeacon(): TestBeacon {
  return {
    kind: 'market',
    isThere: true,
    plan: () => ({ kind: 'market', coins: ['BTC'] }),
    async fetch(round) {
      if (!this.isThere) return null;
      const price = 50_000 + (round % 1_000);
      const candle = {
        openTime: timesOf(round).closesAt,
        open: price,
        high: price + 1,
        low: price - 1,
        close: price,
        volume: 1,
      };
      const beacon: Beacon = { kind: 'market', candles: [{ coin: 'BTC', candle }] };
      return beacon;
    },
  };
}

/** The candle that the test's beacon has of a round, on the wire. */
export function candleOf(of: number): [number, number, number, number, number, number] {
  const price = 50_000 + (of % 1_000);
  return [timesOf(of).closesAt, price, price + 1, price - 1, price, 1];
}

/** That beacon on the wire, or one with other candles. */
export const beaconOf = (of: number, candles: unknown[] = [['BTC', candleOf(of)]]) => ({ kind: 'market', candles });

/** Nobody has set a limit. Places again after a refusal by the database, as the guard of members' own limits does: what refused it may be over. */
const unlimited: StakeGuard = {
  async placing(_memberId, _atRisk, place) {
    try {
      return await place();
    } catch (error) {
      if (!isStale(error)) throw error;
      return await place();
    }
  },
};

const master = randomBytes(32);

/** A node: everything but HTTP. */
export async function openNode(pool: pg.Pool, clock: { now(): number }, beacon: BeaconSource) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const ledger = openLedger({ pool, clock });
  await fundOnce(ledger, fundingOf());
  const seeds = await openRoundSeeds({ tables, clock, seal: createSecretSeal(master) });
  const published: unknown[] = [];
  const dependencies = {
    ...{ pool, tables, ledger, seeds, beacon, log: silentLog },
    clock: { now: clock.now, wallDelayMs: (ms: number) => ms },
    guard: unlimited,
    limits: openOrderLimits(tables),
    bus: { publish: async (_topic: string, payload: unknown) => void published.push(payload) },
  };
  const runner = createRunner(dependencies);
  return {
    ...dependencies,
    published,
    run: () => runner.run(new AbortController().signal),
    place: (memberId: bigint, change: Partial<OrderRequest> = {}, key: string | null = null): Promise<Order> =>
      placeOrder(
        dependencies,
        memberId,
        { round: roundAt(clock.now()), category: 'big', amount: micro(10), ...change },
        key,
      ),
  };
}

export type RoundsNode = Awaited<ReturnType<typeof openNode>>;
