import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { intervalMs } from '#core/market/candle.ts';
import { minuteMs, openWorld, recordingStart, type World } from './plan-world.fixture.ts';
import { settlePlans } from './settle-plans.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld();
});

afterEach(() => world.close());

const twoHoursMs = 120 * minuteMs;

test('the database takes the income that follows from the recorded outcome, and no other one', async () => {
  const { owner, pool } = world.database;
  const members = [await world.member(1_000), await world.member(1_000)];
  for (const member of members) await world.place(member);
  const settle = (by: typeof pool, income: string, settledAt: string) =>
    by.query(
      `update plan set income = ${income}, settled_at = ${settledAt} from
         (select null) as n left join plan_outcome as o on o.group_id = (select group_id from plan where member_id = $1)
       where member_id = any ($2)`,
      [members[0], members],
    );
  for (const by of [pool, owner])
    await expect(settle(by, '0', 'now()'), 'before it has ended').rejects.toThrow('settled by the outcome');
  world.clock.advance(twoHoursMs);
  const stopped = new AbortController();
  stopped.abort();
  // Records the outcome, and settles nothing.
  await settlePlans(world, stopped.signal);
  const result = 'trunc(amount * o.result)';
  await expect(settle(pool, `${result} + 1`, 'o.settled_at'), 'one more').rejects.toThrow('settled by the outcome');
  await expect(settle(pool, '0', 'o.settled_at'), 'nothing').rejects.toThrow('settled by the outcome');
  await expect(settle(pool, result, 'now()'), 'at another time').rejects.toThrow('settled by the outcome');
  await settlePlans(world);
  const { rows } = await owner.query(
    `select count(*)::int as settled from plan join plan_outcome using (group_id)
     where member_id = any ($1) and income = trunc(amount * result)`,
    [members],
  );
  expect(rows).toEqual([{ settled: 2 }]);
});

test('the database refuses to change what was placed, how it ended, or a settlement', async () => {
  const member = await world.member(1_000);
  await world.place(member);
  const attempt = (statement: string) => world.database.owner.query(statement);
  await expect(attempt('update plan set amount = amount + 1')).rejects.toThrow('never changed');
  const settling = 'update plan set income = 0, settled_at = now()';
  await expect(attempt(`${settling}, amount = amount + 1`)).rejects.toThrow('never changed');
  await expect(attempt('delete from plan')).rejects.toThrow('never changed');
  world.clock.advance(twoHoursMs);
  await settlePlans(world);
  await expect(attempt('update plan set income = income + 1')).rejects.toThrow('never changed');
  await expect(attempt(`update plan set settled_at = settled_at - interval '1 second'`)).rejects.toThrow(
    'never changed',
  );
  await expect(attempt('update plan set weight = weight + 1')).rejects.toThrow('plan_weight_published');
  await expect(attempt('update plan_outcome set result = 1')).rejects.toThrow('never changed');
  await expect(attempt('update plan_group set leverage = 1')).rejects.toThrow('never changed');
  await expect(attempt('delete from plan_candles')).rejects.toThrow('never changed');
  await expect(attempt('update weight_entry set points = 1000')).rejects.toThrow('never changed');
});

test('a round is as long in the database as in the code, and so is the wait for candles that never come', async () => {
  const { pool } = world.database;
  for (const [interval, roundMs] of Object.entries(intervalMs)) {
    const { rows } = await pool.query<{ id: bigint }>(
      `insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
       values ('ETH', $1, 1, 'trend-1', $2, 1, 1, 1, 1, 0, '', encode(sha256(''), 'hex')) returning id`,
      [new Date(recordingStart), interval],
    );
    const candles = Buffer.alloc(96);
    for (const [row, at] of [recordingStart - roundMs, recordingStart].entries()) candles.writeDoubleLE(at, row * 48);
    const digest = hash('sha256', candles, 'hex');
    await pool.query('insert into plan_candles values ($1, $2)', [digest, candles]);
    const record = (end: string, at: number) =>
      pool.query(
        `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
         values ($1, 0, '{0}', $2, 0, $3, $4)`,
        [rows[0]?.id, end, digest, new Date(at)],
      );
    const ends = recordingStart + roundMs;
    await expect(record('void', ends + 7 * 1_440 * minuteMs - 1), interval).rejects.toThrow('still wait');
    await expect(record('completed', ends - 1), interval).rejects.toThrow('have not ended');
    await expect(record('completed', ends), interval).resolves.toBeDefined();
  }
});
