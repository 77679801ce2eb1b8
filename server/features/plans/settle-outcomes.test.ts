import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { settlePlan } from '#core/plans/settlement.ts';
import { getPlan } from './get-plan.ts';
import { getPlanProof } from './get-plan-proof.ts';
import { findPlan, readCandles } from './plan-store.ts';
import { isLedgerSound, micro, openWorld, recordingStart, type World, worldStart } from './plan-world.fixture.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { settlePlans } from './settle-plans.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** Outcomes that the recording need not hold: a total loss, a shortfall, income that rounds to nothing. */
const outcomes = [
  { result: 0.05, shortfall: 0 },
  { result: -0.03, shortfall: 0.0171 },
  { result: -1, shortfall: 0.25 },
  { result: 0, shortfall: 0 },
  { result: 1e-12, shortfall: 0 },
  { result: -0.007_654_321, shortfall: 1e-12 },
  { result: 0.133_333_333, shortfall: 0 },
];

test('whatever a group ended with, the books hold exactly the postings of the rule for each of its plans', async () => {
  const { pool } = world.database;
  const members = await Promise.all(Array.from({ length: 12 }, () => world.member(100_000)));
  const groups = await Promise.all(outcomes.map((_, index) => recordedGroup(index)));
  const placed: { memberId: bigint; id: string; amount: bigint; group: number }[] = [];
  for (let count = 0; count < 400; count++) {
    const memberId = members[(count * 5) % members.length] ?? 1n;
    const amount = micro(10 + count * 0.123_457);
    const { id } = await world.place(memberId, { price: amount });
    placed.push({ memberId, id, amount, group: count % groups.length });
  }
  // Plans of made-up groups: the table lets nobody move a placed plan to another group, so its guards are lifted for this.
  const { owner } = world.database;
  await owner.query('alter table plan disable trigger user');
  for (const { memberId, id, group } of placed) {
    await owner.query('update plan set group_id = $3 where member_id = $1 and id = $2', [memberId, id, groups[group]]);
  }
  await owner.query('alter table plan enable trigger user');

  const report = await settlePlans(world);
  expect([report.settled, report.failed]).toEqual([placed.length, []]);

  // What a plan earns beside its income is the same however it ended.
  const { rows: weights } = await pool.query('select distinct weight from plan where income is not null');
  expect(weights).toHaveLength(1);

  for (const { memberId, id, amount, group } of placed) {
    const outcome = outcomes[group] ?? { result: 0, shortfall: 0 };
    const { income, postings } = settlePlan(memberId, usdt(amount), outcome);
    const { rows } = await pool.query(
      `select p.from_account as "from", p.to_account as "to", p.amount from ledger.transfers as t
       join ledger.postings as p on p.transfer_id = t.id where t.idempotency_key = $1 order by p.place`,
      [`settle:${memberId}:${id}`],
    );
    expect(rows).toEqual(postings);
    const plan = await findPlan(world.tables, memberId, id);
    expect(plan?.income).toBe(income);
  }
  expect(await isLedgerSound(pool)).toBe(true);
});

/** A group of its own, with this outcome. */
async function recordedGroup(index: number, outcome = outcomes[index]): Promise<bigint> {
  const { pool } = world.database;
  const { rows } = await pool.query<{ id: bigint }>(
    `insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
     values ('ETH', $1, 1, 'trend-1', '5m', 1, 1, 1, 1, 0, '', encode(sha256(''), 'hex')) returning id`,
    [new Date(recordingStart + index * 3_600_000)],
  );
  const id = rows[0]?.id ?? 0n;
  const candles = Buffer.alloc(96);
  candles.writeDoubleLE(recordingStart + index * 3_600_000 - 300_000, 0);
  candles.writeDoubleLE(recordingStart + index * 3_600_000, 48);
  const digest = hash('sha256', candles, 'hex');
  await pool.query(`insert into plan_candles (hash, candles) values ($1, $2)`, [digest, candles]);
  await pool.query(
    `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
     values ($1, $2, '{0}', 'completed', $3, $4, $5)`,
    [id, outcome?.result, outcome?.shortfall, digest, new Date(worldStart)],
  );
  return id;
}

