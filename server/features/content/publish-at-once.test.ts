import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#contract/locale.ts';
import { usdt } from '#core/money/amount.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { readContent } from './content-folder.ts';
import type { TextKey } from './draft-store.ts';
import type { EditDependencies } from './edited-content.ts';
import { getContent } from './get-content.ts';
import { getDocument } from './get-document.ts';
import { openLibrary } from './library.ts';
import { listContent } from './list-content.ts';
import { publishContent } from './publish-content.ts';
import { putBackContent } from './put-back-content.ts';
import { saveDraft } from './save-draft.ts';
import { seedContent } from './seed-content.ts';
import { withdrawContent } from './withdraw-content.ts';

const [anna, bert] = [owner('anna'), owner('bert')];
const opening = Date.UTC(2026, 0, 1);
const key = { kind: 'help', id: 'languages' } as const;

let database: TestDatabase;
let node: EditDependencies;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  await seedContent(database.pool, readContent(), opening, silentLog);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const clock = { now: () => opening + 60_000, wallNow: Date.now };
  const deposits = { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 };
  const pastResults = () => ({ coins: 13, starts: 0, lost: 0, coinsMostlyLost: 0 });
  const offers = { changes: () => [], prizeTables: () => [] };
  node = { tables, clock, library: await openLibrary({ tables, clock, deposits, pastResults, offers }) };
});
afterAll(() => database.drop());

/** Writes a draft of the text in every language; returns what publishing it names. */
async function drafted(body: string, text: TextKey = key) {
  let hash = '';
  for (const locale of locales) {
    const saved = await saveDraft(node, anna, { ...text, locale, title: `Title ${locale}`, body, hash });
    hash = saved.draft?.hash ?? '';
  }
  return { ...text, hash, reason: 'for a test' };
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
  const next = await saveDraft(node, bert, { ...key, locale: 'jp', title: 'New', body: 'New words.', hash: '' });
  expect(next.draft?.texts.map(({ locale, body }) => [locale, body])).toEqual(
    locales.map((locale) => [locale, locale === 'jp' ? 'New words.' : 'Other words.']),
  );
});

test('of a document whose newest version shipped no more, the one before is in force, and the next takes a number of its own', async () => {
  const risk = { kind: 'document', id: 'risk' } as const;
  const inForce = async () => (await listContent(node, risk, 'en')).find(({ id }) => id === 'risk')?.version;
  expect(await inForce()).toBe(2);
  await seedContent(
    database.pool,
    readContent().filter(({ name }) => name !== 'risk-v2'),
    opening,
    silentLog,
  );
  expect(await inForce()).toBe(1);
  expect((await getContent(node, risk)).versions.map(({ version }) => version)).toEqual([1]);
  expect(await publishContent(node, anna, await drafted('You can lose it all.', risk))).toEqual({
    id: 'risk',
    version: 3,
  });
  expect(getDocument(node.library, 'risk', null, 'jp')).toMatchObject({ version: 3, title: 'Title jp' });
  expect(await inForce()).toBe(3);
});

test('what was decided over another version than the newest one is refused: what a colleague published meanwhile stays', async () => {
  const text = { kind: 'help', id: 'withdraw-only-what-was-read' } as const;
  const seen = { newest: '1' };
  const changed = { code: 'contentChanged' };
  expect(await publishContent(node, anna, { ...(await drafted('First.', text)), newest: '0' })).toMatchObject({
    version: 1,
  });
  const first = { ...text, version: '1', reason: 'for a test' };
  // The same again is what was done, and a colleague's later version is not.
  expect(await putBackContent(node, anna, { ...first, ...seen })).toMatchObject({ version: 1 });
  await publishContent(node, bert, { ...(await drafted('Second.', text)), ...seen });
  await expect(putBackContent(node, anna, { ...first, ...seen })).rejects.toMatchObject(changed);
  await expect(withdrawContent(node, anna, { ...text, ...seen, reason: 'for a test' })).rejects.toMatchObject(changed);
  const draft = await drafted('Third.', text);
  await putBackContent(node, bert, { ...first, newest: '2' });
  await expect(publishContent(node, anna, { ...draft, newest: '2' })).rejects.toMatchObject(changed);
  expect(await getContent(node, text)).toMatchObject({ isWithdrawn: false, draft: { hash: draft.hash } });
  expect(node.library.page('help', text.id, 'en')?.blocks).toEqual([{ kind: 'paragraph', text: ['First.'] }]);
  expect(await publishContent(node, anna, { ...draft, newest: '3' })).toMatchObject({ version: 4 });
  const last = await drafted('Fourth.', text);
  await withdrawContent(node, bert, { ...text, newest: '4', reason: 'for a test' });
  // What was taken away meanwhile comes back to members only by who has seen that.
  await expect(publishContent(node, anna, { ...last, newest: '4' })).rejects.toMatchObject(changed);
  await expect(putBackContent(node, anna, { ...first, newest: '4' })).rejects.toMatchObject(changed);
  expect(await publishContent(node, anna, { ...last, newest: '4w' })).toMatchObject({ version: 5 });
  await withdrawContent(node, anna, { ...text, newest: '5', reason: 'for a test' });
  expect(await getContent(node, text)).toMatchObject({ isWithdrawn: true });
});

