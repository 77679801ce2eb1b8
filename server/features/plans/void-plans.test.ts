import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CandleColumns, type Interval, sliceColumns } from '#core/market/candle.ts';
import { columnsOfRows, rowAtOrAfter } from '#core/market/columns.ts';
import { verifyPlan } from '#core/plans/verify.ts';
import { voidFrom } from '#core/plans/void.ts';
import { recordingsFolder, replayMarket, shippedRecordings } from '#server/market/market.fixture.ts';
import type { Market } from '#server/market/market.ts';
import { actsBetween, firstActs } from '#server/rewards/acts.ts';
import { requireMarketOfRunningPlans } from './bound-market.ts';
import { getPlan } from './get-plan.ts';
import { getPlanProof } from './get-plan-proof.ts';
import { resultHashOf } from './plan-result.ts';
import { isLedgerSound, micro, openWorld, recordingStart, type World } from './plan-world.fixture.ts';
import { settlePlans } from './settle-plans.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** The market with a gap in the candles of ETH: those that open from the first time on and before the second. */
function withGap(from: number, to = Number.POSITIVE_INFINITY): Market {
  const { market } = world;
  const cut = (coin: string, candles: CandleColumns): CandleColumns => {
    if (coin !== 'ETH') return candles;
    const kept = [...candles.openTime.keys()].filter((row) => {
      const opens = candles.openTime[row] ?? 0;
      return opens < from || opens >= to;
    });
    const column = (values: Float64Array) => Float64Array.from(kept, (row) => values[row] ?? Number.NaN);
    const { openTime, open, high, low, close, volume } = candles;
    return {
      ...{ openTime: column(openTime), open: column(open), high: column(high) },
      ...{ low: column(low), close: column(close), volume: column(volume) },
    };
  };
  return {
    ...market,
    closed: (coin: string, interval: Interval) => cut(coin, market.closed(coin, interval)),
    closedBetween: async (coin: string, interval: Interval, start: number, count: number) =>
      cut(coin, await market.closedBetween(coin, interval, start, count)),
  };
}

async function bundleOf(memberId: bigint, id: string, market: Market) {
  const { candles, ...proof } = await getPlanProof({ ...world, market }, memberId, id);
  return { ...proof, candles: columnsOfRows(candles) };
}

const startOf = async (memberId: bigint, id: string) => (await getPlan(world, memberId, id)).startsAt;

test('a plan whose candles stop coming waits until its deadline, then returns whole, once, whatever nodes look at it', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { price: micro(123.456789) });
  const startsAt = await startOf(member, id);
  const market = withGap(startsAt + 3 * 300_000);
  const other = { ...world.openNode(), market };
  const node = { ...world, market };
  const { terms } = await getPlan(node, member, id);
  const deadline = voidFrom({ startsAt, terms });
  expect(deadline).toBe(startsAt + hourMs + 7 * dayMs);
  world.clock.advance(deadline + hourMs - 1 - world.clock.now());
  expect(await settlePlans(node)).toMatchObject({ settled: 0, failed: [] });

  world.clock.advance(60_001);
  const askedBefore = { ...market, knownThrough: () => deadline + hourMs - 1 };
  expect((await settlePlans({ ...node, market: askedBefore })).settled).toBe(0);
  const reports = await Promise.all([settlePlans(node), settlePlans(other), settlePlans(node), settlePlans(other)]);
  expect(reports.map(({ settled }) => settled).reduce((sum, settled) => sum + settled)).toBe(1);
  expect((await settlePlans(other)).settled).toBe(0);

  expect(await world.ledgerReader.balancesOf(member)).toMatchObject({ available: micro(1_000), plans: 0n });
  const { rows } = await world.database.pool.query(
    `select kind, count(*)::int from ledger.transfers where reference = $1 group by kind order by kind`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'planPlaced', count: 1 },
    { kind: 'planVoided', count: 1 },
  ]);
  const weights = await world.database.pool.query('select from weight_entries where reference = $1', [id]);
  expect(weights.rowCount).toBe(0);
  // Neither won nor lost: it is no task that was done, and no entry of the daily draw.
  const acts = await actsBetween(world.database.pool, member, 0, world.clock.now() + 1);
  expect(acts.map(({ kind }) => kind)).toEqual(['planPlaced']);
  const spans = (['planSettled', 'planPlaced'] as const).map((kind) => ({
    kind,
    from: 0,
    until: world.clock.now() + 1,
  }));
  expect((await firstActs(world.database.pool, member, spans)).map(({ kind }) => kind)).toEqual(['planPlaced']);
  expect(await resultHashOf(world.tables, member, id)).toBeNull();
  const detail = await getPlan(node, member, id);
  expect(detail).toMatchObject({ end: 'void', plan: { status: 'failure', isVoid: true, income: 0n, roundsDone: 3 } });
  expect(detail.rounds).toHaveLength(3);
  const bundle = await bundleOf(member, id, market);
  expect(bundle.claimed).toMatchObject({ end: 'void', income: 0n, shortfall: 0n });
  // Of its candles the days are revealed as of any plan: the last one is not over.
  expect(bundle.reveal).toMatchObject({ state: 'hidden' });
  expect(verifyPlan(bundle)).toMatchObject({ matches: true, differences: [] });
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});

