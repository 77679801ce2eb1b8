import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestPrize, prizeTable } from '#core/draws/prizes.ts';
import { verifyDraws } from '#core/draws/verify.ts';
import { utcDay } from '#core/time/lengths.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { isCovered } from './draw-transfers.ts';
import { codeOf, type DrawsWorld, dayMs, openWorld, ownSeed, statesOf, worldStart } from './draws-world.fixture.ts';
import { getDraw } from './get-draw.ts';
import { getDrawTranscript } from './get-draw-transcript.ts';
import { getEntries } from './get-entries.ts';
import { listPrizes } from './list-prizes.ts';

let world: DrawsWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('entries are gone at the end of the member’s day, and a change of zone earns no second one', async () => {
  const kiritimati = await world.readyMember('Pacific/Kiritimati');
  const tokyo = await world.readyMember('Asia/Tokyo');
  await world.moveTo(worldStart + dayMs + 1_800_000);
  for (const memberId of [kiritimati, tokyo]) {
    await world.act(memberId, 'donated');
    await world.act(memberId, 'resultVerified');
  }
  expect((await world.draw(kiritimati)).kind).toBe('resultVerified');
  expect((await world.draw(kiritimati)).kind).toBe('donated');
  // The same moment is a date earlier there, and the acts lie in that day too.
  await world.pool.query(`update member set time_zone = 'Etc/GMT+12' where id = $1`, [kiritimati]);
  await world.act(kiritimati, 'donated');
  expect(await codeOf(world.draw(kiritimati))).toBe('noEntries');
  // A zone further east: the date is a later one, but the day of the last entry still ends in the zone it began in.
  const baker = await world.readyMember('Etc/GMT+12');
  await world.act(baker, 'donated');
  await world.draw(baker);
  await world.pool.query(`update member set time_zone = 'Pacific/Kiritimati' where id = $1`, [baker]);
  await world.act(baker, 'donated');
  expect(await codeOf(world.draw(baker))).toBe('noEntries');
  expect((await getEntries(world, tokyo)).endsAt).toBe(Date.UTC(2026, 5, 2, 15));
  await world.moveTo(Date.UTC(2026, 5, 2, 15));
  expect(await statesOf(world, tokyo)).toMatchObject({ donated: 'open', resultVerified: 'open' });
  expect(await codeOf(world.draw(tokyo))).toBe('noEntries');
});

/** How many days this node reveals while another one is about to commit the same. */
async function revealAfterAnotherNode(day: number): Promise<number> {
  const other = await world.pool.connect();
  try {
    await other.query('begin');
    const seed = Buffer.from(world.seeds.ofDay(day).drawSeed).toString('hex');
    await other.query('insert into draw_reveal (day, seed, revealed_at) values ($1, $2, now())', [day, seed]);
    const revealing = world.reveal();
    await untilLockWait(world.pool, revealing);
    await other.query('commit');
    return await revealing;
  } finally {
    other.release();
  }
}

test('after midnight the seed is revealed, every entry of the day verifies, and the day’s numbers begin anew', async () => {
  const memberId = await world.readyMember('Asia/Tokyo');
  const start = Date.UTC(2026, 5, 3, 20);
  await world.moveTo(start);
  const day = utcDay(start);
  await world.act(memberId, 'donated');
  await world.act(memberId, 'resultVerified');
  const first = await world.draw(memberId);
  expect((await getDraw(world, memberId, first.id)).transcript).toBeNull();
  const before = await world.reveal();
  expect(before).toBeGreaterThan(0);
  expect((await getDraw(world, memberId, first.id)).transcript).toBeNull();
  // The member's day spans midnight UTC: the next entry is drawn with the next day's seed.
  await world.moveTo((day + 1) * dayMs);
  expect(await revealAfterAnotherNode(day)).toBe(0);
  expect(await world.reveal()).toBe(0);
  const second = await world.draw(memberId);
  expect([second.day, second.entry, second.kind]).toEqual([day + 1, 1, 'donated']);
  const { draw, published, transcript } = await getDraw(world, memberId, first.id);
  expect(transcript && verifyDraws(transcript)).toEqual({ matches: true, differences: [] });
  expect(transcript?.commitment).toBe(published.commitment);
  expect(transcript?.entries).toEqual([
    { entry: 1, clientSeed: ownSeed, number: draw.number, prize: draw.prize, amount: draw.amount },
  ]);
  expect(await getDrawTranscript(world, memberId, day)).toEqual(transcript);
});

test('the database draws no second entry of a kind before the day of the first has ended in its own zone', async () => {
  const noon = Date.UTC(2026, 5, 8, 12);
  await world.moveTo(noon);
  const memberId = await world.readyMember('UTC');
  await world.act(memberId, 'donated');
  await world.draw(memberId);
  // It is the next date there already.
  const zone = 'Pacific/Kiritimati';
  const client = await world.owner.connect();
  const insert = (kind: string) =>
    client.query(
      `insert into draw
        (member_id, id, day, entry, prize_version, kind, subject, member_day, zone, ends_at, client_seed, drawn_at)
       values ($1, $2, $3, 2, 1, $4, 's', '2026-06-09', $5, $6, $7, $8)`,
      [memberId, `X ${kind}`, utcDay(noon), kind, zone, new Date(noon + 22 * 3_600_000), ownSeed, new Date(noon)],
    );
  await client.query('begin');
  await client.query('update member set time_zone = $2 where id = $1', [memberId, zone]);
  await client.query('savepoint moved');
  await insert('checkedIn');
  await client.query('rollback to savepoint moved');
  await expect(insert('donated')).rejects.toThrow(/cannot be drawn/);
  await client.query('rollback');
  client.release();
});

