import { afterAll, beforeAll, expect, test } from 'vitest';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { beaconOf, micro } from './round-node.fixture.ts';
import { findRound } from './round-store.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** By the owner of the tables: what the guards refuse, they refuse everybody. */
const attempt = (sql: string, values: readonly unknown[] = []) => world.database.owner.query(sql, [...values]);

test('the database takes an income of an order once its round has ended: what is lost, what is won, or nothing of a void one', async () => {
  const { pool } = world.database;
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 1).opensAt);
  await world.run();
  const drawn = roundAt(world.clock.now());
  const member = await world.member(100);
  const { id } = await world.place(member);
  const pay = (income: string) =>
    pool.query(`update round_order set income = ${income}, settled_at = now() where member_id = $1 and id = $2`, [
      member,
      id,
    ]);
  const amounts = ['-stake', 'winnings - (winnings + stake) / 10000', '0'];
  for (const income of amounts) await expect(pay(income), income).rejects.toThrow('paid by the end of its round');
  await world.moveTo(timesOf(drawn).closesAt);
  await world.run();
  for (const income of amounts) await expect(pay(income), income).rejects.toThrow('paid by the end of its round');
  await world.moveTo(timesOf(drawn).resultAt);
  const client = await world.database.owner.connect();
  await client.query('begin');
  await client.query(
    `insert into round_end (round_id, seed, beacon, ended_at) values ($1::bigint, $2, $3, to_timestamp($1::bigint * 300 + 301))`,
    [drawn, world.seeds.ofRound(drawn), JSON.stringify(beaconOf(drawn))],
  );
  const paid = client.query(`insert into round_payment values ($1, '[]', now())`, [drawn]);
  await expect(paid).rejects.toThrow('has unpaid orders');
  await client.query('rollback');
  client.release();
  await world.run();
  const { rows } = await pool.query<{ is_one: boolean; is_void: boolean }>(
    `select income in (${amounts.join(', ')}) as is_one, is_void from round_order join round_end using (round_id)
     where member_id = $1 and id = $2`,
    [member, id],
  );
  expect(rows).toEqual([{ is_one: true, is_void: false }]);
});

test('of an order that is not paid yet no other amount is taken', async () => {
  const { owner } = world.database;
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 1).opensAt);
  await world.run();
  const ended = roundAt(world.clock.now());
  const member = await world.member(100);
  const { id } = await world.place(member);
  const client = await owner.connect();
  const pay = (income: string) =>
    client.query(
      `savepoint tried; update round_order set income = ${income}, settled_at = now() where member_id = ${member} and id = '${id}'`,
    );
  const outcomeOf = async (income: string, isVoid: boolean): Promise<string> => {
    await client.query(
      `begin; alter table round_end disable trigger user; alter table round_closing disable trigger user;
       insert into round_closing (round_id, statement, digest, orders, staked, closed_at)
         values (${ended}, '{}', repeat('0', 64), 1, 1, now());
       insert into round_end (round_id, seed, beacon, is_void, ended_at)
         values (${ended}, repeat('0', 64), '{}', ${isVoid}, now())`,
    );
    const outcome = await pay(income).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    await client.query('rollback');
    return outcome;
  };
  try {
    const won = 'winnings - (winnings + stake) / 10000';
    const tried = [
      ['-stake', false],
      [won, false],
      ['0', true],
      ['0', false],
      [`${won} - 1`, false],
      ['winnings', false],
      ['-stake', true],
      [won, true],
    ] as const;
    const outcomes: string[] = [];
    for (const [income, isVoid] of tried) outcomes.push(await outcomeOf(income, isVoid));
    const refused = 'an order is paid by the end of its round';
    expect(outcomes).toEqual(['taken', 'taken', 'taken', refused, refused, refused, refused, refused]);
  } finally {
    client.release();
  }
});

test('a follow keeps its terms and ends once', async () => {
  await world.moveTo(timesOf(roundAt(world.clock.now()) + 1).opensAt);
  await world.run();
  const member = await world.member(100);
  const { follow } = await world.place(member, { amount: micro(1), follow: 5 });
  for (const change of ['rounds = 6', 'stake = 2', 'placed = 0', 'winnings = 1', 'loss_limit = 9000000']) {
    await expect(attempt(`update round_follow set ${change} where id = $1`, [follow]), change).rejects.toThrow();
  }
  await attempt(`update round_follow set "end" = 'cancelled', ended_at = now() where id = $1`, [follow]);
  await expect(
    attempt(`update round_follow set "end" = null, ended_at = null where id = $1`, [follow]),
  ).rejects.toThrow();
  await expect(attempt('update round_follow set placed = placed + 1 where id = $1', [follow])).rejects.toThrow(
    'change only',
  );
});

test('after a downtime orders that were left open are void and returned, and the rounds without orders were missed', async () => {
  const current = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(current).opensAt);
  await world.run();
  const member = await world.member(100);
  const { id } = await world.place(member, { amount: micro(7) });
  await world.moveTo(timesOf(current + 20).opensAt + 1_000);
  const restarted = await world.openNode();
  await restarted.run();
  await restarted.run();
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
  expect(await findRound(world.tables, current)).toMatchObject({ end: { isVoid: true }, orders: expect.any(Number) });
  expect(await findRound(world.tables, current + 10)).toBeNull();
  expect(id).not.toBe('');
  // Only what was drawn can be verified, and not before.
  const { rows } = await attempt(
    `select is_void, bool_or(is_result($1, 'round.' || round_id, ended_at)) as at_end,
      bool_or(is_result($1, 'round.' || round_id, ended_at - interval '1 second')) as before
     from round_end group by is_void order by is_void`,
    [member],
  );
  expect(rows).toEqual([
    { is_void: false, at_end: true, before: false },
    { is_void: true, at_end: false, before: false },
  ]);
});
