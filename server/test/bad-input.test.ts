import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type Fields, Phone } from './phone.fixture.ts';

let database: TestDatabase;
let app: App;
let phone: Phone;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7', CLOCK_SPEED: '50' });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  phone = new Phone(app.address);
  await phone.register('badinput1', 'TEST7');
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

interface Case {
  readonly call: string;
  readonly fields: Fields;
  readonly code: ErrorCode;
}

const plan = { id: '1', coin: 'ETH', multiple: '3', price: '100' };
const deposit = { channel: 'sandbox', amount: '100' };
const order = { round: '5', category: 'big', amount: '5' };
const huge = '9'.repeat(60_000);

function without<Form extends Record<string, string>>(form: Form, name: keyof Form): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));
}

const place = (fields: Fields, code: ErrorCode): Case => ({ call: 'POST /Exchange/shenqing', fields, code });
const bet = (fields: Fields, code: ErrorCode): Case => ({ call: 'POST /order/tradeThb', fields, code });
const quote = (fields: Fields, code: ErrorCode): Case => ({ call: 'GET /plans/quote', fields, code });
const request = (fields: Fields, code: ErrorCode): Case => ({ call: 'POST /Finance/recharge', fields, code });
const read = (path: string, fields: Fields, code: ErrorCode): Case => ({ call: `GET ${path}`, fields, code });

const notAmounts = [
  'abc',
  '-1',
  '0',
  '0.0000001',
  '1e3',
  '0x10',
  ' 5',
  '5 ',
  '1,000',
  'NaN',
  'Infinity',
  '+5',
  '٣',
  huge,
];
const notWholes = ['abc', '-1', '1.5', '1e0', ' 1', '0x1', '9999999999', 'NaN', '١', huge];

