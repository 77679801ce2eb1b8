import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { micro, minuteMs } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { type LimitWorld, openLimitWorld } from './limit-world.fixture.ts';

let world: LimitWorld;

beforeAll(async () => {
  world = await openLimitWorld();
});
afterAll(() => world.close());

const ownerOf = (memberId: bigint) => ({ memberId, timeZone: 'UTC' });
const hours = (count: number) => count * 60 * minuteMs;
const nextMidnight = () => Math.ceil(world.clock.now() / hours(24)) * hours(24);

/** What `member` has of the limit of a day now. */
async function viewOf(memberId: bigint) {
  return (await getLimits(world.dependencies, ownerOf(memberId))).lossLimits[0];
}

test('a move to another time zone does not begin a new day', async () => {
  const member = await world.member(1_000);
  const { rows } = await world.database.pool.query<{ id: bigint }>(
    `insert into member (id, username, password_hash, locale, invitation_code, registration_proof, created_at, time_zone)
     overriding system value
     values ($1, 'zonemember', '$argon2id$', 'en', 'ZONES', decode(repeat('ab', 32), 'hex'), now(), 'UTC') returning id`,
    [member],
  );
  expect(rows[0]?.id).toBe(member);
  const midnight = Math.ceil(world.clock.now() / hours(24)) * hours(24);
  world.clock.advance(midnight + hours(10.5) - world.clock.now());
  await world.limit(member, 'day', micro(10));
  const since = async (zone: string) => {
    await world.database.owner.query('update member set time_zone = $2 where id = $1', [member, zone]);
    return (await viewOf(member))?.count?.since;
  };
  expect(await since('UTC')).toBe(midnight);
  // Kiritimati is 14 hours ahead, so a new day has begun there; Midway is 11 behind, where yesterday is about to end.
  expect(await since('Pacific/Kiritimati')).toBe(midnight);
  expect(await since('Pacific/Midway')).toBe(midnight - hours(13));
  // A tighter limit does not take the new zone either.
  await world.limit(member, 'day', micro(9), 'Pacific/Kiritimati');
  expect(await since('Pacific/Kiritimati')).toBe(midnight);
});

test('a stricter limit after a looser one is in force takes no zone in which a new day has begun already', async () => {
  const member = await world.member(1_000);
  const zoneOf = (zone: string) =>
    world.database.owner.query('update member set time_zone = $2 where id = $1', [member, zone]);
  await world.database.pool.query(
    `insert into member (id, username, password_hash, locale, invitation_code, registration_proof, created_at, time_zone)
     overriding system value
     values ($1, 'loosemember', '$argon2id$', 'en', 'LOOSE', decode(repeat('cd', 32), 'hex'), now(), 'UTC')`,
    [member],
  );
  for (const period of ['day', 'week'] as const) {
    await world.limit(member, period, micro(10));
    await world.limit(member, period, micro(20));
  }
  // Past the wait, on a Sunday at 16:00 UTC: it is Monday in Tokyo since 15:00.
  const sunday = Math.ceil((world.clock.now() + hours(24)) / hours(168)) * hours(168) + hours(72);
  world.clock.advance(sunday + hours(16) - world.clock.now());
  const since = async () =>
    (await getLimits(world.dependencies, ownerOf(member))).lossLimits.map((one) => one.count?.since);
  const [day, week] = [sunday, sunday - hours(144)];
  expect(await since()).toEqual([day, week]);
  await zoneOf('Asia/Tokyo');
  expect(await since()).toEqual([day, week]);
  for (const period of ['day', 'week'] as const) await world.limit(member, period, micro(19), 'Asia/Tokyo');
  expect(await since()).toEqual([day, week]);
  // Where no day is cut short, the days are those of the profile's zone again.
  for (const period of ['day', 'week'] as const) await world.limit(member, period, micro(20), 'Asia/Tokyo');
  world.clock.advance(hours(34));
  for (const period of ['day', 'week'] as const) await world.limit(member, period, micro(18), 'Asia/Tokyo');
  world.clock.advance(hours(13));
  expect(await since()).toEqual([sunday + hours(63), sunday + hours(15)]);
});

test('a loss at the very moment in which a day begins is that day’s to its end, and no other’s', async () => {
  const member = await world.member(10_000);
  await world.earn(member, 10_000);
  await world.limit(member, 'day', micro(1_000));
  const midnight = nextMidnight();
  world.clock.advance(midnight - hours(1) - 2 * minuteMs - world.clock.now());
  const node = world.guardedNode();
  for (const coin of ['BTC', 'ETH', 'SOL', 'XRP']) await node.place(member, { coin, multiple: 25, price: micro(100) });
  const lostToday = async () => (await viewOf(member))?.count?.lost;
  world.clock.advance(midnight - 1 - world.clock.now());
  expect(await lostToday()).toBe(0n);
  // They have ended, and no node was there to settle them before.
  world.clock.advance(1);
  await settlePlans(world);
  const { rows } = await world.database.pool.query<{ lost: bigint; moment: Date }>(
    `select sum(-income)::bigint as lost, settled_at as moment from plan where member_id = $1 and income < 0 group by 2`,
    [member],
  );
  expect(rows).toEqual([{ lost: expect.any(BigInt), moment: new Date(midnight) }]);
  expect(await lostToday()).toBe(rows[0]?.lost);
  world.clock.advance(hours(24) - 1);
  expect(await lostToday()).toBe(rows[0]?.lost);
  world.clock.advance(1);
  expect(await lostToday()).toBe(0n);
});
