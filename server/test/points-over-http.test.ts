import { afterAll, beforeAll, expect, test } from 'vitest';
import { localeHeader } from '#contract/locale.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.fixture.ts';
import { type Fields, Phone, type PhoneResponse } from './phone.fixture.ts';

let world: MoneyWorld;
let phone: Phone;

beforeAll(async () => {
  world = await openMoneyWorld({ clockSpeed: 1 });
  phone = new Phone(world.app.address);
  await phone.register('pointed1', 'TEST7');
});
afterAll(() => world.close());

/** Points and weight of the member: nothing may move them here but what is said to. */
async function figures(): Promise<unknown> {
  const { url } = await phone.get('/user/center');
  const { user, integral } = url as { user: unknown; integral: unknown };
  return { user, integral };
}

const refused = async (answer: Promise<PhoneResponse>) => {
  const { status, code, info } = await answer;
  return [status, code, typeof info];
};

test('an unknown tier donates nothing, whatever is sent in its place', async () => {
  const give = (fields: Fields) => refused(phone.get('/User/contribute', fields));
  const before = await figures();
  expect(await give({})).toEqual([400, 'tierMissing', 'string']);
  expect(await give({ tier: '' })).toEqual([400, 'tierMissing', 'string']);
  for (const tier of [
    '0',
    '4',
    '-1',
    '1.0',
    ' 1',
    '1 ',
    '01',
    'x',
    '１',
    '1;2',
    '1'.repeat(5_000),
    '<b>1</b>',
    'null',
  ]) {
    expect(await give({ tier }), tier.slice(0, 20)).toEqual([404, 'tierUnknown', 'string']);
  }
  expect(
    await give([
      ['tier', '1'],
      ['tier', '2'],
    ]),
  ).toEqual([400, expect.any(String), 'string']);
  expect(await give({ tier: '1', name: 'everybody' })).toEqual([400, 'fieldInvalid', 'string']);
  expect(await give({ tier: '1' })).toEqual([422, 'nothingToDonate', 'string']);
  expect(await figures()).toEqual(before);
});

test.each<[string, Fields, string, string]>([
  ['a level of the team', { level: '4' }, '/user/team', 'teamLevelUnknown'],
  ['a level of the team', { level: 'first' }, '/user/team', 'teamLevelUnknown'],
  ['a member of the team', { before: '<script>' }, '/user/team', 'teamMemberUnknown'],
  ['a member of the team', { before: 'x'.repeat(41) }, '/user/team', 'teamMemberUnknown'],
  ['an entry of the weight score', { before: 'checkedIn' }, '/weight/entries', 'weightEntryUnknown'],
  ['an entry of the weight score', { before: 'checkedIn.1999-01-01' }, '/weight/entries', 'weightEntryUnknown'],
  ['an entry of the weight score', { before: 'checkedIn.19990101' }, '/weight/entries', 'weightEntryUnknown'],
  ['a disbursement', { before: 'nothing' }, '/donations/disbursements', 'recordUnknown'],
  ['a disbursement', { before: '0000000000000000' }, '/donations/disbursements', 'recordUnknown'],
  ['a help text', { id: 'no-such-text' }, '/page/helpinfo', 'helpUnknown'],
  ['a help text', { id: '../../etc/passwd' }, '/page/helpinfo', 'helpUnknown'],
])('%s that there is not (%o) is its listed refusal', async (_, fields, path, code) => {
  const answer = await phone.get(path, fields);
  expect(answer.code).toBe(code);
  expect([400, 404]).toContain(answer.status);
});

test.each<[string, Fields, string]>([
  ['/tasks/reading', { id: 'no-such-text' }, 'helpUnknown'],
  ['/tasks/reading', { id: "' or 1=1" }, 'helpUnknown'],
  ['/tasks/read', { reading: 'start.2026-01-14.0.8.forged' }, 'readingUnknown'],
  ['/tasks/read', { reading: '<b>' }, 'readingUnknown'],
  ['/tasks/verified', { plan: 'NOSUCH', computed: 'a'.repeat(64) }, 'resultUnknown'],
  ['/tasks/verified', { round: '-1', computed: 'a'.repeat(64) }, 'resultUnknown'],
  ['/tasks/verified', { round: '1', computed: 'A'.repeat(64) }, 'fieldInvalid'],
  ['/User/upinfo', { timezone: 'Mars/Olympus' }, 'timeZoneUnknown'],
  ['/User/upinfo', { timezone: '+25:00' }, 'timeZoneUnknown'],
  ['/User/upinfo', { timezone: 'posixrules' }, 'timeZoneUnknown'],
])('%s with %o earns nothing', async (path, fields, code) => {
  const before = await figures();
  expect(await phone.post(path, fields)).toMatchObject({ code });
  expect(await figures()).toEqual(before);
});

test('a refusal is in the language of the call', async () => {
  const { info } = await phone.get('/User/contribute', { tier: '1' }, { [localeHeader]: 'tc' });
  expect(info).toBe('沒有可捐贈的數額');
});

test('a link, a prefetch, HEAD and another site check nobody in and give nothing', async () => {
  const call = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${world.app.address}/api${path}`, { method, headers: { cookie: phone.cookie, ...headers } });
  const before = await figures();
  for (const path of ['/User/signin', '/User/contribute?tier=1']) {
    for (const [method, headers, status] of [
      ['GET', {}, 403],
      ['GET', { 'sec-purpose': 'prefetch' }, 403],
      ['GET', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' }, 403],
      ['GET', { 'sec-fetch-site': 'cross-site', 'x-clearlot': '1' }, 403],
      ['GET', { 'sec-purpose': 'prefetch', 'x-clearlot': '1' }, 403],
    ] as const) {
      expect((await call(method, path, headers)).status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(status);
    }
    await call('HEAD', path, { 'x-clearlot': '1' });
  }
  expect(await figures()).toEqual(before);
  expect(await phone.get('/User/signin')).toMatchObject({ status: 200 });
});