const cases: readonly Case[] = [
  place({}, 'levelMissing'),
  place(without(plan, 'id'), 'levelMissing'),
  place(without(plan, 'coin'), 'coinMissing'),
  place(without(plan, 'multiple'), 'leverageMissing'),
  place(without(plan, 'price'), 'amountMissing'),
  place({ ...plan, price: '' }, 'amountMissing'),
  place({ ...plan, coin: '' }, 'coinMissing'),
  ...notAmounts.map((price) => place({ ...plan, price }, 'amountInvalid')),
  ...notWholes.map((id) => place({ ...plan, id }, 'levelUnknown')),
  ...notWholes.map((multiple) => place({ ...plan, multiple }, 'leverageInvalid')),
  ...['eth', 'ETH/USDT', "E';--", 'NOPE', '<b>', huge].map((coin) => place({ ...plan, coin }, 'coinUnknown')),
  place({ ...plan, id: '99' }, 'levelUnknown'),
  place({ ...plan, multiple: '26' }, 'leverageInvalid'),
  place({ ...plan, multiple: '0' }, 'leverageInvalid'),
  place({ ...plan, multiple: '6' }, 'leverageLocked'),
  place({ ...plan, id: '2' }, 'levelLockedByWeight'),
  place({ ...plan, price: '9.99' }, 'amountOutsideQuota'),
  place({ ...plan, price: '500.01' }, 'amountOutsideQuota'),
  place({ ...plan, price: '999999999999.999999' }, 'amountOutsideQuota'),
  place(plan, 'insufficientFunds'),
  place({ ...plan, member_id: '2' }, 'fieldUnknown'),
  place({ ...plan, income: '5' }, 'fieldUnknown'),
  place([...Object.entries(plan), ['price', '50']], 'fieldRepeated'),
  place([...Object.entries(plan), ['id', '1']], 'fieldRepeated'),
  place({ ...plan, price: '9'.repeat(70_000) }, 'tooLarge'),

  quote(without({ id: '1', coin: 'ETH', multiple: '1' }, 'id'), 'levelMissing'),
  quote({ id: '1', multiple: '1' }, 'coinMissing'),
  quote({ id: '1', coin: 'ETH' }, 'leverageMissing'),
  quote({ id: '77', coin: 'ETH', multiple: '1' }, 'levelUnknown'),
  quote({ id: '1', coin: 'NOPE', multiple: '1' }, 'coinUnknown'),
  quote({ id: '1', coin: 'ETH', multiple: '-4' }, 'leverageInvalid'),
  quote({ id: '1', coin: 'ETH', multiple: '1', more: '1' }, 'fieldUnknown'),
  quote(
    [
      ['id', '1'],
      ['id', '2'],
      ['coin', 'ETH'],
      ['multiple', '1'],
    ],
    'fieldRepeated',
  ),
  read('/api/viplist', { coin: 'NOPE' }, 'coinUnknown'),
  read('/api/viplist', { multiple: '26' }, 'leverageInvalid'),
  read('/api/viplist', { multiple: '1.5' }, 'leverageInvalid'),
  read('/api/multiple', { x: '1' }, 'fieldUnknown'),
  read('/User/balance', { member: '2' }, 'fieldUnknown'),
  read('/user/ctrecords', { before: 'nope' }, 'planUnknown'),
  read('/user/ctrecords', { before: '0000000000000000' }, 'planUnknown'),
  read('/plans/detail/0000000000000000', {}, 'planUnknown'),
  read('/plans/detail/..%2f..%2fetc', {}, 'planUnknown'),
  read('/plans/proof/%00', {}, 'planUnknown'),
  read('/plans/proof/0000000000000000', {}, 'planUnknown'),

  request({}, 'channelMissing'),
  request(without(deposit, 'amount'), 'amountMissing'),
  request({ ...deposit, channel: 'bitcoin' }, 'channelUnknown'),
  request({ ...deposit, channel: '__proto__' }, 'channelUnknown'),
  ...notAmounts.map((amount) => request({ ...deposit, amount }, 'amountInvalid')),
  request({ ...deposit, amount: '99.999999' }, 'depositTooSmall'),
  request({ ...deposit, amount: '100000.000001' }, 'depositTooLarge'),
  request({ ...deposit, state: 'confirmed' }, 'fieldUnknown'),
  request([...Object.entries(deposit), ['amount', '200']], 'fieldRepeated'),
  read('/api/recharge', { before: '0000000000000000' }, 'depositUnknown'),
  read('/wallet/deposit/0000000000000000', {}, 'depositUnknown'),
  read('/wallet/channels', { x: '1' }, 'fieldUnknown'),

  bet({}, 'roundMissing'),
  bet(without(order, 'category'), 'categoryMissing'),
  bet(without(order, 'amount'), 'amountMissing'),
  ...notWholes.map((round) => bet({ ...order, round }, 'roundUnknown')),
  bet({ ...order, round: '999999999' }, 'roundUnknown'),
  bet({ ...order, round: '1' }, 'roundClosed'),
  ...['Big', 'bigger', '__proto__', huge].map((category) => bet({ ...order, category }, 'categoryUnknown')),
  ...notAmounts.map((amount) => bet({ ...order, amount }, 'amountInvalid')),
  bet({ ...order, amount: '0.999999' }, 'stakeTooSmall'),
  bet({ ...order, amount: '10000.000001' }, 'amountLimit'),
  ...['0', '1', '289', '10000', ...notWholes].map((follow) => bet({ ...order, follow }, 'followInvalid')),
  bet({ ...order, stoponwin: '1' }, 'stopInvalid'),
  bet({ ...order, losslimit: '100' }, 'stopInvalid'),
  bet({ ...order, follow: '2', losslimit: '4.999999' }, 'stopInvalid'),
  bet({ ...order, follow: '2', stoponwin: 'yes' }, 'stopInvalid'),
  bet({ ...order, income: '1' }, 'fieldUnknown'),
  read('/order/thborder', { before: '0000000000000000' }, 'orderUnknown'),
  read('/rounds/follows', { before: '0000000000000000' }, 'followUnknown'),
  read('/rounds/detail/999999999', {}, 'roundUnknown'),
  read('/rounds/detail/1', {}, 'roundUnknown'),
  read('/rounds/transcript/1', {}, 'roundUnknown'),
  read('/rounds/orders/1/0', {}, 'roundUnknown'),
  read('/rounds/day/1', {}, 'dayUnknown'),
  read('/rounds/proof/0000000000000000', {}, 'orderUnknown'),
  { call: 'POST /rounds/cancel', fields: { follow: '0000000000000000' }, code: 'followUnknown' },
  { call: 'POST /order/thblist', fields: { before: 'x' }, code: 'roundUnknown' },

  read('/ajax/allcoin_a/id/1/type/0', { coin: 'NOPE' }, 'coinUnknown'),
  read('/ajax/allcoin_a/id/2/type/0', {}, 'fieldInvalid'),
  read('/ajax/allcoin_a/id/1/type/9', {}, 'fieldInvalid'),
  read('/ajax/kxianb/name/NOPE/time/5m', {}, 'coinUnknown'),
  read('/ajax/kxianb/name/ETH/time/7m', {}, 'intervalUnknown'),
  read('/market/status', { x: '1' }, 'fieldUnknown'),
  read('/stream', { coin: 'NOPE' }, 'coinUnknown'),
  read('/stream', { time: '7m' }, 'malformedRequest'),
  { call: 'POST /Login/walletLogin', fields: { username: '\0', password: 'quiet99owl' }, code: 'fieldInvalid' },
];

