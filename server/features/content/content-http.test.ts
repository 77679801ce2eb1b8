import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getDocument, getHelp, listDocuments, listHelp, listNotices, listRules, listTips } from '#contract/content.ts';
import { type Locale, localeHeader, locales } from '#contract/locale.ts';
import type { Operation, OutputOf } from '#contract/operation.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { loginPassword, Phone } from '#server/test/phone.fixture.ts';
import { passagesOf, plainText } from './content-text.ts';

let database: TestDatabase;
let app: App;
let phone: Phone;
let visitor: Phone;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7' });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  phone = new Phone(app.address);
  visitor = new Phone(app.address);
  await phone.register('reader01', 'TEST7');
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

type Fields = Readonly<Record<string, string>>;

/** What the caller reads, parsed as the web app parses it. */
async function read<O extends Operation>(
  operation: O,
  fields: Fields = {},
  { by = visitor, locale = 'en' }: { by?: Phone; locale?: Locale } = {},
): Promise<OutputOf<O>> {
  const answer = await by.get(operation.path, fields, { [localeHeader]: locale });
  if (answer.status !== 200) throw new Error(`${operation.path} answers ${answer.code}`);
  return z.decode(operation.output, answer[operation.answerIn] as never) as OutputOf<O>;
}

test('help texts are listed in order with their first paragraph, and each can be read whole', async () => {
  const entries = await read(listHelp);
  expect(entries.slice(0, 2).map(({ id }) => id)).toEqual(['what-is-clearlot', 'how-plans-settle']);
  for (const { id, title, kind, excerpt } of entries) {
    const text = await read(getHelp, { id });
    expect({ id: text.id, title: text.title, kind }).toEqual({ id, title, kind: 'help' });
    expect(text.blocks.length).toBeGreaterThan(1);
    expect(excerpt.length).toBeGreaterThan(0);
  }
});

test('numbers of the rules come as figures that name their rule, written as the language writes them', async () => {
  const inEnglish = JSON.stringify(await read(listRules));
  expect(inEnglish).toContain(JSON.stringify({ rule: 'trend.slowCandles', value: '48' }));
  expect(inEnglish).toContain(JSON.stringify({ rule: 'level.5.amountMax', value: '50,000' }));
  expect(inEnglish).not.toMatch(/\{(trend|level|plan)\./);
  const inVietnamese = JSON.stringify(await read(listRules, {}, { locale: 'vnf' }));
  expect(inVietnamese).toContain(JSON.stringify({ rule: 'trend.bandPercent', value: '0,1' }));
  expect((await read(listTips)).length).toBeGreaterThanOrEqual(8);
});

test('a search finds every word in any order, in titles first, among help, tips and rules', async () => {
  const found = await read(listHelp, { search: 'FEE  leverage' });
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found.map(({ kind }) => kind)).size).toBeGreaterThan(1);
  expect(await read(listHelp, { search: 'leverage zzzzzz' })).toEqual([]);
  const titles = (await read(listHelp, { search: 'leverage' })).map(({ title }) => /leverage/i.test(title));
  expect(titles).toEqual([...titles].sort((one, other) => Number(other) - Number(one)));
  expect(titles).toContain(true);
  expect(titles).toContain(false);
});

test('terms in force and notices are found as well, each by the id that its page asks for', async () => {
  const [notice] = (await read(listNotices)).notices;
  const byNotice = await read(listHelp, { search: notice?.title ?? '' });
  expect(byNotice).toContainEqual(expect.objectContaining({ kind: 'notice', id: notice?.id }));
  for (const { id, title } of await read(listDocuments, {}, { locale: 'jp' })) {
    const found = await read(listHelp, { search: title }, { locale: 'jp' });
    expect(found.filter(({ kind }) => kind === 'document').map((entry) => entry.id)).toContain(id);
    expect((await read(getDocument, { id }, { locale: 'jp' })).title).toBe(title);
  }
  // Every version has the word in its title; only the one in force is found by it.
  const current = (await read(listDocuments)).map(({ title }) => title);
  const found = (await read(listHelp, { search: 'version' })).filter(({ kind }) => kind === 'document');
  expect(found.map(({ title }) => title).toSorted()).toEqual(current.toSorted());
});

test('any few characters in a row find their text, in each language, with or without spaces between words', async () => {
  for (const locale of locales) {
    const { id, title, blocks } = await read(getHelp, { id: 'what-leverage-does' }, { locale });
    const body = blocks.flatMap(passagesOf).map(plainText).join(' ');
    const passages = [title.slice(2, 7), body.slice(21, 27), body.slice(-20, -14)].map((passage) => passage.trim());
    for (const search of passages) {
      const found = await read(listHelp, { search }, { locale });
      expect(
        found.map((entry) => entry.id),
        `${locale} ${search}`,
      ).toContain(id);
    }
  }
  const inChinese = await read(listHelp, { search: '杠杆' }, { locale: 'zh' });
  expect(inChinese.length).toBeGreaterThan(2);
  expect(inChinese.every(({ excerpt }) => excerpt.length > 0)).toBe(true);
  expect(await read(listHelp, { search: 'ﾚﾊﾞﾚｯｼﾞ' }, { locale: 'jp' })).not.toEqual([]);
  expect(await read(listHelp, { search: '杠杆' }, { locale: 'tc' })).toEqual([]);
});