test('the draw is open while the fund holds the largest prize, and closed with one unit less', async () => {
  const holding = (prizes: bigint) => ({ houseBalances: async () => new Map([['prizes' as const, prizes]]) });
  const largest = largestPrize(prizeTable);
  expect(await isCovered(holding(largest), prizeTable)).toBe(true);
  expect(await isCovered(holding(largest - 1n), prizeTable)).toBe(false);
});

test('the database draws nothing with a seed that is out, whatever its clock says', async () => {
  const noon = Date.UTC(2026, 5, 12, 12);
  await world.moveTo(noon);
  const memberId = await world.readyMember('UTC');
  const client = await world.owner.connect();
  const drawn = () =>
    client.query(
      `insert into draw
        (member_id, id, day, entry, prize_version, kind, subject, member_day, zone, ends_at, client_seed, drawn_at)
       values ($1, 'OUT', $2, 1, 1, 'donated', 's', '2026-06-12', 'UTC', '2026-06-13T00:00:00Z', $3, $4)`,
      [memberId, utcDay(noon), ownSeed, new Date(noon)],
    );
  await client.query('begin');
  await client.query('savepoint kept');
  await drawn();
  await client.query('rollback to savepoint kept');
  await client.query('alter table draw_reveal disable trigger draw_reveal_in_time');
  await client.query(`insert into draw_reveal values ($1, repeat('0', 64), now())`, [utcDay(noon)]);
  await expect(drawn()).rejects.toThrow('cannot be drawn like this');
  await client.query('rollback');
  client.release();
});

test('the database draws an entry as of its day, its number, its seed and its zone alone, and of nobody who is excluded', async () => {
  const noon = Date.UTC(2026, 5, 13, 12);
  await world.moveTo(noon);
  const memberId = await world.readyMember('UTC');
  const day = utcDay(noon);
  const entry = { day, entry: 1, zone: 'UTC', seed: ownSeed };
  const client = await world.owner.connect();
  const drawn = (change: Partial<typeof entry> = {}) => {
    const { day, entry: number, zone, seed } = { ...entry, ...change };
    return client.query(
      `insert into draw
        (member_id, id, day, entry, prize_version, kind, subject, member_day, zone, ends_at, client_seed, drawn_at)
       values ($1, 'ONE', $2, $3, 1, 'donated', 's', '2026-06-13', $4, '2026-06-14T00:00:00Z', $5, $6)`,
      [memberId, day, number, zone, seed, new Date(noon)],
    );
  };
  await client.query('begin');
  await client.query('savepoint kept');
  await drawn();
  await client.query('rollback to savepoint kept');
  for (const change of [{ day: day + 1 }, { entry: 2 }, { entry: 0 }, { zone: 'Asia/Tokyo' }, { seed: 'another' }]) {
    await expect(drawn(change), JSON.stringify(change)).rejects.toThrow('cannot be drawn like this');
    await client.query('rollback to savepoint kept');
  }
  await client.query('insert into member_guard values ($1)', [memberId]);
  await client.query(`insert into self_exclusion values ($1, $2, $3, null, $2)`, [
    memberId,
    new Date(noon - 1),
    new Date(noon + dayMs),
  ]);
  await expect(drawn()).rejects.toThrow('cannot be drawn like this');
  await client.query('rollback');
  client.release();
});

test('one act earns one entry, and own seeds leave no number out, whatever a statement asks', async () => {
  const memberId = await world.readyMember();
  const day = utcDay(world.clock.now()) + 1;
  await world.moveTo(day * dayMs + 12 * 3_600_000);
  await world.act(memberId, 'donated');
  const drawn = await world.draw(memberId);
  await world.moveTo((day + 1) * dayMs + 12 * 3_600_000);
  const client = await world.owner.connect();
  const again = (subject: string) =>
    client.query(
      `insert into draw (member_id, id, day, entry, prize_version, kind, subject, member_day, zone, ends_at, client_seed, drawn_at)
       select member_id, id || 'X', day + 1, 1, prize_version, kind, ${subject}, member_day + 1, zone, ends_at + interval '1 day', client_seed,
         drawn_at + interval '1 day'
       from draw where id = $1`,
      [drawn.id],
    );
  const seed = (number: number) =>
    client.query(`insert into draw_client_seed values ($1, $2, repeat('b', 32), now())`, [memberId, number]);
  try {
    // What the refused rows differ from by one value.
    await client.query('begin');
    await again(`subject || 'X'`);
    await seed(2);
    await client.query('rollback');
    await expect(again('subject')).rejects.toThrow('draw_act_once');
    for (const number of [1, 3]) await expect(seed(number)).rejects.toThrow('numbered without gaps');
  } finally {
    client.release();
  }
});

test('a day of which nothing is published shows no commitment, that of an earlier day neither, and draws nothing', async () => {
  const now = world.clock.now();
  expect((await listPrizes(world)).published).toMatchObject({ day: utcDay(now) });
  world.setNodeClock(now + 10 * dayMs);
  expect((await listPrizes(world)).published).toBeNull();
  const memberId = await world.readyMember();
  await world.act(memberId, 'donated');
  expect(await codeOf(world.draw(memberId))).toBe('drawUnpublished');
  world.setNodeClock(now);
});