test('of two nodes that decide the same group the first one’s outcome is final, and the second is given it', async () => {
  const { database, tables } = world;
  const id = await recordedGroup(outcomes.length, { result: 0.05, shortfall: 0 });
  const { rows } = await database.pool.query<{ candles_hash: string }>(
    'select candles_hash from plan_outcome where group_id = $1',
    [id],
  );
  const candlesHash = rows[0]?.candles_hash ?? '';
  const candles = await readCandles(tables, candlesHash);
  const refused: unknown[] = [];
  const later = { result: -0.5, results: [-0.5], shortfall: 0.1, end: 'maximumLoss' as const };
  const outcome = { ...later, candlesHash, settledAt: worldStart + 1 };
  const recorded = await recordOutcomes(tables, [{ id, outcome, candles }], (_, reason) => refused.push(reason));
  expect(recorded).toEqual(new Map([[id, expect.objectContaining({ result: 0.05, end: 'completed', candlesHash })]]));
  expect(recorded.get(id)?.settledAt).toBe(worldStart);
  expect(refused).toEqual([]);
});

test('an outcome that the database refuses keeps no plan of another group from being settled', async () => {
  const member = await world.member(1_000);
  const coins = ['BTC', 'ETH', 'SOL'];
  const plans = new Map<string, string>();
  for (const coin of coins) plans.set(coin, (await world.place(member, { coin, price: micro(20) })).id);
  const { owner } = world.database;
  const { rows } = await owner.query<{ id: bigint }>('select group_id as id from plan where id = $1', [
    plans.get('ETH'),
  ]);
  await owner.query(
    `create trigger poison before insert on plan_outcome for each row when (new.group_id = ${rows[0]?.id})
     execute function ledger.refuse('poison')`,
  );
  world.clock.advance(3 * 3_600_000);
  const report = await settlePlans(world);
  expect(report.settled).toBe(2);
  expect(report.failed).toMatchObject([
    { key: `group ${rows[0]?.id}`, reason: { message: expect.stringContaining('poison') } },
  ]);
  await owner.query('drop trigger poison on plan_outcome');
  expect(await settlePlans(world)).toMatchObject({ settled: 1, failed: [] });
});

test('a plan whose settlement the database refuses is reported, and keeps no other one from being settled', async () => {
  const member = await world.member(1_000);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await world.place(member, { price: micro(20) })).id);
  const last = ids.toSorted().at(-1);
  const { owner } = world.database;
  await owner.query(
    `create trigger poison before update on plan for each row when (new.id = '${last}') execute function ledger.refuse('poison')`,
  );
  world.clock.advance(3 * 3_600_000);
  expect(await settlePlans(world)).toMatchObject({ settled: 2, failed: [{ key: `settle:${member}:${last}` }] });
  await owner.query('drop trigger poison on plan');
  expect(await settlePlans(world)).toMatchObject({ settled: 1, failed: [] });
});

test('the page of a plan and its proof say what the house bore of it', async () => {
  const { owner } = world.database;
  const member = await world.member(1_000);
  const { id } = await world.place(member, { price: micro(123.456789) });
  world.clock.advance(2 * 3_600_000);
  expect((await settlePlans(world)).settled).toBe(1);
  // The recording has no plan of which the house bore anything: made up, against the guards of the table.
  await owner.query('grant update on plan_outcome to current_user');
  await owner.query('alter table plan_outcome disable trigger user');
  await owner.query(
    'update plan_outcome set shortfall = 0.25 where group_id = (select group_id from plan where member_id = $1 and id = $2)',
    [member, id],
  );
  await owner.query('alter table plan_outcome enable trigger user');
  const bore = usdt(30_864_197n);
  expect((await getPlan(world, member, id)).shortfall).toBe(bore);
  expect((await getPlanProof(world, member, id)).claimed.shortfall).toBe(bore);
});