test('candles that come back before the deadline settle the plan, later ones change nothing', async () => {
  const member = await world.member(1_000);
  const [early, late] = [await world.place(member), await world.place(member)];
  const startsAt = await startOf(member, early.id);
  const deadline = startsAt + hourMs + 7 * dayMs;
  world.clock.advance(deadline + 3 * hourMs - world.clock.now());
  const back = { ...world, market: withGap(startsAt, deadline - 2 * hourMs) };
  const tooLate = { ...world, market: withGap(startsAt + 300_000, deadline) };
  const voided = await settlePlans(tooLate);
  expect(voided.settled).toBe(2);
  for (const { id } of [early, late]) expect((await getPlan(back, member, id)).end).toBe('void');

  const again = await world.place(member);
  const start = await startOf(member, again.id);
  world.clock.advance(8 * dayMs);
  const returning = { ...world, market: withGap(start, start + 7 * dayMs) };
  expect((await settlePlans(returning)).settled).toBe(1);
  const { end, rounds } = await getPlan(returning, member, again.id);
  expect(end).not.toBe('void');
  expect(await resultHashOf(world.tables, member, again.id)).toMatch(/^[0-9a-f]{64}$/);
  expect(await resultHashOf(world.tables, member + 1n, again.id)).toBeNull();
  expect(rounds[0]?.openTime).toBe(start + 7 * dayMs);
  expect(verifyPlan(await bundleOf(member, again.id, returning.market)).differences.map(({ field }) => field)).toEqual(
    [],
  );
});

test('candles that open after the deadline are shown of no plan that waits to be void', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member);
  const startsAt = await startOf(member, id);
  const deadline = startsAt + hourMs + 7 * dayMs;
  world.clock.advance(deadline + hourMs - 60_000 - world.clock.now());
  const node = { ...world, market: withGap(startsAt + 300_000, deadline) };
  expect((await settlePlans(node)).settled).toBe(0);
  const { plan, rounds } = await getPlan(node, member, id);
  expect([plan.roundsDone, rounds.length]).toEqual([1, 1]);
  world.clock.advance(hourMs);
  expect((await settlePlans(node)).settled).toBe(1);
  expect((await getPlan(node, member, id)).plan).toMatchObject({ isVoid: true, roundsDone: 1 });
});

test('plans of a market that is gone refuse a start until their deadline, and are void from then on', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { coin: 'LAYER' });
  const startsAt = await startOf(member, id);
  const deadline = new Date(startsAt + hourMs + 7 * dayMs);
  const without = { ...world.market, coins: world.market.coins.filter(({ symbol }) => symbol !== 'LAYER') };
  const moved = replayMarket(await shippedRecordings(), world.clock, recordingStart - dayMs);
  await moved.start();
  const start = (market: Market) => requireMarketOfRunningPlans(world.database.pool, market, world.clock);
  await expect(start(moved)).rejects.toThrow(`From ${deadline.toISOString()} on all of them are void`);
  await expect(start(without)).rejects.toThrow('coin: LAYER, none');
  world.clock.advance(deadline.getTime() - 1 - world.clock.now());
  const waiting = await settlePlans({ ...world, market: without });
  expect(waiting.settled).toBe(0);
  expect(waiting.failed.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('bound to another market (bound, here): coin: LAYER, none'),
  ]);
  await expect(start(without)).rejects.toThrow('coin: LAYER, none');

  world.clock.advance(1);
  await Promise.all([start(moved), start(without)]);
  expect(await settlePlans({ ...world, market: without })).toMatchObject({ settled: 1, failed: [] });
  expect(await getPlan(world, member, id)).toMatchObject({ end: 'void', rounds: [], candles: [] });
  const bundle = await bundleOf(member, id, without);
  expect(bundle.candles.openTime).toHaveLength(0);
  expect(bundle.reveal).toEqual({ state: 'elsewhere' });
  expect(verifyPlan(bundle)).toMatchObject({ matches: true, differences: [] });
  await moved.stop();
});

