import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { type App, startApp } from './app.ts';
import { type Fields, Phone } from './phone.fixture.ts';
import { readConfig } from './platform/config.ts';
import { createTestDatabase, type TestDatabase } from './platform/database/test-database.ts';
import { silentLog } from './platform/log.ts';

const code = 'TEST7';
const fundPassword = 'funds123';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const card = { name: 'Ann Lee', number: '4242424242424242', bank: 'First Bank' };
const withdrawal = { method: 'bank', amount: '10', password: fundPassword };
const huge = '9'.repeat(60_000);

let database: TestDatabase;
let app: App;
let phone: Phone;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    VERIFY_CODE_TEST: code,
    CLOCK_SPEED: '600',
    CARD_KEY: '7'.repeat(64),
  });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  phone = await fundedMember('moneyout1');
}, 60_000);

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** A member with 1,000 USDT, and nothing else. */
async function fundedMember(username: string): Promise<Phone> {
  const one = new Phone(app.address);
  await one.register(username, code);
  await one.post('/Finance/recharge', { channel: 'sandbox', amount: '1000' });
  for (let look = 0; look < 100; look += 1) {
    const { url } = await one.get('/api/wallet');
    if ((url as { banlance: string }).banlance === '1000.000000') return one;
    await wait(100);
  }
  throw new Error('the deposit was not credited');
}

async function setFundPassword(one: Phone): Promise<void> {
  await one.get('/verify/code');
  const form = { password: fundPassword, repassword: fundPassword, code };
  expect(await one.post('/User/uppp', form)).toMatchObject({ status: 200, info: 'The withdrawal password is set' });
}

test('from nothing to money out: the gates in their order, the card, the password, and a withdrawal that is done', async () => {
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { UserBank: 0, paypasswords: 0, locked: '0.000000' } });
  expect(await phone.post('/Finance/withdraw', withdrawal)).toMatchObject({ info: 'Please set up a bank card first' });
  expect(await phone.post('/User/rebank', card)).toMatchObject({
    status: 200,
    url: { card: { masked: '**** **** **** 4242', nameOnCard: 'Ann Lee' }, replacement: null },
  });
  expect(await phone.post('/Finance/withdraw', withdrawal)).toMatchObject({
    info: 'Please set a withdrawal password first',
  });
  await setFundPassword(phone);
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { UserBank: 1, paypasswords: 1 } });
  expect(await phone.get('/withdrawals/quote', { method: 'bank', amount: '250' })).toMatchObject({
    url: { quote: { fee: '1.000000', actualReceipt: '250.000000' }, blockers: [], reviewSeconds: 600 },
  });
  const asked = await phone.post('/Finance/withdraw', { ...withdrawal, amount: '250', comment: 'rent' });
  expect(asked).toMatchObject({ status: 200, url: { state: 'requested', amount: '250.000000' } });
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { banlance: '1000.000000', locked: '250.000000' } });
  const id = String((asked.url as { id: string }).id);
  await expect
    .poll(async () => (await phone.get(`/withdrawals/detail/${id}`)).url, { timeout: 15_000 })
    .toMatchObject({ state: 'done' });
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { banlance: '750.000000', locked: '0.000000' } });
  const records = (await phone.get('/user/accountRecords', { range: 'today', account: 'withdrawing' })).info;
  expect(records).toMatchObject([
    { kind: 'withdrawalPaid', reference: id, amount: '-250.000000', balance: '0.000000' },
    { kind: 'withdrawalHeld', reference: id, amount: '250.000000', balance: '250.000000' },
  ]);
  const [{ transfer = '' } = {}] = records as { transfer?: string }[];
  expect(await phone.get(`/wallet/record/${transfer}`)).toMatchObject({ url: { postings: { length: 3 } } });
  expect(await new Phone(app.address).get('/withdrawals/times')).toMatchObject({ status: 200, url: { count: 1 } });
}, 40_000);

interface Case {
  readonly call: string;
  readonly fields: Fields;
  readonly code: ErrorCode;
}

