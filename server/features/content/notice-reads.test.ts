import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import type { Library, Page } from './library.ts';
import { markNoticesRead } from './mark-notices-read.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Marks among these notices, newest first. */
function marked(notices: readonly string[], which: { id?: string; through?: string }, memberId: bigint) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const pages = () => notices.map((one) => ({ id: one }) as Page);
  return markNoticesRead({ tables, library: { pages } as unknown as Library }, memberId, which, 'en');
}

test('all that was read stays read while the newest notice is withdrawn, and when it is put back', async () => {
  const member = await insertMember(database);
  const other = await insertMember(database);
  const mark = (notices: readonly string[], id: string | null, memberId = member) =>
    marked(notices, id === null ? {} : { id }, memberId);
  expect(await mark(['N3', 'N2', 'N1'], 'N2')).toEqual({ unread: 2 });
  expect(await mark(['N3', 'N2', 'N1'], null)).toEqual({ unread: 0 });
  expect(await mark(['N2', 'N1'], null)).toEqual({ unread: 0 });
  expect(await mark(['N4', 'N3', 'N2', 'N1'], 'N1')).toEqual({ unread: 1 });
  await expect(mark(['N2', 'N1'], 'N3')).rejects.toMatchObject({ code: 'noticeUnknown' });
  // One by one they are kept only until all up to a later one are read.
  expect((await database.pool.query('select notice_id from notice_read')).rows).toEqual([{ notice_id: 'N1' }]);
  expect(await mark(['N3', 'N2', 'N1'], 'N1', other)).toEqual({ unread: 2 });
  expect(await mark([], null, other)).toEqual({ unread: 0 });
  // One that was read alone stays read, also where all that are read together are older.
  expect(await mark(['N4', 'N3', 'N2', 'N1'], 'N4', other)).toEqual({ unread: 2 });
  expect(await mark(['N3', 'N2', 'N1'], null, other)).toEqual({ unread: 0 });
  expect(await mark(['N4', 'N3', 'N2', 'N1'], 'N1', other)).toEqual({ unread: 0 });
});

test('all up to the newest that was shown are read, and none that came after it; one that was withdrawn meanwhile counts', async () => {
  const member = await insertMember(database);
  expect(await marked(['N5', 'N4', 'N2', 'N1'], { through: 'N3' }, member)).toEqual({ unread: 2 });
  expect(await marked(['N5', 'N4', 'N2', 'N1'], { through: 'N4' }, member)).toEqual({ unread: 1 });
  expect(await marked(['N5', 'N4', 'N2', 'N1'], { through: 'N0' }, member)).toEqual({ unread: 1 });
  // None of the notices to come.
  expect(await marked(['N5', 'N4', 'N2', 'N1'], { through: 'N9' }, member)).toEqual({ unread: 0 });
  expect(await marked(['N6', 'N5', 'N4', 'N2', 'N1'], { id: 'N1' }, member)).toEqual({ unread: 1 });
});
