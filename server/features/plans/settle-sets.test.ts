import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { incomeOf, shortfallOf } from '#core/plans/engine.ts';
import { booksInOrder, micro, openWorld, type World } from './plan-world.fixture.ts';
import { settlementMoves } from './settlement-moves.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

test('the database takes the same share of an amount as the core, to the last micro-USDT', async () => {
  const cases = fc.sample(
    fc.tuple(
      fc.oneof(fc.bigInt(1n, 2n ** 53n - 1n), fc.bigInt(1n, 100_000_000_000n)),
      fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1, 1, 0, -0.03, 0.05, 1 / 3, -5e-324)),
    ),
    20_000,
  );
  const { rows } = await world.database.pool.query<{ share: bigint }>(
    `select plan_share(amount, ratio) as share
     from unnest($1::bigint[], $2::float8[]) with ordinality as c (amount, ratio, number) order by number`,
    [cases.map(([amount]) => amount), cases.map(([, ratio]) => ratio)],
  );
  expect(rows.map(({ share }) => share)).toEqual(cases.map(([amount, result]) => incomeOf(usdt(amount), { result })));
});

interface Page {
  readonly settled: number;
  readonly last_member: bigint | null;
  readonly last_id: string | null;
}

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

test('sets of plans are settled by the same moves as the model makes one by one', async () => {
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
  await pool.query('alter table plan disable trigger user');
  for (const { memberId, id, group } of placed) {
    await pool.query('update plan set group_id = $3 where member_id = $1 and id = $2', [memberId, id, groups[group]]);
  }
  await pool.query('alter table plan enable trigger user');

  let settled = 0;
  for (const lane of [0, 1]) {
    let after: Page = { settled: 0, last_member: 0n, last_id: '' };
    for (let turn = 0; turn < 1_000; turn++) {
      const { rows }: { rows: Page[] } = await pool.query(`select * from settle_plans($1, $2, $3, 7, 10, now())`, [
        lane,
        after.last_member,
        after.last_id,
      ]);
      const [page] = rows;
      if (!page || page.last_id === null) break;
      settled += page.settled;
      after = page;
    }
  }
  expect(settled).toBe(placed.length);

  for (const { memberId, id, amount, group } of placed) {
    const outcome = outcomes[group] ?? { result: 0, shortfall: 0 };
    const income = incomeOf(usdt(amount), outcome);
    const moves = settlementMoves(memberId, usdt(amount), income, shortfallOf(usdt(amount), outcome));
    const { rows } = await pool.query(
      `select p.from_account as "from", p.to_account as "to", p.amount from ledger.transfers as t
       join ledger.postings as p on p.transfer_id = t.id where t.idempotency_key = $1 order by p.place`,
      [`settle:${memberId}:${id}`],
    );
    expect(rows).toEqual(moves);
    const plan = await world.store.find(memberId, id);
    expect(plan?.income).toBe(income);
  }
  expect(await booksInOrder(pool)).toBe(true);
});

/** A group of its own, with this outcome. */
async function recordedGroup(index: number): Promise<bigint> {
  const { pool } = world.database;
  const outcome = outcomes[index];
  const { rows } = await pool.query<{ id: bigint }>(
    `insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate)
     values ('ETH', now() + $1 * interval '1 hour', 1, 'trend-1', '5m', 12, 1, 1, 1, 0) returning id`,
    [index],
  );
  const id = rows[0]?.id ?? 0n;
  const hash = index.toString(16).padStart(64, '0');
  await pool.query(`insert into plan_candles (hash, candles) values ($1, $2)`, [hash, Buffer.alloc(48)]);
  await pool.query(
    `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, source, settled_at)
     values ($1, $2, '{0}', 'completed', $3, $4, 'test', now())`,
    [id, outcome?.result, outcome?.shortfall, hash],
  );
  return id;
}