test('wildcards, quotes and rubbish in a search are characters like any others', async () => {
  const everything = (await read(listHelp)).length;
  for (const search of [
    '%%%',
    '_____',
    '*',
    "'; drop table content; --",
    '"',
    '\\',
    '<script>',
    '\ud800',
    '.*',
    '{}',
  ]) {
    const found = await read(listHelp, { search });
    expect(found.length, search).toBeLessThan(everything);
  }
  expect(await read(listHelp, { search: ' \u3000\t' })).toHaveLength(everything);
  expect(await read(listHelp, { search: '' })).toHaveLength(everything);
  expect(await visitor.get('/page/help', { search: '\u0000' })).toMatchObject({ status: 400, code: 'fieldInvalid' });
  expect(await visitor.get('/page/help', { search: 'x'.repeat(101) })).toMatchObject({
    status: 400,
    code: 'fieldInvalid',
  });
  expect(await visitor.get('/page/help', { search: 'x'.repeat(7_000) })).toMatchObject({ code: 'fieldInvalid' });
});

test('an unknown help text, notice or document is refused, however its id is written', async () => {
  const rubbish = [
    'nope',
    '..',
    '../../etc/passwd',
    '%00',
    "' or 1=1",
    '__proto__',
    'x'.repeat(5_000),
    '',
    '<b>',
    'terms-v1',
  ];
  for (const id of rubbish) {
    expect(await visitor.get('/page/helpinfo', { id })).toMatchObject({ status: 404, code: 'helpUnknown' });
    expect(await visitor.get('/page/document', { id })).toMatchObject({ status: 404, code: 'documentUnknown' });
    expect(await visitor.get('/page/notice', { before: id })).toMatchObject({ status: 404, code: 'noticeUnknown' });
    expect(await phone.post('/page/notice/read', { id })).toMatchObject({ status: 404, code: 'noticeUnknown' });
  }
  expect(await visitor.get('/page/helpinfo')).toMatchObject({ code: 'helpUnknown' });
  expect(await visitor.get('/page/notice', { before: '0000000000000000' })).toMatchObject({ code: 'noticeUnknown' });
  for (const version of ['0', '99', '-1', '1.0', 'x', '1e3', '999999999999']) {
    expect(await visitor.get('/page/document', { id: 'terms', version })).toMatchObject({ code: 'documentUnknown' });
    expect(await phone.post('/page/accept', { id: 'terms', version })).toMatchObject({ code: 'documentUnknown' });
  }
  expect(await visitor.get('/page/tips', { x: '1' })).toMatchObject({ status: 400, code: 'fieldUnknown' });
});

test('the tips come in their own order, whichever was changed last', async () => {
  const idsOf = async () => (await read(listTips)).map(({ id }) => id);
  const before = await idsOf();
  const change = `update content_text set updated_at = updated_at + interval '1 hour' where kind = 'tip' and id = $1`;
  await database.owner.query(change, [before.at(-1)]);
  await database.pool.query(`select pg_notify('clearlot_bus', '{"topic":"content changed","payload":{}}')`);
  const changedAt = async () => (await read(listTips)).map(({ updatedAt }) => updatedAt);
  await expect.poll(async () => new Set(await changedAt()).size).toBeGreaterThan(1);
  expect(await idsOf()).toEqual(before);
});

test('markup that got into the store comes out as characters in plain blocks', async () => {
  await database.owner.query(
    `update content_text set title = $1, body = $2 where kind = 'tip' and id = 'verify' and locale = 'en'`,
    [
      '<b>Verify</b>',
      '<script>alert(1)</script>\n=> //example.org Away\n## <i>Head</i>\n- <img src=x>\n{toString} {plan.nothing}',
    ],
  );
  await database.pool.query(`select pg_notify('clearlot_bus', '{"topic":"content changed","payload":{}}')`);
  await expect
    .poll(async () => (await read(listTips)).find(({ id }) => id === 'verify'))
    .toMatchObject({
      title: '<b>Verify</b>',
      blocks: [
        { kind: 'paragraph', text: ['<script>alert(1)</script>'] },
        { kind: 'paragraph', text: ['=> //example.org Away'] },
        { kind: 'heading', text: ['<i>Head</i>'] },
        { kind: 'list', items: [['<img src=x>']] },
        { kind: 'paragraph', text: ['{toString} {plan.nothing}'] },
      ],
    });
});

