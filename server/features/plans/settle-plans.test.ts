import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { columnsOf } from '#core/market/candle.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { shortfallOf } from '#core/plans/engine.ts';
import { type PlanVerification, verifyPlan } from '#core/plans/verify.ts';
import { rewardRules, rewards } from '#core/rewards/rules.ts';
import { recordingsFolder } from '#server/market/market.fixture.ts';
import { getPlan } from './get-plan.ts';
import { getPlanProof } from './get-plan-proof.ts';
import { getQuota } from './get-quota.ts';
import { listPlans } from './list-plans.ts';
import { isLedgerSound, micro, minuteMs, openWorld, recordingStart, type World } from './plan-world.fixture.ts';
import { settlePlans } from './settle-plans.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld();
});

afterEach(() => world.close());

const hours = (count: number) => count * 60 * minuteMs;

/** What the phone does with the proof. */
async function bundleOf(memberId: bigint, id: string): Promise<PlanVerification> {
  const { candles, ...proof } = await getPlanProof(world, memberId, id);
  const rows = candles.map(([openTime, open, high, low, close, volume]) => ({
    openTime,
    open,
    high,
    low,
    close,
    volume,
  }));
  return { ...proof, candles: columnsOf(rows) };
}

async function placeOnEveryCoin(memberId: bigint): Promise<string[]> {
  const ids: string[] = [];
  for (const coin of coinSymbols) {
    for (const [id, multiple] of [
      [1, 1],
      [1, 25],
      [2, 25],
      [5, 25],
    ] as const) {
      const price = micro(id === 5 ? 1_000.123457 : 50.000001);
      ids.push((await world.place(memberId, { id, coin, multiple, price })).id);
    }
  }
  return ids;
}

test('every plan settles to what its own proof verifies to, and the books follow', async () => {
  const member = await world.member(100_000);
  await world.earn(member, 10_000);
  const ids = await placeOnEveryCoin(member);
  world.clock.advance(hours(3));
  expect((await settlePlans(world)).settled).toBe(ids.length);

  const ends = new Set<string>();
  let income = 0n;
  for (const id of ids) {
    const bundle = await bundleOf(member, id);
    expect(verifyPlan(bundle)).toMatchObject({ matches: true, differences: [] });
    ends.add(String(bundle.claimed.end));
    income += bundle.claimed.income;
  }
  expect([...ends].sort()).toEqual(['completed', 'maximumLoss', 'maximumProfit']);
  expect(await getQuota(world.ledgerReader, member)).toEqual({
    authorization: micro(100_000) + income,
    locked: 0n,
    available: micro(100_000) + income,
  });
  expect((await world.ledgerReader.houseBalances()).get('market')).toBe(-income + (await shortfalls(member, ids)));
  expect(await isLedgerSound(world.database.pool)).toBe(true);
  const { rows } = await world.database.pool.query(
    `select count(*), min(points) as least, max(points) as most, max(rule_version) as rule,
       bool_and(earned_at = settled_at) as in_time
     from weight_entries as w join plan on plan.member_id = w.member_id and plan.id = w.reference
     where kind = 'planSettled'`,
  );
  const { weight } = rewards.planSettled;
  expect(rows).toEqual([
    { count: BigInt(ids.length), least: weight, most: weight, rule: rewardRules.version, in_time: true },
  ]);
  // The recording has no loss of which the house bore a part: its place is in the plan's detail.
  await world.database.owner.query(
    `alter table plan_outcome disable trigger user; update plan_outcome set shortfall = 0.01 where "end" = 'maximumLoss'`,
  );
  const details = await Promise.all(ids.map((id) => getPlan(world, member, id)));
  expect(details.map(({ shortfall }) => shortfall)).toEqual(
    details.map(({ end, plan }) => (end === 'maximumLoss' ? shortfallOf(plan.amount, { shortfall: 0.01 }) : 0n)),
  );
});

async function shortfalls(memberId: bigint, ids: readonly string[]): Promise<bigint> {
  let total = 0n;
  for (const id of ids) total += (await getPlanProof(world, memberId, id)).claimed.shortfall;
  return total;
}

