import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { publishedAt } from '#core/fairness/quicknet.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { dayOf, roundAt, timesOf } from '#core/rounds/schedule.ts';
import { drandBeacon } from '#server/gateways/beacon/drand-beacon.ts';
import { openDrandServer } from '#server/gateways/beacon/drand-server.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { getTranscript } from './get-transcript.ts';
import { beaconOf, candleOf } from './round-node.fixture.ts';
import { findRound } from './round-store.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;
let round: number;

beforeAll(async () => {
  world = await openWorld();
  round = roundAt(world.clock.now());
});

afterAll(() => world.close());

/** By the owner of the tables: what the guards refuse, they refuse everybody. */
const attempt = (sql: string, values: readonly unknown[] = []) => world.database.owner.query(sql, [...values]);
const closing = (of: number, orders = 0) =>
  attempt(
    `insert into round_closing (round_id, statement, digest, orders, staked, closed_at)
    values ($1::bigint, '{}', repeat('0', 64), $2, 0, to_timestamp($1::bigint * 300 + 250))`,
    [of, orders],
  );
const end = (of: number, seed: string, isVoid: boolean, beacon: object | null = beaconOf(of)) =>
  attempt(
    `insert into round_end (round_id, seed, beacon, is_void, ended_at) values ($1::bigint, $2, $3, $4, to_timestamp($1::bigint * 300 + 301))`,
    [of, seed, beacon && JSON.stringify(beacon), isVoid],
  );
const order = (member: bigint, ...rounds: readonly number[]) =>
  attempt(
    `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
     select $1, 'LATE' || n, n, 'big', 1, 1, decode(repeat('00', 32), 'hex'), to_timestamp(n * 300 + 1) from unnest($2::bigint[]) as n`,
    [member, rounds],
  );

async function nextRound({ clock, moveTo, run }: RoundsWorld): Promise<number> {
  const next = roundAt(clock.now()) + 1;
  await moveTo(timesOf(next).opensAt);
  await run();
  return next;
}

test('the database takes each step of a round once, in order and in time', async () => {
  const { seeds, moveTo } = world;
  const member = await world.member(100);
  const placed = await world.place(member);
  const seed = seeds.ofRound(round);

  await expect(closing(round - 1), 'of a day that was committed to after it had closed').rejects.toThrow(
    'does not close',
  );
  await expect(closing(round, 1), 'before its betting has ended').rejects.toThrow('does not close like this');
  await moveTo(timesOf(round).closesAt);
  await expect(closing(round, 0), 'without one of its orders').rejects.toThrow('does not close like this');
  await expect(closing(round - 500), 'of a day that was not committed to').rejects.toThrow('does not close like this');
  await expect(order(member, round), 'an order after betting, before closing').rejects.toThrow('betting on the round');
  await expect(order(member, round, round + 1), 'beside one of the next').rejects.toThrow('betting on the round');
  await world.run();
  await expect(order(member, round), 'an order after closing').rejects.toThrow('the round has closed');
  await expect(end(round, seed, false), 'before its time').rejects.toThrow('does not end like this');
  await moveTo(timesOf(round).resultAt);
  await expect(end(round, seeds.ofRound(round + 1), false), 'with another seed').rejects.toThrow('not the seed');
  await expect(end(round, 'a'.repeat(64), false), 'with a made-up seed').rejects.toThrow('not the seed');
  await expect(end(round, seed, true), 'void before its deadline').rejects.toThrow('does not end like this');
  await expect(end(round, seed, false, null), 'drawn without a beacon').rejects.toThrow('round_end_check');
  await moveTo(timesOf(round).voidAt);
  await expect(end(round, seed, false), 'drawn after its deadline').rejects.toThrow('does not end like this');
  await expect(closing(round + 1), 'the next one before it has ended').rejects.toThrow('does not close like this');
  await world.run();
  expect((await findRound(world.tables, round))?.payments).not.toBeNull();
  await moveTo(timesOf(round + 2).opensAt);
  await world.run();
  await moveTo(timesOf(round + 2).closesAt);
  await world.run();
  await expect(closing(round + 1), 'one that was missed, after a later one').rejects.toThrow(
    'does not close like this',
  );

  for (const table of ['fairness_chain', 'fairness_day', 'round_closing', 'round_end', 'round_payment']) {
    await expect(attempt(`delete from ${table}`), table).rejects.toThrow('is refused');
    await expect(attempt(`truncate ${table} cascade`), table).rejects.toThrow('is refused');
  }
  await expect(attempt(`update round_end set seed = repeat('0', 64)`)).rejects.toThrow('is refused');
  await expect(attempt(`update fairness_day set tip = repeat('0', 64)`)).rejects.toThrow('is refused');
  for (const change of ['stake = 2', "category = 'small'", 'income = 5', 'income = null, settled_at = null']) {
    await expect(attempt(`update round_order set ${change} where id = $1`, [placed.id]), change).rejects.toThrow(
      'change only',
    );
  }
  await expect(attempt('delete from round_order')).rejects.toThrow('change only');
});

