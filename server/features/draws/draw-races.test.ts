import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntryKind } from '#core/draws/entries.ts';
import { expectedValue, prizeTable } from '#core/draws/prizes.ts';
import { verifyDraws } from '#core/draws/verify.ts';
import { utcDay } from '#core/time/lengths.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { changeClientSeed } from './change-client-seed.ts';
import { newestDraws, resultOf } from './draw-store.ts';
import { codeOf, type DrawsWorld, dayMs, openWorld } from './draws-world.fixture.ts';
import { getDrawTranscript } from './get-draw-transcript.ts';
import { getEntries } from './get-entries.ts';

let world: DrawsWorld;
let other: Awaited<ReturnType<DrawsWorld['openNode']>>;

beforeAll(async () => {
  world = await openWorld();
  other = await world.openNode();
});
afterAll(() => world.close());

const own = '00112233445566778899aabbccddeeff';
const node = (place: number) => (place % 2 === 0 ? world : other);

const readyMember = (wins = false) => world.memberWithEntry(wins);

function tally(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** What the fund must hold after all draws there are, and what it holds. */
async function fundAgainstDraws(): Promise<readonly [expected: bigint, found: bigint]> {
  const drawn = await newestDraws(world.pool, 100_000);
  const { rows } = await world.pool.query<{ funded: bigint }>(
    `select sum(case when to_account = -27 then amount else -amount end)::bigint as funded from ledger.postings
     where (to_account = -27 or from_account = -27) and transfer_id in (select id from ledger.transfers where kind = 'prizesFunded')`,
  );
  const paid = drawn.reduce((sum, one) => sum + (resultOf(world.seeds, one).prize?.amount ?? 0n), 0n);
  const entries = BigInt(drawn.length);
  return [(rows[0]?.funded ?? 0n) + entries * expectedValue(prizeTable) - paid, await world.fund()];
}

test('1,000 draws of one entry at once on two nodes draw it once and pay its prize once', async () => {
  const memberId = await readyMember(true);
  const codes = await Promise.all(
    Array.from({ length: 1_000 }, (_, place) => codeOf(node(place).draw(memberId, { entry: 1 }, `tap-${place}`))),
  );
  expect(tally(codes)).toEqual({ done: 1, entryDrawn: 999 });
  const { entries } = await getEntries(world, memberId);
  expect(await world.available(memberId)).toBe(entries.find(({ kind }) => kind === 'donated')?.draw?.amount);
  const [expected, found] = await fundAgainstDraws();
  expect(found).toBe(expected);
});

test('three entries, two tabs and one repeated key: each entry is drawn once, and the key’s callers get one draw', async () => {
  const memberId = await readyMember();
  await world.act(memberId, 'checkedIn');
  await world.act(memberId, 'resultVerified');
  const keyed = await Promise.all(
    Array.from({ length: 40 }, (_, place) => node(place).draw(memberId, {}, 'one-and-the-same')),
  );
  expect(new Set(keyed.map(({ id }) => id)).size).toBe(1);
  const codes = await Promise.all(Array.from({ length: 40 }, (_, place) => codeOf(node(place).draw(memberId))));
  expect(tally(codes).done).toBe(2);
  const { entries, next } = await getEntries(world, memberId);
  expect(next).toBe(4);
  const drawn = entries.flatMap(({ draw }) => (draw ? [draw] : []));
  expect(drawn.map(({ entry }) => entry).toSorted()).toEqual([1, 2, 3]);
});

test('while the fund is about to be spent, entries that win and those that do not are drawn or refused alike, and it never owes', async () => {
  const winners = await Promise.all(Array.from({ length: 12 }, () => readyMember(true)));
  const losers = await Promise.all(Array.from({ length: 12 }, () => readyMember(false)));
  await world.setFund(1_000_000_001n);
  const codes = await Promise.all([...winners, ...losers].map((memberId, place) => codeOf(node(place).draw(memberId))));
  expect(tally(codes)).toMatchObject({ drawClosed: expect.any(Number) });
  const fund = await world.fund();
  expect(fund).toBeGreaterThanOrEqual(0n);
  const drawnNow = codes.filter((code) => code === 'done').length;
  expect(drawnNow).toBeGreaterThan(0);
  await world.setFund(100_000_000_000n);
  for (const [place, memberId] of [...winners, ...losers].entries()) {
    if (codes[place] === 'drawClosed') expect(await codeOf(world.draw(memberId))).toBe('done');
  }
  const [expected, found] = await fundAgainstDraws();
  expect(found).toBe(expected);
});

test('of a hundred changes of the own seed at once one counts, and draws meanwhile keep the seed they were drawn with', async () => {
  const memberId = await readyMember();
  await world.act(memberId, 'checkedIn');
  const { clientSeed } = await getEntries(world, memberId);
  const seeds = Array.from({ length: 100 }, (_, place) => place.toString(16).padStart(32, 'c'));
  const [codes] = await Promise.all([
    Promise.all(
      seeds.map((seed, place) => codeOf(changeClientSeed(node(place), memberId, { seed, replaces: clientSeed ?? '' }))),
    ),
    codeOf(world.draw(memberId)),
    codeOf(other.draw(memberId)),
  ]);
  expect(tally(codes)).toEqual({ done: 1, clientSeedChanged: 99 });
  const now = await getEntries(world, memberId);
  expect(now.clientSeed).toBe(seeds[codes.indexOf('done')]);
  for (const { draw } of now.entries) if (draw) expect([clientSeed, now.clientSeed]).toContain(draw.clientSeed);
});

const drawsOn = async (day: number): Promise<number> =>
  (await newestDraws(world.pool, 100_000)).filter((one) => one.day === day).length;

test('at midnight every entry is drawn with a seed that is still secret, or not at all', async () => {
  await world.moveTo(world.clock.now() + dayMs);
  const day = utcDay(world.clock.now());
  const members = await Promise.all(Array.from({ length: 60 }, () => readyMember()));
  let atReveal = -1;
  const last = (day + 1) * dayMs - 1;
  await world.moveTo(last);
  const drawing: Promise<string>[] = [];
  for (const [place, memberId] of members.entries()) {
    drawing.push(codeOf(node(place).draw(memberId)));
    if (place === 30) {
      await drawing[10];
      await world.moveTo(last + 1);
      // The nodes' clocks are behind: only the database decides.
      world.setNodeClock(last);
      expect(await world.reveal()).toBeGreaterThan(0);
      atReveal = await drawsOn(day);
    }
  }
  const codes = await Promise.all(drawing);
  expect(codes.slice(0, 11)).toContain('done');
  expect(codes.slice(31)).not.toContain('done');
  expect(await drawsOn(day)).toBe(atReveal);
  expect(codes.filter((code) => code === 'done')).toHaveLength(atReveal);
  await world.moveTo(last + 1);
  const drawn = members.filter((_, place) => codes[place] === 'done');
  for (const memberId of drawn) {
    const transcript = await getDrawTranscript(world, memberId, day);
    expect(verifyDraws(transcript)).toEqual({ matches: true, differences: [] });
    expect(transcript.entries).toHaveLength(1);
  }
});

test('a process killed while it draws has drawn each entry once or not at all, and the same keys then return the draws there are', async () => {
  await world.moveTo(world.clock.now() + dayMs);
  const random = randomFrom(11);
  const program = fileURLToPath(new URL('draw-child.fixture.ts', import.meta.url));
  let kills = 0;
  for (let life = 0; life < 6; life++) {
    const members = await Promise.all(Array.from({ length: 60 }, (_, place) => readyMember(place % 3 === 0)));
    const child = spawn(
      process.execPath,
      [
        program,
        world.database.url,
        Buffer.from(world.secret).toString('hex'),
        String(world.clock.now()),
        members.join(','),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const said: string[] = [];
    child.stdout.on('data', (bytes: Buffer) => said.push(...bytes.toString().trim().split('\n')));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const after = 1 + Math.floor(random.next() * 40);
    while (said.length < after && child.exitCode === null) await delay(1);
    if (child.kill('SIGKILL')) kills++;
    await ended;
    for (const memberId of members) {
      const drawn = await world.draw(memberId, {}, `kill-${memberId}`);
      expect(drawn.entry).toBe(1);
      expect(await world.available(memberId)).toBe(drawn.amount);
      expect(await codeOf(world.draw(memberId))).toBe('noEntries');
    }
  }
  expect(kills).toBeGreaterThan(0);
  const [expected, found] = await fundAgainstDraws();
  expect(found).toBe(expected);
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('random days of several members, with moves between zones, agree with a plain model and verify', async () => {
  const random = randomFrom(5);
  const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12'];
  const members = await Promise.all(Array.from({ length: 4 }, () => world.member()));
  const drawnKinds = new Map<bigint, { kind: EntryKind; until: number }[]>();
  for (const memberId of members) {
    await world.seed(memberId, own);
    drawnKinds.set(memberId, []);
  }
  for (let step = 0; step < 160; step++) {
    await world.moveTo(world.clock.now() + Math.floor(random.next() * 8 * 3_600_000) + 1);
    const memberId = random.of(members);
    if (random.chance(0.15)) {
      await world.pool.query('update member set time_zone = $2 where id = $1', [memberId, random.of(zones)]);
    }
    if (random.chance(0.6)) await world.act(memberId, random.of(['donated', 'resultVerified'] as const));
    if (random.chance(0.2)) await world.seed(memberId, step.toString(16).padStart(32, 'd'));
    const before = await getEntries(world, memberId);
    const ready = before.entries.find(({ state }) => state === 'ready');
    const outcome = await node(step)
      .draw(memberId, { entry: before.next }, null)
      .catch((error) => error.code);
    if (!ready) {
      expect(outcome).toBe('noEntries');
      continue;
    }
    expect(outcome).toMatchObject({ kind: ready.kind, entry: before.next, clientSeed: before.clientSeed });
    const drawn = drawnKinds.get(memberId) ?? [];
    const earlier = drawn.filter(({ kind }) => kind === ready.kind);
    // The day of the last entry of this kind has ended, in the zone it was counted in.
    for (const { until } of earlier) expect(until).toBeLessThanOrEqual(world.clock.now());
    drawn.push({ kind: ready.kind, until: before.endsAt });
  }
  await world.moveTo(world.clock.now() + dayMs);
  await world.reveal();
  const days = new Set((await newestDraws(world.pool, 100_000)).map(({ day }) => day));
  let entries = 0;
  for (const day of days) {
    for (const memberId of members) {
      const transcript = await getDrawTranscript(world, memberId, day);
      expect(verifyDraws(transcript)).toEqual({ matches: true, differences: [] });
      entries += transcript.entries.length;
    }
  }
  expect(entries).toBe([...drawnKinds.values()].flat().length);
  expect(entries).toBeGreaterThan(40);
  const [expected, found] = await fundAgainstDraws();
  expect(found).toBe(expected);
});

test('the reveal waits for what is being drawn: it does not come while that could still be committed', async () => {
  const drawing = await world.owner.connect();
  await drawing.query('begin');
  await drawing.query(
    `select ledger.lock_accounts(array(select id from ledger.accounts where member_id = -1 and name = 'prizes'))`,
  );
  await world.moveTo((utcDay(world.clock.now()) + 1) * dayMs);
  let isRevealed = false;
  const revealing = world.reveal().then(() => {
    isRevealed = true;
  });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await expect.poll(async () => isRevealed || (await world.pool.query(waiting)).rowCount === 1).toBe(true);
    expect(isRevealed).toBe(false);
  } finally {
    await drawing.query('commit');
    drawing.release();
  }
  await revealing;
});

test('an entry is drawn with the own seed that its member has seen, or not at all', async () => {
  const memberId = await readyMember();
  const { clientSeed } = await getEntries(world, memberId);
  if (clientSeed === null) throw new Error('the member of this test has an own seed');
  await changeClientSeed(other, memberId, { seed: own, replaces: clientSeed });
  expect(await codeOf(world.draw(memberId, { seed: clientSeed }))).toBe('clientSeedChanged');
  expect((await world.draw(memberId, { seed: own })).clientSeed).toBe(own);
});