test('a plan whose candles before its first round are no longer those it was bound to fails until its deadline, and is void then', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member);
  const startsAt = await startOf(member, id);
  const forged = (coin: string, candles: CandleColumns): CandleColumns =>
    coin === 'ETH' ? { ...candles, close: candles.close.map((price) => price * 1.0001) } : candles;
  const { closed, closedBetween } = world.market;
  const market: Market = {
    ...world.market,
    closed: (coin, interval) => forged(coin, closed(coin, interval)),
    closedBetween: async (coin, interval, from, count) =>
      forged(coin, await closedBetween(coin, interval, from, count)),
  };
  world.clock.advance(2 * hourMs);
  expect(await settlePlans({ ...world, market })).toMatchObject({ settled: 0, failed: [{}] });
  world.clock.advance(startsAt + hourMs + 7 * dayMs - world.clock.now());
  expect(await settlePlans({ ...world, market })).toMatchObject({ settled: 1, failed: [] });
  const bundle = await bundleOf(member, id, world.market);
  expect(bundle).toMatchObject({ claimed: { end: 'void', results: [] }, reveal: { state: 'elsewhere' } });
  expect(bundle.candles.openTime).toHaveLength(0);
  expect(await world.ledgerReader.balancesOf(member)).toMatchObject({ available: micro(1_000), plans: 0n });
});

test('the database takes no void outcome before the deadline, none with a result, and none with other candles', async () => {
  const { pool } = world.database;
  const member = await world.member(1_000);
  const { id } = await world.place(member);
  const { rows } = await pool.query<{ group_id: bigint }>('select group_id from plan where id = $1', [id]);
  const startsAt = await startOf(member, id);
  const deadline = startsAt + hourMs + 7 * dayMs;
  const history = world.market.closed('ETH', '5m');
  const end = rowAtOrAfter(history.openTime, startsAt);
  const { encodeCandles } = await import('./plan-candles.ts');
  const { candlesHash } = await import('#core/plans/candle-hash.ts');
  const store = async (candles: CandleColumns): Promise<string> => {
    const digest = candlesHash(candles);
    await pool.query('insert into plan_candles values ($1, $2) on conflict do nothing', [
      digest,
      encodeCandles(candles),
    ]);
    return digest;
  };
  const record = (digest: string, at: number, change: { result?: number; results?: number[]; end?: string } = {}) =>
    pool.query(
      `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at) values ($1, $2, $3, $4, 0, $5, $6)`,
      [rows[0]?.group_id, change.result ?? 0, change.results ?? [], change.end ?? 'void', digest, new Date(at)],
    );
  const before = await store(sliceColumns(history, end - 48, end));
  await expect(record(before, deadline - 1)).rejects.toThrow('still wait for their candles');
  await pool.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at) values (now(), $1, 1, $1, now())`,
    [new Date(deadline - 60_000)],
  );
  await expect(record(before, deadline), 'whatever time it names').rejects.toThrow('still wait for their candles');
  await world.database.owner.query('alter table product_clock disable trigger user; delete from product_clock');
  await world.database.owner.query('alter table product_clock enable trigger user');
  await expect(record(before, deadline, { result: 0.01 })).rejects.toThrow('plan_outcome_check');
  await expect(record(before, deadline, { results: [0.1] })).rejects.toThrow('not the candles');
  await expect(record(before, deadline, { end: 'completed' })).rejects.toThrow('not the candles');
  const moved = { ...sliceColumns(history, end - 48, end) };
  const shifted = { ...moved, openTime: moved.openTime.map((time) => time + 600_000) };
  await expect(record(await store(shifted), deadline)).rejects.toThrow('not the candles');
  // Candles of thirteen rounds that were played, where the group has twelve.
  const played = sliceColumns(history, end - 61, end);
  const longer = { ...played, openTime: played.openTime.map((_, place) => startsAt + (place - 48) * 300_000) };
  const results = Array.from({ length: 13 }, () => 0);
  await expect(record(await store(longer), deadline, { results })).rejects.toThrow('not the candles');
  await expect(record(before, deadline)).resolves.toBeDefined();
  expect((await settlePlans(world)).settled).toBe(1);
});

test('killed in the middle of voiding, the next node finishes it and repeats nothing', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => world.member(10_000)));
  await Promise.all(members.map((member) => world.placeMany(member, 300, 17)));
  world.clock.advance(8 * dayMs);
  const voidedInAll = async (): Promise<number> => {
    const { rows } = await world.database.pool.query<{ count: bigint }>(
      `select count(*) as count from ledger.transfers where kind = 'planVoided'`,
    );
    return Number(rows[0]?.count);
  };
  const before = await voidedInAll();
  const voided = async (): Promise<number> => (await voidedInAll()) - before;
  const other = await world.database.pool.connect();
  await other.query('begin');
  await other.query('select from ledger.balances where member_id = $1 for update', [members.at(-1)]);
  const folder = fileURLToPath(new URL('settle-child.fixture.ts', import.meta.url));
  const words = [
    folder,
    world.database.url,
    recordingsFolder,
    String(recordingStart - dayMs),
    String(world.clock.now()),
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(voided, { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  await other.query('rollback');
  other.release();
  const half = await voided();
  expect(half).toBeLessThan(9_000);
  expect((await settlePlans(world)).settled).toBeLessThanOrEqual(9_000 - half);
  expect(await voided()).toBe(9_000);
  for (const member of members) {
    expect(await world.ledgerReader.balancesOf(member)).toMatchObject({ available: micro(10_000), plans: 0n });
  }
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});