test('a proof with any figure changed does not verify', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { multiple: 5 });
  world.clock.advance(hours(2));
  await settlePlans(world);
  const bundle = await bundleOf(member, id);
  expect(verifyPlan(bundle).matches).toBe(true);
  const close = bundle.candles.close.with(50, (bundle.candles.close[50] ?? 0) * 1.000001);
  const changed: PlanVerification[] = [
    { ...bundle, amount: micro(101) },
    { ...bundle, candles: { ...bundle.candles, close } },
    { ...bundle, terms: { ...bundle.terms, leverage: 4 } },
    { ...bundle, claimed: { ...bundle.claimed, income: micro(1) } },
  ];
  for (const one of changed) expect(verifyPlan(one).matches).toBe(false);
});

test('a plan runs until its last round has closed, and shows how it stands until then', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { multiple: 1, coin: 'BTC' });
  const start = (await getPlan(world, member, id)).startsAt;
  const waiting = await getPlan(world, member, id);
  expect(waiting).toMatchObject({ rounds: [], end: null, plan: { roundsDone: 0, income: 0n } });
  expect(waiting.candles).toHaveLength(48);

  world.clock.advance(start + 35 * minuteMs - world.clock.now());
  expect(await settlePlans(world)).toEqual({ settled: 0, failed: [], moments: [] });
  const running = await getPlan(world, member, id);
  expect(running).toMatchObject({ plan: { status: 'pending', roundsDone: 7 }, settledAt: null });
  expect(running.candles).toHaveLength(48 + 7);
  expect(running.rounds[0]?.openTime).toBe(start);
  await expect(getPlanProof(world, member, id)).rejects.toMatchObject({ code: 'planUnsettled' });

  world.clock.advance(start + 60 * minuteMs - 1 - world.clock.now());
  expect((await settlePlans(world)).settled).toBe(0);
  world.clock.advance(1);
  expect((await settlePlans(world)).settled).toBe(1);
  const settled = await getPlan(world, member, id);
  expect(settled.rounds.slice(0, 7)).toEqual(running.rounds);
  expect(settled).toMatchObject({ end: 'completed', settledAt: world.clock.now(), plan: { roundsDone: 12 } });
  expect(settled.plan.status).toBe(settled.plan.income > 0n ? 'success' : 'failure');
  expect(await listPlans(world, member, null)).toEqual([settled.plan]);
});

test('a plan that touched its bound settles as soon as that candle has closed', async () => {
  const member = await world.member(100_000);
  await world.earn(member, 10_000);
  const ids = await placeOnEveryCoin(member);
  const seen = new Map<string, number>();
  for (let step = 0; step < 30; step++) {
    world.clock.advance(5 * minuteMs);
    await settlePlans(world);
    const { rows } = await world.database.pool.query<{ id: string }>('select id from plan where income is not null');
    for (const { id } of rows) {
      if (seen.has(id)) continue;
      const { plan, settledAt, rounds } = await getPlan(world, member, id);
      seen.set(id, plan.roundsDone);
      // The last candle looked at closed in this very step.
      expect((rounds.at(-1)?.openTime ?? 0) + 5 * minuteMs).toBeGreaterThan(world.clock.now() - 5 * minuteMs);
      expect(settledAt).toBe(world.clock.now());
    }
  }
  expect(seen.size).toBe(ids.length);
  expect(Math.min(...seen.values())).toBeLessThan(12);
});

test('after weeks of downtime the plans settle with the candles of their own time', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { multiple: 5 });
  world.clock.advance(hours(24 * 40));
  expect((await settlePlans(world)).settled).toBe(1);
  const bundle = await bundleOf(member, id);
  expect(verifyPlan(bundle).matches).toBe(true);
  const { startsAt } = await getPlan(world, member, id);
  expect(bundle.candles.openTime[48]).toBe(startsAt);
});

test('after a downtime longer than memory reaches, the same', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member, { multiple: 5 });
  const before = world.market.closed('ETH', '5m').openTime[0] ?? 0;
  world.clock.advance(hours(24 * 90));
  expect(world.market.closed('ETH', '5m').openTime[0]).toBeGreaterThan(before);
  expect((await settlePlans(world)).settled).toBe(1);
  expect(verifyPlan(await bundleOf(member, id)).matches).toBe(true);
});

