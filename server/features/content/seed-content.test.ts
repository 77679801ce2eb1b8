import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locale.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import type { WrittenContent } from './content-folder.ts';
import { readContent } from './content-folder.ts';
import { readStored } from './content-store.ts';
import type { ContentKind, ContentTables } from './content-tables.ts';
import { seedContent } from './seed-content.ts';

const opening = Date.UTC(2026, 0, 1);
const aDayMs = 86_400_000;

let database: TestDatabase;
let tables: Kysely<ContentTables>;

beforeEach(async () => {
  database = await createTestDatabase();
  tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
});

afterEach(() => database.drop());

const seed = (written: readonly WrittenContent[], now = opening) => seedContent(database.pool, written, now, silentLog);

function content(kind: ContentKind, name: string, body: string, place = 10): WrittenContent {
  const texts = locales.map((locale): [Locale, { title: string; body: string; hash: string }] => {
    const file = `${locale}: ${body}`;
    return [locale, { title: `Title of ${name}`, body: file, hash: createHash('sha256').update(file).digest('hex') }];
  });
  return { kind, name, place, texts: new Map(texts) };
}

async function shown(locale: Locale = 'en'): Promise<string[]> {
  const stored = await readStored(tables);
  return stored.map(({ kind, texts }) => `${kind} ${texts.get(locale)?.title}: ${texts.get(locale)?.body}`);
}

test('the repository’s own texts are loaded whole, and the second start writes nothing', async () => {
  const written = readContent();
  const texts = written.reduce((count, { texts }) => count + texts.size, 0);
  expect(await seed(written)).toEqual({ written: texts, kept: [] });
  expect(await readStored(tables)).toHaveLength(written.length);
  expect(await seed(written, opening + aDayMs)).toEqual({ written: 0, kept: [] });
});

test('a changed file replaces the stored text and moves its date, the others keep theirs', async () => {
  await seed([content('help', 'one', 'old'), content('help', 'two', 'same', 20)]);
  const report = await seed([content('help', 'one', 'new'), content('help', 'two', 'same', 5)], opening + aDayMs);
  expect(report).toEqual({ written: 6, kept: [] });
  expect(await shown('jp')).toEqual(['help Title of two: jp: same', 'help Title of one: jp: new']);
  const dates = (await readStored(tables)).map(({ publishedAt, texts }) => [publishedAt, texts.get('tc')?.updatedAt]);
  expect(dates).toEqual([
    [opening, opening],
    [opening, opening + aDayMs],
  ]);
});

test('what an operator wrote is not replaced, in that language alone', async () => {
  await seed([content('help', 'one', 'old')]);
  await tables
    .updateTable('content_text')
    .set({ body: 'mended', seed_hash: null })
    .where('locale', '=', 'thai')
    .execute();
  expect(await seed([content('help', 'one', 'new')])).toEqual({ written: 5, kept: ['help one thai'] });
  expect([await shown('thai'), await shown('zh')]).toEqual([
    ['help Title of one: mended'],
    ['help Title of one: zh: new'],
  ]);
});

test('a folder that is gone is no longer shown, and comes back with its folder', async () => {
  const both = [content('tip', 'one', 'a'), content('tip', 'two', 'b', 20)];
  await seed(both);
  await seed(both.slice(1));
  expect(await shown()).toEqual(['tip Title of two: en: b']);
  await seed(both);
  expect(await shown()).toHaveLength(2);
});

test('what an operator took away stays away, and what an operator added stays there', async () => {
  const both = [content('tip', 'one', 'a'), content('tip', 'two', 'b', 20)];
  await seed(both);
  await tables.updateTable('content').set({ withdrawn_by: 'operator' }).where('id', '=', 'one').execute();
  await tables
    .insertInto('content')
    .values({ kind: 'tip', id: 'own', place: 30, seed: null, published_at: new Date(opening), withdrawn_by: null })
    .execute();
  await tables
    .insertInto('content_text')
    .values({ kind: 'tip', id: 'own', locale: 'en', title: 'Own', body: 'x', seed_hash: null, updated_at: new Date() })
    .execute();
  await seed([...both.map((one) => ({ ...one, place: one.place + 1 })), content('tip', 'own', 'from a file', 40)]);
  expect(await shown()).toEqual(['tip Title of two: en: b', 'tip Own: x']);
});

test('an accepted document cannot be changed', async () => {
  await seed([content('document', 'terms-v1', 'old')]);
  await database.pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     values ('reader01', '$argon2id$x', 'vnf', 'ABCD2345', decode(repeat('ab', 32), 'hex'), now());
     insert into consent select id, 'terms', 1, 'vnf', now() from member`,
  );
  const report = await seed([content('document', 'terms-v1', 'new')]);
  expect(report).toEqual({ written: 5, kept: ['document terms-v1 vnf'] });
  expect(await shown('vnf')).toEqual(['document Title of terms-v1: vnf: old']);
  expect(await shown('en')).toEqual(['document Title of terms-v1: en: new']);
  const change = tables.updateTable('content_text').set({ body: 'other' }).where('locale', '=', 'vnf').execute();
  await expect(change).rejects.toThrow('was accepted as it stands');
  await expect(database.owner.query('delete from consent')).rejects.toThrow('never changed or deleted');
});

test('notices that are met together are dated one after another, and never twice', async () => {
  const notices = [content('notice', 'first', 'a', 10), content('notice', 'second', 'b', 20)];
  await seed(notices);
  await seed([...notices, content('notice', 'third', 'c', 5)], opening + aDayMs);
  const stored = (await readStored(tables)).sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(stored.map(({ texts }) => texts.get('en')?.title)).toEqual([
    'Title of first',
    'Title of second',
    'Title of third',
  ]);
  const dates = stored.map(({ publishedAt }) => publishedAt);
  expect(dates).toEqual([...dates].sort());
  expect(new Set(dates).size).toBe(3);
});

test('nodes that start at the same moment load the texts once', async () => {
  const written = readContent();
  const reports = await Promise.all([seed(written), seed(written), seed(written)]);
  const counts = reports.map((report) => report.written).sort((one, other) => one - other);
  expect(counts.slice(0, 2)).toEqual([0, 0]);
  expect(await readStored(tables)).toHaveLength(written.length);
});