const ask = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /Finance/withdraw',
  fields: { ...withdrawal, ...change },
  code: refusal,
});
const bind = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /User/rebank',
  fields: { ...card, password: fundPassword, ...change },
  code: refusal,
});
const passwords = { oldpassword: fundPassword, password: 'newfund1', repassword: 'newfund1', code };
const fund = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /User/uppp',
  fields: { ...passwords, ...change },
  code: refusal,
});
const login = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /User/uppassword',
  fields: { ...passwords, oldpassword: 'secret99', ...change },
  code: refusal,
});
const profile = (fields: Fields, refusal: ErrorCode): Case => ({ call: 'POST /User/upinfo', fields, code: refusal });
const read = (path: string, fields: Fields, refusal: ErrorCode): Case => ({
  call: `GET ${path}`,
  fields,
  code: refusal,
});
const post = (path: string, fields: Fields, refusal: ErrorCode): Case => ({
  call: `POST ${path}`,
  fields,
  code: refusal,
});

const notAmounts = ['abc', '-1', '0', '0.0000001', '1e3', '0x10', ' 5', '1,000', 'NaN', '+5', '٣', huge];
const notPasswords = ['short', 'onlyletters', '12345678', 'toolongtoolong123', 'with space1', 'ümlaut12'];
const unknownId = '0000000000000000';

const cases: readonly Case[] = [
  ask({ method: '' }, 'methodMissing'),
  ask({ method: 'cheque' }, 'methodUnknown'),
  ask({ method: '__proto__' }, 'methodUnknown'),
  ask({ amount: '' }, 'amountMissing'),
  ...notAmounts.map((amount) => ask({ amount }, 'amountInvalid')),
  ask({ amount: '750.000001' }, 'insufficientFunds'),
  ask({ amount: '999999999999' }, 'insufficientFunds'),
  ask({ password: '' }, 'fundPasswordMissing'),
  ask({ password: 'x'.repeat(65) }, 'fundPasswordWrong'),
  ask({ method: 'address' }, 'addressMissing'),
  ...[
    address.toLowerCase(),
    address.toUpperCase(),
    address.slice(0, -1),
    `${address}0`,
    address.replace('5a', '5b'),
    "';--",
  ].map((wrong) => ask({ method: 'address', address: wrong }, 'addressInvalid')),
  ask({ method: 'address', address: huge }, 'addressInvalid'),
  ask({ comment: 'x'.repeat(121) }, 'withdrawalCommentInvalid'),
  ask({ comment: 'two\nlines' }, 'withdrawalCommentInvalid'),
  ask({ comment: 'turned \u202e round' }, 'withdrawalCommentInvalid'),
  ask({ fee: '0' }, 'fieldUnknown'),
  ask({ member_id: '1' }, 'fieldUnknown'),
  { call: 'POST /Finance/withdraw', fields: [...Object.entries(withdrawal), ['amount', '5']], code: 'fieldRepeated' },
  read('/withdrawals/quote', {}, 'methodMissing'),
  read('/withdrawals/quote', { method: 'bank', amount: '-1' }, 'amountInvalid'),
  read(`/withdrawals/detail/${unknownId}`, {}, 'withdrawalUnknown'),
  read('/withdrawals/detail/%00', {}, 'withdrawalUnknown'),
  read('/withdrawals/list', { before: unknownId }, 'withdrawalUnknown'),
  post('/withdrawals/cancel', {}, 'withdrawalUnknown'),
  post('/withdrawals/cancel', { withdrawal: unknownId }, 'withdrawalUnknown'),

  bind({ name: '' }, 'cardNameMissing'),
  ...['A', '1234', '<b>Ann</b>', 'x'.repeat(61), 'Ann\nLee'].map((name) => bind({ name }, 'cardNameInvalid')),
  bind({ number: '' }, 'cardNumberMissing'),
  ...['4242424242424241', '1234', 'abcd', '0'.repeat(16), '4'.repeat(30), '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', huge].map((number) =>
    bind({ number }, 'cardNumberInvalid'),
  ),
  bind({ bank: '' }, 'bankNameMissing'),
  bind({ bank: '<script>' }, 'bankNameInvalid'),
  bind({ number: '5555555555554444', password: '' }, 'fundPasswordMissing'),
  post('/User/rebank', card, 'fundPasswordMissing'),
  post('/security/card/keep', {}, 'cardReplacementUnknown'),
  post('/security/unfreeze', {}, 'passwordAndCodeMissing'),
  read('/security/acts', { before: unknownId }, 'securityActUnknown'),

  fund({ password: '' }, 'passwordAndCodeMissing'),
  fund({ repassword: '' }, 'passwordAndCodeMissing'),
  fund({ code: '' }, 'passwordAndCodeMissing'),
  fund({ repassword: 'other123' }, 'passwordsDiffer'),
  fund({ oldpassword: '' }, 'oldPasswordMissing'),
  fund({ code: 'WRONG1' }, 'verifyCodeWrong'),
  ...notPasswords.map((password) => fund({ password, repassword: password }, 'passwordInvalid')),
  login({ oldpassword: '' }, 'oldPasswordMissing'),
  login({ password: '' }, 'passwordAndCodeMissing'),
  login({ code: '' }, 'passwordAndCodeMissing'),
  login({ repassword: 'other123' }, 'passwordsDiffer'),
  login({ code: 'WRONG1' }, 'verifyCodeWrong'),
  ...notPasswords.map((password) => login({ password, repassword: password }, 'passwordInvalid')),

  profile({ nickname: 'x'.repeat(25) }, 'nicknameInvalid'),
  profile({ nickname: '<b>' }, 'nicknameInvalid'),
  profile({ realname: '1' }, 'realNameInvalid'),
  profile({ timezone: 'Mars/Olympus' }, 'timeZoneUnknown'),
  profile({ timezone: "UTC'; drop table member" }, 'timeZoneUnknown'),
  profile({ locale: 'fr' }, 'localeUnknown'),
  profile({ username: 'somebody' }, 'fieldUnknown'),
  post('/account/sessions/revoke', { session: 'nope' }, 'sessionUnknown'),
  post('/account/sessions/revoke', { session: '0'.repeat(24) }, 'sessionUnknown'),
  read('/account/signins', { before: unknownId }, 'signInUnknown'),

  read('/user/accountRecords', { range: 'year' }, 'recordRangeUnknown'),
  read('/user/accountRecords', { account: 'rail' }, 'recordAccountUnknown'),
  read('/user/accountRecords', { before: '1' }, 'recordUnknown'),
  read('/user/accountRecords', { before: '1-0-0' }, 'recordUnknown'),
  read('/user/accountRecords', { before: '1-40000-0' }, 'recordUnknown'),
  read('/user/accountRecords', { member: '2' }, 'fieldUnknown'),
  read('/wallet/record/1', {}, 'recordUnknown'),
  read('/wallet/record/-1', {}, 'recordUnknown'),
  read('/wallet/records/csv', { range: 'ever' }, 'recordRangeUnknown'),
];

