import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawerOf } from '#core/draws/draw.ts';
import { expectedValue, largestPrize, prizeFor, prizesFunding, prizeTable } from '#core/draws/prizes.ts';
import { utcDay } from '#core/time/lengths.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { changeClientSeed } from './change-client-seed.ts';
import {
  clientSeedFor,
  codeOf,
  type DrawsWorld,
  dayMs,
  openWorld,
  ownSeed,
  statesOf,
  worldStart,
} from './draws-world.fixture.ts';
import { getDraw } from './get-draw.ts';
import { getDrawTranscript } from './get-draw-transcript.ts';
import { getEntries } from './get-entries.ts';
import { listDraws } from './list-draws.ts';
import { listPrizes } from './list-prizes.ts';
import { listWinners } from './list-winners.ts';

let world: DrawsWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Draws a second later: lists are ordered by time. */
async function drawLater(
  memberId: bigint,
  ...request: Parameters<DrawsWorld['draw']> extends [bigint, ...infer Rest] ? Rest : never
) {
  await world.moveTo(world.clock.now() + 1_000);
  return await world.draw(memberId, ...request);
}

test('what was done today earns entries; each is drawn once, in turn, with the number that core computes, and lists show it', async () => {
  const memberId = await world.readyMember();
  const username = await world.usernameOf(memberId);
  expect(await codeOf(world.draw(memberId))).toBe('noEntries');
  await world.act(memberId, 'donated');
  await world.act(memberId, 'donated');
  await world.act(memberId, 'checkedIn');
  expect(await statesOf(world, memberId)).toMatchObject({ checkedIn: 'ready', donated: 'ready', planPlaced: 'open' });
  const [first, second] = [await world.draw(memberId), await drawLater(memberId)];
  expect([first.kind, second.kind, first.entry, second.entry]).toEqual(['checkedIn', 'donated', 1, 2]);
  const numberOf = drawerOf(world.seeds.ofDay(utcDay(worldStart)).drawSeed);
  for (const drawn of [first, second]) {
    expect(drawn.number).toBe(numberOf({ username, clientSeed: ownSeed, entry: drawn.entry }));
    expect([drawn.prize, drawn.amount]).toEqual([
      prizeFor(drawn.number, prizeTable)?.id ?? null,
      prizeFor(drawn.number, prizeTable)?.amount ?? 0n,
    ]);
  }
  expect(await world.available(memberId)).toBe(first.amount + second.amount);
  expect(await codeOf(world.draw(memberId))).toBe('noEntries');
  // A page of yesterday shows entries that are not today's: the refusal says so, and the page reads them again.
  expect(await codeOf(world.draw(memberId, { day: utcDay(worldStart) - 1, entry: 3 }))).toBe('entryUnknown');
  expect(await statesOf(world, memberId)).toMatchObject({ checkedIn: 'drawn', donated: 'drawn' });
  expect(await listDraws(world, memberId, null)).toEqual([second, first]);
  expect(await listDraws(world, memberId, second.id)).toEqual([first]);
  expect(await codeOf(listDraws(world, memberId + 1n, second.id))).toBe('drawUnknown');
});