test('a registration records the versions accepted, and the member sees which', async () => {
  const documents = await read(listDocuments, {}, { by: phone });
  expect(documents.map(({ id, version, accepted }) => [id, version, accepted?.version])).toEqual([
    ['terms', 4, 4],
    ['risk', 2, 2],
  ]);
  expect((await read(listDocuments)).map(({ accepted }) => accepted)).toEqual([null, null]);
  const { rows } = await database.pool.query(
    `select c.document, c.version, c.accepted_at = m.created_at as with_the_account
     from consent as c join member as m on m.id = c.member_id where m.username = 'reader01' order by c.document`,
  );
  expect(rows).toEqual([
    { document: 'risk', version: 2, with_the_account: true },
    { document: 'terms', version: 4, with_the_account: true },
  ]);
  expect(await read(getDocument, { id: 'risk' })).toMatchObject({ id: 'risk', version: 2, isCurrent: true });
});

test('a new version of the terms is asked for, accepted once, and the old one stays readable', async () => {
  await database.pool.query(
    `insert into content (kind, id, place, published_at) values ('document', 'terms-v5', 18, now());
     insert into content_text (kind, id, locale, title, body, seed_hash, updated_at)
       values ('document', 'terms-v5', 'en', 'Terms, version 5', 'New terms from 2027 on.', repeat('a', 64), now());
     select pg_notify('clearlot_bus', '{"topic":"content changed","payload":{}}')`,
  );
  await expect.poll(async () => (await read(getDocument, { id: 'terms' })).version).toBe(5);
  const [terms] = await read(listDocuments, {}, { by: phone });
  expect(terms).toMatchObject({ id: 'terms', version: 5, accepted: { version: 4 } });
  expect(await read(getDocument, { id: 'terms', version: '4' })).toMatchObject({ isCurrent: false });

  expect(await phone.post('/page/accept', { id: 'terms', version: '4' })).toMatchObject({
    status: 409,
    code: 'documentOutdated',
  });
  // They are in English alone, which is what a Thai reader has read and accepts.
  const first = await phone.post('/page/accept', { id: 'terms', version: '5' }, { [localeHeader]: 'thai' });
  expect(first).toMatchObject({ status: 200, url: { version: 5 } });
  expect(await phone.post('/page/accept', { id: 'terms', version: '5' })).toMatchObject({
    status: 200,
    url: first.url,
    info: 'Thank you. The version you accepted is on record',
  });
  const { rows } = await database.pool.query('select locale from consent where version = 5');
  expect(rows).toEqual([{ locale: 'en' }]);
  expect((await read(listDocuments, {}, { by: phone }))[0]?.accepted?.version).toBe(5);

  const thai = new Phone(app.address);
  await thai.drawCaptcha();
  const names = { username: 'reader03', password: loginPassword, repassword: loginPassword, invite: 'CLEARLOT' };
  const form = { ...names, code: 'TEST7', adult: '1', terms: '1' };
  expect(await thai.post('/login/upregister', form, { [localeHeader]: 'thai' })).toMatchObject({ status: 200 });
  const { rows: accepted } = await database.pool.query(
    `select c.document, c.locale from consent as c join member as m on m.id = c.member_id
     where m.username = 'reader03' order by c.document`,
  );
  expect(accepted).toEqual([
    { document: 'risk', locale: 'thai' },
    { document: 'terms', locale: 'en' },
  ]);
});

test('what a member has read of the notices is theirs alone, and nothing is kept of visitors', async () => {
  const other = new Phone(app.address);
  await other.register('reader02', 'TEST7');
  const { notices, unread } = await read(listNotices, {}, { by: phone });
  expect(unread).toBe(notices.length);
  expect(notices.length).toBeGreaterThanOrEqual(2);
  expect(notices.map(({ publishedAt }) => publishedAt)).toEqual(
    notices.map(({ publishedAt }) => publishedAt).toSorted((one, later) => later - one),
  );
  const [newest, older] = notices;
  expect(await phone.post('/page/notice/read', { id: older?.id ?? '' })).toMatchObject({
    url: { unread: notices.length - 1 },
  });
  const seen = await read(listNotices, {}, { by: phone });
  expect(seen.notices.slice(0, 2).map(({ id, read: isRead }) => [id, isRead])).toEqual([
    [newest?.id, false],
    [older?.id, true],
  ]);
  expect(await phone.post('/page/notice/read')).toMatchObject({ url: { unread: 0 } });
  expect((await read(listNotices, {}, { by: phone })).notices.every(({ read: isRead }) => isRead)).toBe(true);
  expect((await read(listNotices, {}, { by: other })).unread).toBe(notices.length);
  expect(await read(listNotices)).toMatchObject({ unread: null, notices: notices.map(() => ({ read: null })) });
  expect((await read(listNotices, { before: newest?.id ?? '' })).notices[0]?.id).toBe(older?.id);
});

test('without a session nothing is marked and nothing is accepted', async () => {
  expect(await visitor.post('/page/notice/read')).toMatchObject({ status: 401, code: 'notSignedIn', url: 99 });
  expect(await visitor.post('/page/accept', { id: 'terms', version: '1' })).toMatchObject({
    status: 401,
    code: 'notSignedIn',
  });
});
