import { expect, test } from 'vitest';
import { revealedOrder } from '#core/market/replay-order.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import {
  dayMs,
  HandClock,
  minuteMs,
  recordingOf,
  replayOrder,
  risingMinutes,
  shippedRecordings,
} from '../market.fixture.ts';
import { openReplayOrder } from './replay-order.ts';

const midnight = Date.UTC(2026, 0, 15);
const noon = midnight + 754 * minuteMs;

test('the order of the replay is agreed in the database: all nodes and restarts play the first one, from a midnight', async () => {
  const database = await createTestDatabase();
  try {
    const recordings = recordingOf(risingMinutes(Date.UTC(2025, 4, 4), 30 * 1440));
    const seal = createSecretSeal(Buffer.alloc(32, 3));
    const open = (later: number, one = recordings) =>
      openReplayOrder(database.pool, new HandClock(noon + later), one, seal);
    const orders = await Promise.all([0, 61_000, 120_000].map((later) => open(later)));
    const again = await open(90 * dayMs);
    for (const order of [...orders, again]) {
      expect(order.start).toBe(midnight - 20 * dayMs);
      expect(order.commitment).toBe(orders[0]?.commitment);
      expect(order.originOf(500)).toBe(orders[0]?.originOf(500));
    }
    const other = await open(0, { ...recordings, hash: 'f'.repeat(64) });
    expect(other.commitment).not.toBe(again.commitment);
    const foreign = openReplayOrder(
      database.pool,
      new HandClock(noon),
      recordings,
      createSecretSeal(Buffer.alloc(32, 4)),
    );
    await expect(foreign).rejects.toThrow(/sealed with another key.*CARD_KEY/);
    const stored = await database.pool.query<{ row: string }>(
      'select row_to_json(r)::text as row from market.replay_starts r',
    );
    const day = 10 * dayMs;
    const revealed = again.revealed(again.start + day);
    expect(revealed).toMatchObject({ day: 9 });
    for (const { row } of stored.rows) expect(row).not.toContain(revealed?.key);
  } finally {
    await database.drop();
  }
});

test('a stored seed that is not the committed one stops the start', async () => {
  const database = await createTestDatabase();
  try {
    const recordings = recordingOf(risingMinutes(Date.UTC(2025, 4, 4), 30 * 1440));
    const seal = createSecretSeal(Buffer.alloc(32, 3));
    const { commitment } = replayOrder(recordings, midnight);
    const sealed = seal.seal('ab'.repeat(32), `replay seed ${recordings.hash}`);
    await database.pool.query(
      'insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, $2, $3, $4)',
      [recordings.hash, midnight, commitment, sealed],
    );
    await expect(openReplayOrder(database.pool, new HandClock(noon), recordings, seal)).rejects.toThrow(
      /not the one whose hash was published/,
    );
  } finally {
    await database.drop();
  }
});

test('a day is revealed at its end and not before, and its key proves the whole order up to it', async () => {
  const recordings = await shippedRecordings();
  const start = midnight - 19 * dayMs;
  const order = replayOrder(recordings, start);
  expect(order.revealed(start + dayMs - 1)).toBeNull();
  expect(order.revealed(start + dayMs)).toMatchObject({ day: 0 });
  expect(order.revealed(start + 41 * dayMs - 1)).toMatchObject({ day: 39 });
  const revealed = order.revealed(start + 41 * dayMs);
  expect(revealed).toMatchObject({ day: 40 });
  const { day, key } = revealed ?? { day: 0, key: '' };
  const proven = revealedOrder({ commitment: order.commitment, day, key, recordedDays: 29 });
  expect(proven).toEqual(Array.from({ length: 41 }, (_, played) => order.originOf(played)));
});
