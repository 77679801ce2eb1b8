import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedContent, EditedKind } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { usdt } from '#core/money/amount.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators, changeOperator, owner } from '#server/platform/operators/operators.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { acceptTerms } from './accept-terms.ts';
import { announceNotices } from './announce-notices.ts';
import { readContent } from './content-folder.ts';
import { discardDraft } from './discard-draft.ts';
import { getContent } from './get-content.ts';
import { getContentVersion } from './get-content-version.ts';
import { getDocument } from './get-document.ts';
import { openLibrary } from './library.ts';
import { listContent } from './list-content.ts';
import { listContentFigures } from './list-content-figures.ts';
import { listDocuments } from './list-documents.ts';
import { publishContent } from './publish-content.ts';
import { putBackContent } from './put-back-content.ts';
import { saveDraft } from './save-draft.ts';
import { seedContent } from './seed-content.ts';
import { withdrawContent } from './withdraw-content.ts';

const [anna, bert] = [owner('anna'), owner('bert')];
const opening = Date.UTC(2026, 0, 1);
const deposits = { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 };
const pastResults = () => ({ coins: 13, starts: 0, lost: 0, coinsMostlyLost: 0 });

let database: TestDatabase;
const closing: (() => Promise<void> | void)[] = [];
let nodes: Awaited<ReturnType<typeof openNode>>[];

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  await seedContent(database.pool, readContent(), opening, silentLog);
  nodes = [await openNode(), await openNode()];
});
afterAll(async () => {
  for (const close of closing) await close();
  await database.drop();
});

/** What one node has open of the texts. */
async function openNode() {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const clock = { now: () => opening + 60_000, wallNow: Date.now };
  const library = await openLibrary({
    tables,
    clock,
    deposits,
    pastResults,
    offers: { changes: () => [], prizeTables: () => [] },
  });
  const bus: Bus = await openBus(database.pool, database.url, silentLog);
  const hub = { publish: () => undefined, wanted: () => false };
  const announcing = announceNotices({ library, hub, bus, log: silentLog });
  closing.push(() => announcing.stop(), bus.close);
  return { tables, library, clock };
}

const node = (place = 0) => nodes[place] ?? expect.fail('no such node');

/** Writes the draft in each language, as the editor does. */
async function draft(
  kind: EditedKind,
  id: string | undefined,
  body: (locale: Locale) => string,
  written: readonly Locale[] = locales,
): Promise<EditedContent> {
  let saved: EditedContent | null = null;
  for (const locale of written) {
    saved = await saveDraft(node(), anna, {
      ...{ kind, id: saved?.id ?? id, locale },
      ...{ title: `Title ${locale}`, body: body(locale), hash: saved?.draft?.hash ?? '' },
    });
  }
  return saved ?? expect.fail('nothing was written');
}

const publish = (edited: EditedContent, by = anna) =>
  publishContent(node(), by, {
    ...{ kind: edited.kind, id: edited.id, hash: edited.draft?.hash ?? '', reason: 'for a test' },
  });

const titleOn = (place: number, kind: EditedKind, id: string, locale: Locale = 'jp') =>
  node(place).library.page(kind, id, locale)?.title;