test('a winning entry is paid from the fund in its own transfer, each entry pays its expected value into it, and the winner is listed masked', async () => {
  const memberId = await world.member();
  const username = await world.usernameOf(memberId);
  const day = utcDay(worldStart);
  await world.seed(memberId, clientSeedFor(world.seeds, { day, username, entry: 1, wins: true }));
  await world.act(memberId, 'donated');
  await world.act(memberId, 'checkedIn');
  const before = await world.fund();
  const won = await world.draw(memberId);
  expect(won.prize).not.toBeNull();
  expect(await world.available(memberId)).toBe(won.amount);
  expect(await world.fund()).toBe(before + expectedValue(prizeTable) - won.amount);
  await world.seed(memberId, clientSeedFor(world.seeds, { day, username, entry: 2, wins: false }));
  const lost = await world.draw(memberId);
  expect([lost.prize, lost.amount]).toEqual([null, 0n]);
  expect(await world.fund()).toBe(before + 2n * expectedValue(prizeTable) - won.amount);
  const { rows } = await world.pool.query<{ kind: string; reference: string }>(
    'select kind, reference from ledger.transfers where reference = any($1) order by id',
    [[won.id, lost.id]],
  );
  expect(rows).toEqual([
    { kind: 'prizeWon', reference: won.id },
    { kind: 'entryDrawn', reference: lost.id },
  ]);
  const winners = await listWinners(world);
  const { prize, amount, drawnAt } = won;
  expect(winners).toContainEqual({
    ...{ id: won.id, prize, amount, drawnAt },
    name: `${username.slice(0, 2)}***${username.slice(-2)}`,
  });
  expect(winners.find(({ id }) => id === lost.id)).toBeUndefined();
  // The next one stands before it.
  const next = await world.member();
  const name = await world.usernameOf(next);
  await world.seed(next, clientSeedFor(world.seeds, { day, username: name, entry: 1, wins: true }));
  await world.act(next, 'donated');
  const later = await drawLater(next);
  // Winners of one moment stand in any order.
  const listed = (await listWinners(world)).map(({ id }) => id);
  expect([listed[0], listed.indexOf(won.id) > 0]).toEqual([later.id, true]);
  // Neither a plan nor a round nor financing: it is no income of today's.
  expect((await world.pool.query('select from member_income where member_id = $1', [memberId])).rowCount).toBe(0);
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('the prize fund is set aside once, however many nodes start', async () => {
  await world.openNode();
  const { rows } = await world.pool.query<{ count: bigint }>(
    `select count(*) as count from ledger.transfers where idempotency_key = 'draws:funding'`,
  );
  expect(rows[0]?.count).toBe(1n);
  const prizes = await listPrizes(world);
  expect(prizes).toMatchObject({ isOpen: true, numbers: 1_000_000, expectedValue: expectedValue(prizeTable) });
  expect(prizes.published?.commitment).toBe(world.seeds.ofDay(utcDay(worldStart)).drawCommitment);
  expect(prizesFunding).toBe(100n * largestPrize(prizeTable));
});

test('where the fund does not cover the largest prize neither a winning nor a losing entry is drawn; the same entry is drawn once it does', async () => {
  const day = utcDay(worldStart);
  const before = await world.fund();
  for (const wins of [true, false]) {
    const memberId = await world.member();
    const username = await world.usernameOf(memberId);
    await world.seed(memberId, clientSeedFor(world.seeds, { day, username, entry: 1, wins }));
    await world.act(memberId, 'donated');
    await world.setFund(largestPrize(prizeTable) - 1n);
    expect(await codeOf(world.draw(memberId))).toBe('drawClosed');
    expect((await getEntries(world, memberId)).isOpen).toBe(false);
    expect((await listPrizes(world)).isOpen).toBe(false);
    expect(await world.fund()).toBe(largestPrize(prizeTable) - 1n);
    expect(await statesOf(world, memberId)).toMatchObject({ donated: 'ready' });
    await world.setFund(largestPrize(prizeTable));
    expect((await world.draw(memberId)).prize !== null).toBe(wins);
  }
  await world.setFund(before);
});

test('each refusal has its code and writes nothing', async () => {
  const memberId = await world.member();
  await world.act(memberId, 'donated');
  expect(await codeOf(world.draw(memberId))).toBe('clientSeedUnset');
  await world.seed(memberId, ownSeed);
  const day = utcDay(worldStart);
  expect(await codeOf(world.draw(memberId, { entry: 2 }))).toBe('entryUnknown');
  expect(await codeOf(world.draw(memberId, { entry: 0 }))).toBe('entryUnknown');
  expect(await codeOf(world.draw(memberId, { day: day - 1, entry: 1 }))).toBe('entryUnknown');
  expect(await codeOf(world.draw(memberId, { day: day + 1 }))).toBe('entryUnknown');
  expect(await listDraws(world, memberId, null)).toEqual([]);
  await world.draw(memberId, { day, entry: 1 });
  expect(await codeOf(world.draw(memberId, { day, entry: 1 }))).toBe('entryDrawn');
  expect(await listDraws(world, memberId, null)).toHaveLength(1);
  expect(await codeOf(getDraw(world, memberId, 'ABCD'))).toBe('drawUnknown');
  expect(await codeOf(getDrawTranscript(world, memberId, day))).toBe('drawDayRunning');
  expect(await codeOf(getDrawTranscript(world, memberId, day + 1))).toBe('dayUnknown');
  expect(await codeOf(getDrawTranscript(world, memberId, day - 5))).toBe('dayUnknown');
});

test('the same key draws once, and with another entry it is refused', async () => {
  const memberId = await world.readyMember();
  await world.act(memberId, 'donated');
  await world.act(memberId, 'checkedIn');
  const first = await world.draw(memberId, {}, 'one-key');
  expect(await world.draw(memberId, {}, 'one-key')).toEqual(first);
  expect(await codeOf(world.draw(memberId, { entry: 2 }, 'one-key'))).toBe('idempotencyKeyReused');
  const day = utcDay(world.clock.now());
  expect(await codeOf(world.draw(memberId, { day }, 'one-key'))).toBe('idempotencyKeyReused');
  const second = await drawLater(memberId, { entry: 2 }, 'two-keys');
  // With no entry left the first outcome is returned all the same.
  expect(await world.draw(memberId, {}, 'one-key')).toEqual(first);
  expect(await world.draw(memberId, { entry: 2 }, 'two-keys')).toEqual(second);
  expect(await listDraws(world, memberId, null)).toEqual([second, first]);
  // Another member's phone may have made the same key.
  const other = await world.readyMember();
  await world.act(other, 'donated');
  const others = await world.draw(other, {}, 'one-key');
  expect(others.id).not.toBe(first.id);
  expect(await listDraws(world, other, null)).toEqual([others]);
});

test('an own seed counts from its change on, is replaced only by who has seen it, and drawn entries keep theirs', async () => {
  const memberId = await world.readyMember();
  await world.act(memberId, 'donated');
  await world.act(memberId, 'checkedIn');
  const first = await world.draw(memberId);
  const other = 'f'.repeat(32);
  const change = (seed: string, replaces?: string) =>
    codeOf(changeClientSeed(world, memberId, { seed, ...(replaces !== undefined && { replaces }) }));
  expect(await change(other)).toBe('clientSeedChanged');
  expect(await change(other, 'e'.repeat(32))).toBe('clientSeedChanged');
  expect(await change(other, ownSeed)).toBe('done');
  expect((await getEntries(world, memberId)).clientSeed).toBe(other);
  const second = await world.draw(memberId);
  expect([first.clientSeed, second.clientSeed]).toEqual([ownSeed, other]);
  expect((await getDraw(world, memberId, first.id)).draw).toEqual(first);
  expect(await change('d'.repeat(32), ownSeed)).toBe('clientSeedChanged');
  expect(await change('d'.repeat(32), other)).toBe('done');
});

test('a change of the own seed that another one overtakes before it is written is told so', async () => {
  const memberId = await world.readyMember();
  const [slow, quick] = ['a'.repeat(32), 'b'.repeat(32)];
  // Has read the seed that it replaces, and waits while the member's row is held.
  await world.owner.query(`
    create function arrive_late() returns trigger language plpgsql as $$
      begin perform from member where id = new.member_id for no key update; return new; end $$;
    create trigger arrives_late before insert on draw_client_seed for each row when (new.seed = '${slow}')
      execute function arrive_late()`);
  const holder = await world.owner.connect();
  try {
    await holder.query(`begin; select from member where id = ${memberId} for no key update`);
    const overtaken = codeOf(changeClientSeed(world, memberId, { seed: slow, replaces: ownSeed }));
    await untilLockWait(world.pool, overtaken);
    expect(await codeOf(changeClientSeed(world, memberId, { seed: quick, replaces: ownSeed }))).toBe('done');
    await holder.query('rollback');
    expect(await overtaken).toBe('clientSeedChanged');
  } finally {
    await holder.query('rollback');
    holder.release();
    await world.owner.query('drop trigger arrives_late on draw_client_seed; drop function arrive_late');
  }
  expect((await getEntries(world, memberId)).clientSeed).toBe(quick);
});

test('the database refuses rows out of turn', async () => {
  const memberId = await world.readyMember();
  const now = Date.UTC(2026, 5, 5, 12);
  await world.moveTo(now);
  await world.act(memberId, 'donated');
  const drawn = await world.draw(memberId);
  const day = utcDay(now);
  const insert = (change: Record<string, unknown>, within: Pick<typeof world.owner, 'query'> = world.owner) => {
    const row = {
      ...{ member_id: memberId, id: `X${Math.random()}`, day, entry: 2, prize_version: 1, kind: 'checkedIn' },
      ...{ subject: 's', member_day: '2026-06-05', zone: 'UTC', ends_at: new Date(Date.UTC(2026, 5, 6)) },
      ...{ client_seed: ownSeed, drawn_at: new Date(now) },
      ...change,
    };
    const columns = Object.keys(row);
    return within.query(
      `insert into draw (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const refused: readonly Record<string, unknown>[] = [
    { entry: 1 },
    { entry: 3 },
    { client_seed: 'a'.repeat(32) },
    { kind: 'donated' },
    { zone: 'Asia/Tokyo', ends_at: new Date(Date.UTC(2026, 5, 5, 15)) },
    { ends_at: new Date(Date.UTC(2026, 5, 7)) },
    { member_day: '2026-06-06', ends_at: new Date(Date.UTC(2026, 5, 7)) },
    {
      day: day - 1,
      drawn_at: new Date(now - dayMs),
      member_day: '2026-06-04',
      ends_at: new Date(Date.UTC(2026, 5, 5)),
    },
    {
      day: day + 1,
      drawn_at: new Date(now + dayMs),
      member_day: '2026-06-06',
      ends_at: new Date(Date.UTC(2026, 5, 7)),
    },
    { kind: 'helpRead' },
  ];
  // The row that the others differ from by one value.
  const undone = await world.owner.connect();
  await undone.query('begin');
  await insert({}, undone);
  await undone.query('rollback');
  undone.release();
  for (const change of refused) await expect(insert(change), JSON.stringify(change)).rejects.toThrow();
  for (const table of ['draw', 'draw_client_seed', 'draw_reveal']) {
    await expect(world.owner.query(`delete from ${table}`)).rejects.toThrow(/refused/);
  }
  await expect(world.owner.query(`update draw set client_seed = 'a'`)).rejects.toThrow(/once/);
  const reveal = (of: number, seed: string) =>
    world.owner.query('insert into draw_reveal (day, seed, revealed_at) values ($1, $2, $3)', [
      of,
      seed,
      new Date(now + 30 * dayMs),
    ]);
  const seedOf = (of: number) => Buffer.from(world.seeds.ofDay(of).drawSeed).toString('hex');
  await expect(reveal(day, seedOf(day))).rejects.toThrow(/not revealed/);
  await world.moveTo((day + 1) * dayMs);
  await expect(reveal(day, seedOf(day + 1))).rejects.toThrow(/not revealed/);
  await reveal(day, seedOf(day));
  // As by a node whose clock is behind.
  await expect(insert({})).rejects.toThrow(/cannot be drawn/);
  expect((await getDraw(world, memberId, drawn.id)).transcript?.entries).toHaveLength(1);
});