/** Rows of everything that a member's call could write here. */
async function written(): Promise<unknown> {
  const { rows } = await database.pool.query(`select
    (select count(*) from ledger.transfers) as transfers, (select count(*) from withdrawal) as withdrawals,
    (select count(*) from bank_card) as cards, (select count(*) from security_act) as acts,
    (select md5(string_agg(m::text, ',' order by id)) from member as m) as members,
    (select md5(string_agg(password_hash, ',' order by member_id)) from fund_password) as passwords`);
  return rows;
}

test('every wrong, missing, repeated or oversized field has its own refusal, and writes nothing', async () => {
  const before = await written();
  for (const { call, fields, code: expected } of cases) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await (method === 'GET' ? phone.get(path, fields) : phone.post(path, fields));
    const shown = JSON.stringify(fields).slice(0, 140);
    expect({ call, shown, code: answer.code, status: answer.status }).toEqual({
      call,
      shown,
      code: expected,
      status: errorStatus[expected],
    });
    expect(answer.info).toMatch(/^[^{}]{5,}$/);
  }
  expect(await written()).toEqual(before);
}, 60_000);

test('the specified messages are worded exactly', async () => {
  expect(await phone.post('/User/uppp', { ...passwords, repassword: 'other123' })).toMatchObject({
    info: 'The passwords entered twice are inconsistent',
  });
  expect(await phone.post('/User/uppassword', {})).toMatchObject({ info: 'Please enter your current password' });
  expect(await phone.post('/User/uppassword', { oldpassword: 'secret99' })).toMatchObject({
    info: 'Please enter password and verification code',
  });
});