const [time, open, high, low, close, volume] = [0, 1, 2, 3, 4, 5] as const;

test('a round ends with the beacon that its closing named, and with the candles that the database keeps', async () => {
  const of = await nextRound(world);
  await world.moveTo(timesOf(of).closesAt);
  await world.run();
  await world.moveTo(timesOf(of).resultAt);
  const seed = world.seeds.ofRound(of);
  const row = candleOf(of);
  const others: readonly (readonly [what: string, beacon: object])[] = [
    ['of another kind', { kind: 'drand', round: 1_000, signature: 'ab'.repeat(48) }],
    ['of another coin', beaconOf(of, [['ETH', row]])],
    ['of no coin', beaconOf(of, [])],
    [
      'of a coin too many',
      beaconOf(of, [
        ['BTC', row],
        ['ETH', row],
      ]),
    ],
    ['of another minute', beaconOf(of, [['BTC', row.with(time, row[time] - 60_000)]])],
    ['of nothing', {}],
  ];
  for (const [what, beacon] of others) {
    await expect(end(of, seed, false, beacon), what).rejects.toThrow('not the beacon of round');
  }
  const drand = { kind: 'drand', round: 1_000 };
  for (const [beacon, isOf] of [
    [drand, true],
    [{ ...drand, round: 1_001 }, false],
    [{ ...drand, kind: 'market' }, false],
  ] as const) {
    const { rows } = await attempt('select is_beacon_of($1, $2, $3) as "isOf"', [of, drand, beacon]);
    expect(rows, JSON.stringify(beacon)).toEqual([{ isOf }]);
  }
  await attempt(
    `insert into market.exchange_prices (exchange, coin, instrument, price_decimals, begins_ms, through_ms, open, high, low, close, volume, seen_at_ms)
     values ('made-up', 'BTC', 'BTC/USDT', 2, 0, 0, 1, 1, 1, 1, 1, 0)`,
  );
  await attempt('insert into market.exchange_candles values ($1, $2, $3, $4, $5, $6, $7, $8)', [
    'made-up',
    'BTC',
    ...row,
  ]);
  for (const number of [open, high, low, close, volume]) {
    const changed = row.with(number, row[number] + 0.01);
    const altered = end(of, seed, false, beaconOf(of, [['BTC', changed]]));
    await expect(altered, `with another number ${number}`).rejects.toThrow('not the beacon of round');
  }
  await end(of, seed, false);
  await world.run();
  expect((await findRound(world.tables, of))?.payments).not.toBeNull();
});

test('a round on drand that is closed only when its beacon is public is void, and what it would have been is said', async () => {
  const server = await openDrandServer();
  const drandRound = genuineRounds[3];
  const start = timesOf(roundAt(publishedAt(drandRound.round))).opensAt;
  for (const [closedAt, isVoid] of [
    [publishedAt(drandRound.round) - 1, false],
    [publishedAt(drandRound.round), true],
  ] as const) {
    const drand = await openWorld(drandBeacon([server.url], silentLog), start);
    await drand.moveTo(closedAt);
    await drand.run();
    await drand.moveTo(timesOf(roundAt(start)).resultAt);
    await drand.run();
    const transcript = await getTranscript(drand, roundAt(start));
    expect(transcript).toMatchObject({ status: isVoid ? 'void' : 'paid', beacon: { round: drandRound.round } });
    expect(transcript[isVoid ? 'lateResult' : 'result']).not.toBeNull();
    expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true });
    await drand.close();
  }
  await server.close();
});

test('no table has a column for a result: it is computed from what these hold', async () => {
  const { rows } = await world.pool.query(
    `select table_name, column_name from information_schema.columns
     where table_name like 'round%' and column_name ~ '(digit|result|outcome|number|sum)'`,
  );
  expect(rows).toEqual([]);
});

test('a commitment carries the database’s time, not the one that the statement gives', async () => {
  const { rows } = await world.pool.query('select published_at from fairness_day where day = $1', [dayOf(round)]);
  expect(rows[0].published_at.getTime()).toBeLessThanOrEqual(timesOf(round).closesAt);
  await attempt(`insert into fairness_day values ($1, repeat('0', 64), repeat('0', 64), '1970-01-01')`, [
    dayOf(round) + 5,
  ]);
  const { rows: dated } = await world.pool.query('select published_at from fairness_day where day = $1', [
    dayOf(round) + 5,
  ]);
  expect(dated[0].published_at.getTime()).toBeGreaterThan(timesOf(round).opensAt - 1);
});
