import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locale.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import type { WrittenContent } from './content-folder.ts';
import { readContent } from './content-folder.ts';
import { readStored } from './content-store.ts';
import type { ContentKind } from './content-tables.ts';
import { seedContent } from './seed-content.ts';

const opening = Date.UTC(2026, 0, 1);
const aDayMs = 86_400_000;

let database: TestDatabase;
let tables: Kysely<unknown>;

beforeEach(async () => {
  database = await createTestDatabase();
  tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
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

/** A text as an operator publishes it, in English. */
const published = (kind: ContentKind, id: string, title: string, body: string) => `
  insert into operator_act (operator, role, act, subject, reason, detail) values ('anna', 'owner', 'contentPublished', '${kind} ${id}', '', '{}');
  insert into content_version (kind, id, version, texts, published_by, published_at)
    values ('${kind}', '${id}', 1, jsonb_build_object('en', jsonb_build_object('title', '${title}', 'body', '${body}')), 'anna', now());
  insert into content_text (kind, id, locale, title, body, updated_at) values ('${kind}', '${id}', 'en', '${title}', '${body}', now())
    on conflict (kind, id, locale) do update set title = excluded.title, body = excluded.body, seed_hash = null`;

test('what an operator published is not replaced', async () => {
  await addOperators(database.owner);
  const english = (body: string): WrittenContent => {
    const whole = content('help', 'one', body);
    return { ...whole, texts: new Map([...whole.texts].filter(([locale]) => locale === 'en')) };
  };
  await seed([english('old')]);
  await database.pool.query(published('help', 'one', 'Title', 'mended'));
  expect(await seed([english('new')])).toEqual({ written: 0, kept: ['help one en'] });
  expect(await shown()).toEqual(['help Title: mended']);
});

test('a stored text that is not its file’s is written again, whatever hash stands beside it', async () => {
  const one = [content('help', 'one', 'as it is')];
  await seed(one);
  await database.pool.query(`update content_text set body = 'forged' where locale = 'en'`);
  await database.pool.query(`update content_text set title = 'Forged' where locale = 'zh'`);
  expect(await seed(one)).toEqual({ written: 2, kept: [] });
  expect([await shown('en'), await shown('zh')]).toEqual([
    ['help Title of one: en: as it is'],
    ['help Title of one: zh: as it is'],
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
  await addOperators(database.owner);
  await database.pool.query(
    `insert into operator_act (operator, role, act, subject, reason, detail) values ('anna', 'owner', 'contentWithdrawn', 'tip one', '', '{}');
     update content set withdrawn_by = 'operator' where id = 'one'`,
  );
  await database.pool.query("insert into content (kind, id, place, published_at) values ('tip', 'own', 30, $1)", [
    new Date(opening),
  ]);
  await database.pool.query(published('tip', 'own', 'Own', 'x'));
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
  const change = database.pool.query("update content_text set body = 'other' where locale = 'vnf'");
  await expect(change).rejects.toThrow('was accepted as it stands');
  const removal = database.owner.query(`delete from content_text where locale = 'vnf'`);
  await expect(removal).rejects.toThrow('was accepted as it stands');
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