test('no call of this part answers without a session, and money needs the header that a link cannot send', async () => {
  const stranger = new Phone(app.address);
  for (const path of [
    '/api/wallet',
    '/api/purse',
    '/user/accountRecords',
    '/User/getbank',
    '/withdrawals/list',
    '/account/sessions',
  ]) {
    expect(await stranger.get(path)).toMatchObject({ status: 401, code: 'notSignedIn', url: 99 });
  }
  for (const path of [
    '/Finance/withdraw',
    '/withdrawals/cancel',
    '/User/rebank',
    '/User/uppp',
    '/User/uppassword',
    '/security/freeze',
  ]) {
    expect(await stranger.post(path)).toMatchObject({ status: 401, code: 'notSignedIn', url: 99 });
    expect(await phone.post(path, {}, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ code: 'crossSiteRefused' });
  }
});

test('wrong withdrawal passwords lock it out, whatever else is right, and nothing is held', async () => {
  const one = await fundedMember('lockedout1');
  await setFundPassword(one);
  const form = { method: 'address', address, amount: '10', password: 'wrong123' };
  const answers: unknown[] = [];
  for (let count = 0; count < 6; count += 1) answers.push((await one.post('/Finance/withdraw', form)).code);
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'fundPasswordWrong'), 'fundPasswordLocked']);
  const right = await one.post('/Finance/withdraw', { ...form, password: fundPassword });
  expect(right).toMatchObject({ status: 429, code: 'fundPasswordLocked' });
  expect(await one.get('/api/wallet')).toMatchObject({ url: { locked: '0.000000' } });
}, 30_000);

test('ids of another member’s withdrawal, record and device are unknown to everybody else', async () => {
  const [owner, stranger] = [await fundedMember('outowner1'), await fundedMember('outother1')];
  await setFundPassword(owner);
  const form = { method: 'address', address, amount: '10', password: fundPassword };
  const id = String(((await owner.post('/Finance/withdraw', form)).url as { id: string }).id);
  const [record] = (await owner.get('/user/accountRecords')).info as { id: string; transfer: string }[];
  const [device] = (await owner.get('/account/sessions')).info as { id: string }[];
  expect(await stranger.get(`/withdrawals/detail/${id}`)).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.post('/withdrawals/cancel', { withdrawal: id })).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.get('/withdrawals/list', { before: id })).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.get(`/wallet/record/${record?.transfer}`)).toMatchObject({ code: 'recordUnknown' });
  expect(await stranger.get('/user/accountRecords', { before: record?.id ?? '' })).toMatchObject({
    code: 'recordUnknown',
  });
  expect(await stranger.post('/account/sessions/revoke', { session: device?.id ?? '' })).toMatchObject({
    code: 'sessionUnknown',
  });
  expect(await owner.post('/withdrawals/cancel', { withdrawal: id })).toMatchObject({ url: { state: 'cancelled' } });
}, 30_000);

test('the same key ten times at once is one hold and one answer', async () => {
  const one = await fundedMember('samekey01');
  await setFundPassword(one);
  const form = { method: 'address', address, amount: '100', password: fundPassword };
  const key = { 'idempotency-key': 'one-withdrawal-01' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => one.post('/Finance/withdraw', form, key)));
  expect(new Set(answers.map(({ url }) => (url as { id: string }).id)).size).toBe(1);
  expect(await one.get('/api/wallet')).toMatchObject({ url: { banlance: '1000.000000', locked: '100.000000' } });
  expect(await one.post('/Finance/withdraw', { ...form, amount: '99' }, key)).toMatchObject({
    code: 'idempotencyKeyReused',
  });
}, 30_000);

test('the card’s number is told by no answer', async () => {
  const answers = [
    await phone.get('/User/getbank'),
    await phone.get('/withdrawals/list'),
    await phone.get('/security/acts'),
  ];
  expect(JSON.stringify(answers)).not.toContain('42424242');
  expect(JSON.stringify(answers)).toContain('**** 4242');
});