test('a text whose folder is gone can be taken away as well: it does not come back with the folder', async () => {
  const tip = { kind: 'tip', id: 'verify' } as const;
  const others = readContent().filter(({ kind, name }) => kind !== tip.kind || name !== tip.id);
  await seedContent(database.pool, others, opening, silentLog);
  await withdrawContent(node, bert, { ...tip, reason: 'for a test' });
  expect(await getContent(node, tip)).toMatchObject({
    isWithdrawn: true,
    versions: [{ version: 1, publishedBy: null }],
  });
  await seedContent(database.pool, readContent(), opening, silentLog);
  await node.library.reload();
  expect(node.library.page('tip', tip.id, 'en')).toBeUndefined();
  await expect(withdrawContent(node, bert, { ...tip, reason: 'once more' })).rejects.toMatchObject({
    code: 'contentUnknown',
  });
});

test('of two first drafts of a text that are saved at once the second is told of the first', async () => {
  const text = { kind: 'help', id: 'daily-draw' } as const;
  const holding = await database.owner.connect();
  try {
    await holding.query('begin; lock table content_draft in share mode');
    const saving = [anna, bert].map((by) =>
      saveDraft(node, by, { ...text, locale: 'en', title: `Of ${by.operator}`, body: 'Words.', hash: '' }),
    );
    await untilLockWait(database.pool, Promise.race(saving), 2);
    await holding.query('commit');
    const [one, other] = await Promise.allSettled(saving);
    expect([one?.status, other?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { draft } = await getContent(node, text);
    const kept = one?.status === 'fulfilled' ? 'anna' : 'bert';
    expect(draft).toMatchObject({ savedBy: kept, texts: [{ locale: 'en', title: `Of ${kept}` }, {}, {}, {}, {}, {}] });
  } finally {
    holding.release(true);
  }
});

test('a language whose title and body are both empty leaves the draft, one with a title alone stays', async () => {
  const text = { kind: 'help', id: 'draw-fairness' } as const;
  const { hash } = await drafted('Words.', text);
  const written = async (title: string, seen: string) => {
    const { draft } = await saveDraft(node, bert, { ...text, locale: 'thai', title, body: '', hash: seen });
    return { hash: draft?.hash ?? '', languages: draft?.texts.map(({ locale }) => locale) };
  };
  const titled = await written('A title', hash);
  expect(titled.languages).toEqual(locales);
  expect((await written('', titled.hash)).languages).toEqual(locales.filter((locale) => locale !== 'thai'));
});

test('a published text with a draft is listed under the title that is read', async () => {
  const text = { kind: 'help', id: 'how-plans-settle' } as const;
  const listed = async () => (await listContent(node, text, 'jp')).find(({ id }) => id === text.id);
  const before = await listed();
  await drafted('Words.', text);
  expect(await listed()).toMatchObject({ title: before?.title, draft: { savedBy: 'anna' } });
});

test('two notices of one moment are dated one after the other, in the order of their publication', async () => {
  const publish = async (id: string) =>
    publishContent(node, anna, await drafted('From 22:00 on.', { kind: 'notice', id }));
  const [first, second] = [await publish('0000000000000001'), await publish('0000000000000002')];
  const [newest, before] = node.library.pages('notice', 'en');
  expect([newest?.id, before?.id]).toEqual([second.id, first.id]);
  expect(newest?.publishedAt).toBe((before?.publishedAt ?? 0) + 1);
});