test('every wrong, missing, repeated, negative, oversized or non-numeric field has its own refusal, and writes nothing', async () => {
  const before = await written();
  for (const { call, fields, code } of cases) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await (method === 'GET' ? phone.get(path, fields) : phone.post(path, fields));
    const shown = JSON.stringify(fields).slice(0, 120);
    expect({ call, shown, code: answer.code, status: answer.status }).toEqual({
      call,
      shown,
      code,
      status: errorStatus[code],
    });
    expect(answer.info).toMatch(/^[^{}]{5,}$/);
  }
  expect(await written()).toEqual(before);
});

test('the wordings of a refusal name the bounds that were missed', async () => {
  const wordings = [
    [{ multiple: 'x' }, 'The leverage multiplier must be a whole number from 1 to 25'],
    [{ price: '1' }, 'Enter 10 to 500 USDT'],
    [{}, 'The amount is over your available quota of 0 USDT'],
    [{ id: '2' }, 'This level opens at a weight score of 500'],
    [{ multiple: '9' }, 'This leverage ratio has not been unlocked yet'],
  ] as const;
  for (const [change, info] of wordings) {
    expect(await phone.post('/Exchange/shenqing', { ...plan, ...change })).toMatchObject({ info });
  }
});

test('without a session every call of members is refused', async () => {
  const stranger = new Phone(app.address);
  for (const path of [
    '/api/viplist',
    '/api/multiple',
    '/User/balance',
    '/plans/quote',
    '/user/ctrecords',
    '/api/recharge',
  ]) {
    expect(await stranger.get(path)).toMatchObject({ status: 401, code: 'notSignedIn', url: 99 });
  }
  for (const [path, form] of [
    ['/Exchange/shenqing', plan],
    ['/Finance/recharge', deposit],
  ] as const) {
    expect(await stranger.post(path, form)).toMatchObject({ status: 401, code: 'notSignedIn', url: 99 });
  }
});

test('ids of another member’s plan and deposit are unknown to everybody else', async () => {
  const [owner, other] = [new Phone(app.address), new Phone(app.address)];
  await owner.register('owner001', 'TEST7');
  await other.register('other001', 'TEST7');
  const asked = await owner.post('/Finance/recharge', { channel: 'sandbox', amount: '250' });
  const depositId = idOf(asked.url);
  await credited(owner, depositId);
  const placed = await owner.post('/Exchange/shenqing', plan);
  const planId = idOf(placed.url);
  expect(placed).toMatchObject({ status: 200, info: 'The plan is placed. Its first round opens with the next candle' });
  expect((await owner.get(`/plans/detail/${planId}`)).status).toBe(200);
  for (const [path, fields, code] of [
    [`/plans/detail/${planId}`, {}, 'planUnknown'],
    [`/plans/proof/${planId}`, {}, 'planUnknown'],
    ['/user/ctrecords', { before: planId }, 'planUnknown'],
    [`/wallet/deposit/${depositId}`, {}, 'depositUnknown'],
    ['/api/recharge', { before: depositId }, 'depositUnknown'],
  ] as const) {
    expect(await other.get(path, fields)).toMatchObject({ status: 404, code });
  }
  expect(await other.get('/user/ctrecords')).toMatchObject({ status: 200, info: [] });
});

test('the same key twice at once, and a third time, place one plan', async () => {
  const twice = new Phone(app.address);
  await twice.register('twice001', 'TEST7');
  await credited(twice, idOf((await twice.post('/Finance/recharge', deposit, { 'idempotency-key': 'deposit-1' })).url));
  const key = { 'idempotency-key': 'place-the-same' };
  const answers = await Promise.all([1, 2, 3].map(() => twice.post('/Exchange/shenqing', plan, key)));
  answers.push(await twice.post('/Exchange/shenqing', plan, key));
  expect(new Set(answers.map(({ url }) => idOf(url))).size).toBe(1);
  expect(await twice.post('/Exchange/shenqing', { ...plan, price: '20' }, key)).toMatchObject({
    code: 'idempotencyKeyReused',
  });
  expect(await twice.post('/Exchange/shenqing', plan, { 'idempotency-key': 'short' })).toMatchObject({
    code: 'idempotencyKeyInvalid',
  });
  expect(await twice.get('/User/balance')).toMatchObject({ url: { financial: '100.000000' } });
});

async function written(): Promise<unknown> {
  const { rows } = await database.pool.query(
    'select (select count(*) from ledger.transfers) as transfers, (select count(*) from plan) as plans, (select count(*) from deposit) as deposits',
  );
  return rows;
}

function idOf(record: unknown): string {
  if (typeof record === 'object' && record !== null && 'id' in record) return String(record.id);
  throw new Error(`no id in ${JSON.stringify(record)}`);
}

/** The sandbox confirms in 14 seconds of product time. */
async function credited(phone: Phone, depositId: string): Promise<void> {
  for (let look = 0; look < 1_200; look++) {
    const { url } = await phone.get(`/wallet/deposit/${depositId}`);
    if (typeof url === 'object' && url !== null && 'state' in url && url.state === 'confirmed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the deposit was not confirmed');
}
