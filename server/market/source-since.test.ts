import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { dayMs, HandClock, recordingOf, replaySource, risingMinutes } from './market.fixture.ts';
import { createMarket } from './market.ts';
import { type PlayedSource, sourceSince } from './source-since.ts';

const now = Date.UTC(2026, 0, 15);
const clock = new HandClock(now);
const first: PlayedSource = { recording: 'a'.repeat(64) };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a market plays from the first start after another one, for all nodes and later starts; the only one always did', async () => {
  const since = (played: PlayedSource) => sourceSince(database.pool, clock, played);
  const pass = () => clock.pass(dayMs);
  expect(await Promise.all([since(first), since(first)])).toEqual([0, 0]);
  pass();
  expect(await since(first)).toBe(0);
  const second: PlayedSource = { exchange: 'binanceusdm' };
  expect(await Promise.all([since(second), since(second)])).toEqual([now + dayMs, now + dayMs]);
  pass();
  expect(await since(second)).toBe(now + dayMs);
  expect(await since({ exchange: 'kraken' })).toBe(now + 2 * dayMs);
  pass();
  // The first one again: what played between is not its market.
  expect(await since(first)).toBe(now + 3 * dayMs);
});

test('a database of before these rows whose market has changed says so from the next start on', async () => {
  const older = await createTestDatabase();
  try {
    await older.pool.query(
      `insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, 0, $2, '')`,
      ['a'.repeat(64), 'c'.repeat(64)],
    );
    expect(await sourceSince(older.pool, clock, { exchange: 'kraken' })).toBe(clock.now());
  } finally {
    await older.drop();
  }
});

test('the status says from when on the market plays, where another one did before', () => {
  const recordings = recordingOf(risingMinutes(0, 3 * 1440));
  const status = (since: number) =>
    createMarket(replaySource(recordings, clock, now), clock, silentLog, since).status();
  expect(status(now).since).toBe(now);
  expect(status(0)).not.toHaveProperty('since');
});