test('a settled moment is announced from the start of its earliest group on', async () => {
  const member = await world.member(1_000);
  await world.place(member, { price: micro(20) });
  const first = world.clock.now();
  // The groups are read in no order: one of many later ones comes last.
  for (let later = 0; later < 9; later++) {
    world.clock.advance(hours(1));
    await world.place(member, { price: micro(20) });
  }
  world.clock.advance(hours(3));
  const { settled, moments } = await settlePlans(world);
  expect(settled).toBe(10);
  expect(moments).toHaveLength(1);
  expect(moments[0]?.placedFrom).toBeLessThanOrEqual(first);
});

test('without candles plans wait, and nothing is settled twice when they come', async () => {
  const member = await world.member(1_000);
  await world.place(member);
  const held = world.market.closed('ETH', '5m');
  const silent = { ...world, market: { ...world.market, closed: () => held } };
  world.clock.advance(hours(5));
  expect((await settlePlans(silent)).settled).toBe(0);
  expect((await settlePlans(world)).settled).toBe(1);
  expect((await settlePlans(world)).settled).toBe(0);
});

test('two nodes that settle at once settle each plan once between them', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => world.member(2_000)));
  await Promise.all(
    members.flatMap((member) => Array.from({ length: 20 }, () => world.place(member, { price: micro(97) }))),
  );
  const other = world.openNode();
  world.clock.advance(hours(2));
  const reports = await Promise.all([settlePlans(world), settlePlans(other), settlePlans(world), settlePlans(other)]);
  expect(reports.reduce((total, { settled }) => total + settled, 0)).toBe(600);
  await everythingSettledOnce(600);
});

test('killed in the middle of a settlement, the next one finishes it and repeats nothing', async () => {
  const members = await Promise.all(Array.from({ length: 40 }, () => world.member(10_000)));
  await Promise.all(members.map((member) => world.placeMany(member, 500, 17)));
  world.clock.advance(hours(2));
  // Somebody else is at the last member's balance for as long as it takes: the settlement cannot come to its end.
  const other = await world.database.pool.connect();
  await other.query('begin');
  await other.query('select from ledger.balances where member_id = $1 for update', [members.at(-1)]);
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('settle-child.fixture.ts', import.meta.url)),
      world.database.url,
      recordingsFolder,
      String(recordingStart),
      String(world.clock.now()),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(settledCount).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  await other.query('rollback');
  other.release();
  const half = await settledCount();
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(20_000);
  // The server may still have committed the last batch of the killed process after it was counted.
  expect((await settlePlans(world)).settled).toBeLessThanOrEqual(20_000 - half);
  await everythingSettledOnce(20_000);
});

async function settledCount(): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: bigint }>(
    'select count(*) as count from plan where income is not null',
  );
  return Number(rows[0]?.count);
}

async function everythingSettledOnce(plans: number): Promise<void> {
  const { rows } = await world.database.pool.query(
    `select (select count(*)::int from plan where income is not null) as settled,
       (select count(*)::int from ledger.transfers where kind = 'planSettled') as transfers,
       (select count(distinct idempotency_key)::int from ledger.transfers where kind = 'planSettled') as keys,
       (select count(*)::int from weight_entries where kind = 'planSettled') as weights,
       (select coalesce(sum(balance), 0)::text from ledger.balances b join ledger.accounts a
          on a.member_id = b.member_id and a.id = b.account_id where a.name = 'plans') as locked,
       (select sum(income) from plan) + (select balance from ledger.house_balances where name = 'market')
          + (select balance from ledger.house_balances where name = 'sponsor') as unexplained`,
  );
  expect(rows).toEqual([
    { settled: plans, transfers: plans, keys: plans, weights: plans, locked: '0', unexplained: '0' },
  ]);
  expect(await isLedgerSound(world.database.pool)).toBe(true);
}

test('another member’s plan is as unknown as one that never was', async () => {
  const [member, other] = [await world.member(1_000), await world.member(1_000)];
  const { id } = await world.place(member);
  const unknown = { code: 'planUnknown' };
  await expect(getPlan(world, other, id)).rejects.toMatchObject(unknown);
  await expect(getPlanProof(world, other, id)).rejects.toMatchObject(unknown);
  await expect(getPlan(world, member, '0000000000000000')).rejects.toMatchObject(unknown);
});
