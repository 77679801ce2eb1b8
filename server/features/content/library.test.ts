import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { readContent } from './content-folder.ts';
import type { ContentTables } from './content-tables.ts';
import { openLibrary } from './library.ts';
import { seedContent } from './seed-content.ts';

const opening = Date.UTC(2026, 0, 1);

test('a fast product clock fills the texts once a second of wall time, a slow one once a minute of its own', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await seedContent(database.pool, readContent(), opening, silentLog);
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const time = { product: opening, wall: 1_000_000 };
  let filled = 0;
  const library = await openLibrary({
    tables,
    clock: { now: () => time.product, wallNow: () => time.wall },
    deposits: { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 },
    pastResults: () => {
      filled++;
      return { coins: 13, starts: 0, lost: 0, coinsMostlyLost: 0 };
    },
    offers: { changes: () => [], prizeTables: () => [] },
  });
  const fillsAfter = (product: number, wall: number): number => {
    time.product += product;
    time.wall += wall;
    const before = filled;
    expect(library.pages('help', 'en').length).toBeGreaterThan(0);
    return filled - before;
  };
  expect(fillsAfter(0, 0)).toBe(1);
  expect(fillsAfter(600_000, 900)).toBe(0);
  expect(fillsAfter(600_000, 200)).toBe(1);
  expect(fillsAfter(59_000, 59_000)).toBe(0);
  expect(fillsAfter(2_000, 2_000)).toBe(1);
});
