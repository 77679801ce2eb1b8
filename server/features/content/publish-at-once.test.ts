import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#contract/locale.ts';
import { usdt } from '#core/money/amount.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { readContent } from './content-folder.ts';
import type { ContentTables } from './content-tables.ts';
import type { EditDependencies } from './edited-content.ts';
import { getContent } from './get-content.ts';
import { openLibrary } from './library.ts';
import { publishContent } from './publish-content.ts';
import { putBackContent } from './put-back-content.ts';
import { saveDraft } from './save-draft.ts';
import { seedContent } from './seed-content.ts';

const [anna, bert] = [owner('anna'), owner('bert')];
const opening = Date.UTC(2026, 0, 1);
const key = { kind: 'help', id: 'languages' } as const;

let database: TestDatabase;
let node: EditDependencies;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  await seedContent(database.pool, readContent(), opening, silentLog);
  const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const clock = { now: () => opening + 60_000, wallNow: Date.now };
  const deposits = { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 };
  const pastResults = () => ({ coins: 13, starts: 0, lost: 0, coinsMostlyLost: 0 });
  const offers = { changes: () => [], prizeTables: () => [] };
  node = { tables, clock, library: await openLibrary({ tables, clock, deposits, pastResults, offers }) };
});
afterAll(() => database.drop());

/** Writes a draft of the text in every language; returns what publishing it names. */
async function drafted(body: string) {
  let hash = '';
  for (const locale of locales) {
    const saved = await saveDraft(node, anna, { ...key, locale, title: `Title ${locale}`, body, hash });
    hash = saved.draft?.hash ?? '';
  }
  return { ...key, hash, reason: 'for a test' };
}

test('a draft that is published while an earlier version is put back is the version after that one', async () => {
  await publishContent(node, anna, await drafted('Words.'));
  const draft = await drafted('Other words.');
  const holding = await database.owner.connect();
  try {
    await holding.query('begin; lock table content in exclusive mode');
    const puttingBack = putBackContent(node, bert, { ...key, version: '1', reason: 'for a test' });
    await untilLockWait(database.pool, puttingBack);
    const publishing = publishContent(node, anna, draft);
    await untilLockWait(database.pool, publishing, 2);
    await holding.query('commit');
    expect(await Promise.all([puttingBack, publishing])).toEqual([
      { id: key.id, version: 3 },
      { id: key.id, version: 4 },
    ]);
  } finally {
    holding.release(true);
  }
  const { versions } = await getContent(node, key);
  expect(versions.map(({ version, publishedBy }) => [version, publishedBy])).toEqual([
    [4, 'anna'],
    [3, 'bert'],
    [2, 'anna'],
    [1, null],
  ]);
});
