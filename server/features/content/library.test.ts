import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type PrizeTableChange, prizeTable, sharesOf } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { readContent } from './content-folder.ts';
import { openLibrary } from './library.ts';
import { seedContent } from './seed-content.ts';

const opening = Date.UTC(2026, 0, 1);

test('texts are filled once a second of wall time and a minute of product time, and read again after a failure', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await seedContent(database.pool, readContent(), opening, silentLog);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const time = { product: opening, wall: 1_000_000 };
  let filled = 0;
  let prizeTables: readonly PrizeTableChange[] = [];
  const library = await openLibrary({
    tables,
    clock: { now: () => time.product, wallNow: () => time.wall },
    deposits: { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 },
    pastResults: () => {
      filled++;
      return { coins: 13, starts: 0, lost: 0, coinsMostlyLost: 0 };
    },
    offers: { changes: () => [], prizeTables: () => prizeTables },
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

  // A prize table that was decided on later is named from its day on.
  const largestPrize = () => library.figures('en').get('draws.first');
  expect(largestPrize()).toBe('1,000');
  const [, ...others] = sharesOf(prizeTable);
  const shares = [{ amount: usdt(2_000_000_000n), numbers: 3 }, ...others];
  prizeTables = [{ version: 2, shares, effectiveFrom: opening }];
  expect(largestPrize()).toBe('2,000');

  // A reload that fails leaves what was read, and the next one reads again.
  const titleOf = (id: string) => library.page('help', id, 'en')?.title;
  const before = titleOf('languages');
  await database.owner.query(`
    update content_text set title = 'Another title' where kind = 'help' and id = 'languages' and locale = 'en';
    alter table content_text rename to out_of_reach`);
  await expect(library.reload()).rejects.toThrow('content_text');
  expect(titleOf('languages')).toBe(before);
  await database.owner.query('alter table out_of_reach rename to content_text');
  await library.reload();
  expect(titleOf('languages')).toBe('Another title');
});