/** Who did what to the text, its drafts left out. */
async function acts(subject: string, but = /draft/): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select operator || ' ' || act as line from operator_act where subject = $1 order by id`,
    [subject],
  );
  return rows.map(({ line }) => line).filter((line) => !but.test(line));
}

test('a shipped text is the first version; a published draft is the second, read on every node, and can be put back', async () => {
  const id = 'how-plans-settle';
  const before = await getContent(node(), { kind: 'help', id });
  expect(before.versions).toEqual([{ version: 1, publishedBy: null, publishedAt: null, reason: '' }]);
  const edited = await draft('help', id, (locale) => `Rounds last {plan.candleMinutes} minutes: ${locale}.`);
  expect(titleOn(0, 'help', id)).not.toBe('Title jp');
  expect(edited.draft?.texts[0]?.blocks).toEqual([
    { kind: 'paragraph', text: ['Rounds last ', { rule: 'plan.candleMinutes', value: '5' }, ' minutes: en.'] },
  ]);
  expect(await publish(edited)).toEqual({ id, version: 2 });
  for (const place of [0, 1]) await expect.poll(() => titleOn(place, 'help', id)).toBe('Title jp');
  const after = await getContent(node(1), { kind: 'help', id });
  expect(after).toMatchObject({ draft: null, versions: [{ version: 2, publishedBy: 'anna' }, { version: 1 }] });
  expect(after.published.map(({ title }) => title)).toEqual(locales.map((locale) => `Title ${locale}`));

  const first = await getContentVersion(node(), { kind: 'help', id, version: '1' });
  expect(first).toEqual(before.published);
  const putBack = { kind: 'help', id, version: '1', reason: 'the old one was better' } as const;
  expect(await putBackContent(node(), bert, putBack)).toEqual({ id, version: 3 });
  // Sent twice, it is published once.
  expect(await putBackContent(node(), bert, putBack)).toEqual({ id, version: 3 });
  for (const place of [0, 1]) await expect.poll(() => titleOn(place, 'help', id)).toBe(before.published[5]?.title);
  expect(await acts(`help ${id}`)).toEqual(['anna contentPublished', 'bert contentPutBack']);
  const report = await seedContent(database.pool, readContent(), opening, silentLog);
  expect(report).toMatchObject({ written: 0 });
  expect((await getContent(node(), { kind: 'help', id })).versions).toHaveLength(3);
  // Its file is gone: what operators published stays.
  const others = readContent().filter(({ kind, name }) => kind !== 'help' || name !== id);
  await seedContent(database.pool, others, opening, silentLog);
  expect((await getContent(node(), { kind: 'help', id })).isWithdrawn).toBe(false);
});

test('a draft without a language, or with markup, a bare number or an unknown figure, is refused whole', async () => {
  const id = 'daily-draw';
  const shown = titleOn(0, 'help', id);
  const lacking = await draft('tip', 'a-new-tip', () => 'Words.', ['en', 'thai']);
  await expect(publish(lacking)).rejects.toMatchObject({
    code: 'contentLanguagesMissing',
    values: { languages: 'Tiếng Việt, 繁體中文, 简体中文, 日本語' },
  });
  const faults = ['<img src=x onerror=alert(1)>', 'Exactly 17.', '{plan.nothing}', 'A brace {', '# no heading', ''];
  let edited = await draft('help', id, () => 'Words.');
  for (const body of faults) {
    const hash = edited.draft?.hash ?? '';
    edited = await saveDraft(node(), anna, { kind: 'help', id, locale: 'zh', title: 'Title zh', body, hash });
    const zh = edited.draft?.texts.find(({ locale }) => locale === 'zh');
    expect(zh?.problems.length, body).toBeGreaterThan(0);
    await expect(publish(edited), body).rejects.toMatchObject({
      code: 'contentFaulty',
      values: { languages: '简体中文' },
    });
  }
  expect(titleOn(0, 'help', id)).toBe(shown);
  expect([await acts(`help ${id}`), await acts('tip a-new-tip')]).toEqual([[], []]);
  await discardDraft(node(), anna, { kind: 'help', id, hash: edited.draft?.hash ?? '' });
  expect((await getContent(node(), { kind: 'help', id })).draft).toBeNull();
  // Each saved language and the end of the draft are in the log.
  const ofDrafts = await acts(`help ${id}`, /^$/);
  expect(new Set(ofDrafts)).toEqual(new Set(['anna draftSaved', 'anna draftDiscarded']));
  expect(ofDrafts.filter((line) => line === 'anna draftSaved').length).toBeGreaterThan(faults.length);
  expect(ofDrafts.at(-1)).toBe('anna draftDiscarded');
});

test('of two who edit one draft, and of two who publish it, the second is told that it changed', async () => {
  const id = 'languages';
  const edited = await draft('help', id, () => 'Words.');
  const entitled = await saveDraft(node(), bert, {
    ...{ kind: 'help', id, locale: 'en', title: 'Another title', body: 'Words.', hash: edited.draft?.hash ?? '' },
  });
  await expect(publish(edited)).rejects.toMatchObject({ code: 'draftChanged' });
  const hash = entitled.draft?.hash ?? '';
  const change = (by: typeof anna, body: string) =>
    saveDraft(node(1), by, { kind: 'help', id, locale: 'en', title: 'Title en', body, hash });
  const [one, other] = await Promise.allSettled([change(anna, 'One.'), change(bert, 'Another.')]);
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([one, other]).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'draftChanged' }) }),
  );
  await expect(publish(edited)).rejects.toMatchObject({ code: 'draftChanged' });
  const newest = await getContent(node(), { kind: 'help', id });
  const published = await Promise.allSettled([publish(newest), publish(newest, bert)]);
  expect(published.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await acts(`help ${id}`)).length).toBe(1);
});

test('new terms are the next version, which members are asked for; what was accepted stays as it was', async () => {
  const member = await insertMember(database);
  await acceptTerms(node(), member, { id: 'terms', version: 4 }, 'en');
  const before = getDocument(node().library, 'terms', null, 'en');
  const edited = await draft('document', 'terms', (locale) => `You are 18 or older: ${locale}.`);
  expect(await publish(edited)).toEqual({ id: 'terms', version: 5 });
  await expect
    .poll(() => getDocument(node(1).library, 'terms', null, 'thai'))
    .toMatchObject({
      ...{ version: 5, isCurrent: true, title: 'Title thai' },
    });
  expect(getDocument(node().library, 'terms', 4, 'en')).toEqual({ ...before, isCurrent: false });
  const again = { kind: 'document', id: 'terms', version: '4', reason: 'the lawyers say so' } as const;
  const never = putBackContent(node(), anna, { ...again, version: '6' });
  await expect(never).rejects.toMatchObject({ code: 'contentUnknown' });
  expect(await putBackContent(node(), anna, again)).toEqual({ id: 'terms', version: 6 });
  expect(getDocument(node().library, 'terms', null, 'en')).toMatchObject({ version: 6, blocks: before.blocks });
  await expect.poll(() => getDocument(node(1).library, 'terms', null, 'en').version).toBe(6);
  await expect(acceptTerms(node(1), member, { id: 'terms', version: 5 }, 'en')).rejects.toMatchObject({
    code: 'documentOutdated',
  });
  const session = { memberId: member, username: 'reader', locale: 'en', timeZone: 'UTC' } as const;
  const [asked] = await listDocuments(node(1), session, 'en');
  expect(asked).toMatchObject({ id: 'terms', version: 6, accepted: { version: 4 } });
  expect(await acceptTerms(node(1), member, { id: 'terms', version: 6 }, 'en')).toMatchObject({ version: 6 });
  await expect(
    withdrawContent(node(), anna, { kind: 'document', id: 'terms', reason: 'no terms at all' }),
  ).rejects.toMatchObject({ code: 'documentStays' });
  const { versions } = await getContent(node(), { kind: 'document', id: 'terms' });
  expect(versions.map(({ version, publishedBy }) => [version, publishedBy])).toEqual([
    [6, 'anna'],
    [5, 'anna'],
    [4, null],
    [3, null],
    [2, null],
    [1, null],
  ]);
});

test('a notice gets its date when it is published, later than all others; a withdrawn one comes back under its id', async () => {
  const edited = await draft('notice', undefined, () => 'From 22:00 on.');
  const newest = node().library.pages('notice', 'en')[0]?.id ?? '';
  const { id } = await publish(edited);
  expect(id > newest).toBe(true);
  await expect.poll(() => node(1).library.pages('notice', 'en')[0]?.id).toBe(id);
  await withdrawContent(node(), bert, { kind: 'notice', id, reason: 'it was wrong' });
  await expect.poll(() => node(1).library.page('notice', id, 'en')).toBeUndefined();
  expect((await listContent(node(), { kind: 'notice' }, 'en')).find((one) => one.id === id)).toMatchObject({
    ...{ isWithdrawn: true, version: 1, missing: [], draft: null },
  });
  const refused = withdrawContent(node(), bert, { kind: 'notice', id, reason: 'it was wrong' });
  await expect(refused).rejects.toMatchObject({ code: 'contentUnknown' });
  await putBackContent(node(), anna, { kind: 'notice', id, version: '1', reason: 'it was right' });
  expect(titleOn(0, 'notice', id)).toBe('Title jp');
  expect(await acts(`notice ${id}`)).toEqual(['anna contentPublished', 'bert contentWithdrawn', 'anna contentPutBack']);
});

test('the list says which languages are missing, and the figures that texts can name', async () => {
  const tips = await listContent(node(), { kind: 'tip' }, 'en');
  expect(tips.find(({ id }) => id === 'a-new-tip')).toMatchObject({
    ...{ version: null, title: 'Title en', draft: { savedBy: 'anna', missing: ['vnf', 'tc', 'zh', 'jp'] } },
  });
  await database.owner.query(`delete from content_text where kind = 'tip' and id = 'verify' and locale ~ 'vnf|jp'`);
  const withGaps = await listContent(node(), { kind: 'tip' }, 'en');
  expect(withGaps.find(({ id }) => id === 'verify')?.missing).toEqual(['vnf', 'jp']);
  expect((await listContent(node(), { kind: 'document' }, 'en')).map(({ id }) => id)).toEqual(['terms', 'risk']);
  const titlesIn = async (locale: Locale) =>
    new Map((await listContent(node(), { kind: 'tip' }, locale)).map(({ id, title }) => [id, title]));
  const [english, traditional, japanese] = [await titlesIn('en'), await titlesIn('tc'), await titlesIn('jp')];
  expect(traditional.get('verify')).toMatch(/\p{Script=Han}/u);
  expect(japanese.get('verify')).toBe(english.get('verify'));
  expect(traditional.get('a-new-tip')).toBe('Title en');
  // A new one comes after all others, whatever its name.
  await publish(await draft('tip', 'aaa-newest', () => 'Look twice.'));
  expect((await listContent(node(), { kind: 'tip' }, 'en')).at(-1)?.id).toBe('aaa-newest');
  const figures = listContentFigures(node().library, { locale: 'vnf' });
  expect(figures).toContainEqual({ name: 'trend.bandPercent', value: '0,1' });
});

test('ids that a kind cannot have, and rules, are refused', async () => {
  for (const [kind, id] of [
    ['document', 'terms-v2'],
    ['notice', 'opening'],
    ['help', '0123456789ABCDEF'],
    ['help', 'nothing-there'],
  ] as const) {
    await expect(getContent(node(), { kind, id }), id).rejects.toMatchObject({ code: 'contentUnknown' });
  }
});

test('the database takes no version without its act in the log, none out of order, and changes none', async () => {
  const version = (number: number) =>
    database.pool.query(
      `insert into content_version (kind, id, version, texts, published_by, published_at) values ('tip', 'verify', $1, '{}', 'anna', now())`,
      [number],
    );
  await expect(version(1)).rejects.toThrow('in no act of the log');
  await expect(version(5)).rejects.toThrow('has nothing before it');
  for (const change of [`update content_version set reason = 'x'`, 'delete from content_version']) {
    await expect(database.owner.query(change)).rejects.toThrow('stays what it was');
  }
});

test('an operator whose role ended meanwhile publishes nothing', async () => {
  const edited = await draft('help', 'customer-service', () => 'Words.');
  await changeOperator(database.owner, 'dora', 'auditor');
  const refused = { code: 'notPermitted' };
  await expect(publish(edited, owner('dora'))).rejects.toMatchObject(refused);
  // Nor puts back what is shown, which would change nothing.
  const putBack = { kind: 'help', id: 'customer-service', version: '1', reason: 'it was right' } as const;
  await expect(putBackContent(node(), owner('dora'), putBack)).rejects.toMatchObject(refused);
  expect((await getContent(node(), { kind: 'help', id: 'customer-service' })).versions).toHaveLength(1);
});
