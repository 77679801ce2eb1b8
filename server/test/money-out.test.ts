import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  address,
  card,
  code,
  type MoneyWorld,
  openMoneyWorld,
  setWithdrawalPassword,
  withdrawal,
  withdrawalPassword,
  withdrawFirst,
} from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

let world: MoneyWorld;
/** Where a review lasts a minute, and a withdrawal is still under way when it is looked at. */
let slow: MoneyWorld;
let phone: Phone;

beforeAll(async () => {
  [world, slow] = await Promise.all([openMoneyWorld(), openMoneyWorld({ clockSpeed: 10 })]);
  phone = await world.fundedMember('moneyout1');
});

afterAll(() => Promise.all([world.close(), slow.close()]));

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
  await setWithdrawalPassword(phone);
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { UserBank: 1, paypasswords: 1 } });
  expect(await phone.get('/withdrawals/quote', { method: 'bank', amount: '250' })).toMatchObject({
    url: { quote: { fee: '1.000000', actualReceipt: '250.000000' }, blockers: [], reviewSeconds: 600 },
  });
  const asked = await phone.post('/Finance/withdraw', { ...withdrawal, amount: '250', comment: 'rent' });
  expect(asked).toMatchObject({ status: 200, url: { state: 'requested', amount: '250.000000' } });
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { banlance: '1000.000000', locked: '250.000000' } });
  const id = String((asked.url as { id: string }).id);
  await expect.poll(async () => (await phone.get(`/withdrawals/detail/${id}`)).url).toMatchObject({ state: 'done' });
  expect(await phone.get('/api/wallet')).toMatchObject({ url: { banlance: '750.000000', locked: '0.000000' } });
  // Not of today alone: at this speed a day ends every two minutes.
  const records = (await phone.get('/user/accountRecords', { range: 'week', account: 'withdrawing' })).info;
  expect(records).toMatchObject([
    { kind: 'withdrawalPaid', reference: id, amount: '-250.000000', balance: '0.000000' },
    { kind: 'withdrawalHeld', reference: id, amount: '250.000000', balance: '250.000000' },
  ]);
  const [{ transfer = '' } = {}] = records as { transfer?: string }[];
  expect(await phone.get(`/wallet/record/${transfer}`)).toMatchObject({ url: { postings: { length: 3 } } });
  expect(await new Phone(world.app.address).get('/withdrawals/times')).toMatchObject({
    status: 200,
    url: { count: 1 },
  });
});

test('the specified messages are worded exactly', async () => {
  expect(await phone.post('/User/uppp', { password: 'newfund1', repassword: 'other123', code })).toMatchObject({
    info: 'The passwords entered twice are inconsistent',
  });
  expect(await phone.post('/User/uppassword', {})).toMatchObject({ info: 'Please enter your current password' });
  expect(await phone.post('/User/uppassword', { oldpassword: 'quiet99owl' })).toMatchObject({
    info: 'Please enter password and verification code',
  });
});

test('no call of this part works without a session, and money needs the header that a link cannot send', async () => {
  const stranger = new Phone(world.app.address);
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
  const one = await world.fundedMember('lockedout1');
  await setWithdrawalPassword(one);
  const form = { method: 'address', address, amount: '10', password: 'wrong123' };
  const answers: unknown[] = [];
  for (let count = 0; count < 6; count += 1) answers.push((await one.post('/Finance/withdraw', form)).code);
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'withdrawalPasswordWrong'), 'withdrawalPasswordLocked']);
  const right = await one.post('/Finance/withdraw', { ...form, password: withdrawalPassword });
  expect(right).toMatchObject({ status: 429, code: 'withdrawalPasswordLocked' });
  expect(await one.get('/api/wallet')).toMatchObject({ url: { locked: '0.000000' } });
});

test('ids of another member’s withdrawal, holding, record and device are unknown to everybody else', async () => {
  const [owner, stranger] = await Promise.all([slow.fundedMember('outowner1'), slow.fundedMember('outother1')]);
  await setWithdrawalPassword(owner);
  await withdrawFirst(owner);
  const form = { method: 'address', address, amount: '10', password: withdrawalPassword };
  const id = String(((await owner.post('/Finance/withdraw', form)).url as { id: string }).id);
  const holding = String(
    ((await owner.post('/Mobile/Financing/index', { product: 'day30', amount: '10' })).url as { id: string }).id,
  );
  expect(await stranger.post('/financing/redeem', { holding })).toMatchObject({ code: 'holdingUnknown' });
  expect(await stranger.get('/Mobile/Financing/log', { before: holding })).toMatchObject({ code: 'holdingUnknown' });
  expect(await stranger.get('/Mobile/Financing/log')).toMatchObject({ status: 200, info: [] });
  expect(await stranger.get('/User/getbank')).toMatchObject({ url: { card: null } });
  const [record] = (await owner.get('/user/accountRecords')).info as { id: string; transfer: string }[];
  const [device] = (await owner.get('/account/sessions')).info as { id: string }[];
  expect(await stranger.get(`/withdrawals/detail/${id}`)).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.post('/withdrawals/cancel', { withdrawal: id })).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.get('/withdrawals/list', { before: id })).toMatchObject({ code: 'withdrawalUnknown' });
  expect(await stranger.get(`/wallet/record/${record?.transfer}`)).toMatchObject({ code: 'recordUnknown' });
  expect(await stranger.get('/user/accountRecords', { before: record?.id ?? '' })).toMatchObject({
    code: 'recordUnknown',
  });
  expect(
    await stranger.post('/account/sessions/revoke', { session: device?.id ?? '', login: 'quiet99owl' }),
  ).toMatchObject({
    code: 'sessionUnknown',
  });
  expect(await owner.post('/withdrawals/cancel', { withdrawal: id })).toMatchObject({ url: { state: 'cancelled' } });
});

test('the same key ten times at once is one hold and one response', async () => {
  const one = await slow.fundedMember('samekey01');
  await setWithdrawalPassword(one);
  await withdrawFirst(one);
  const form = { method: 'address', address, amount: '100', password: withdrawalPassword };
  const key = { 'idempotency-key': 'one-withdrawal-01' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => one.post('/Finance/withdraw', form, key)));
  expect(new Set(answers.map(({ url }) => (url as { id: string }).id)).size).toBe(1);
  expect(await one.get('/api/wallet')).toMatchObject({ url: { banlance: '1000.000000', locked: '100.000000' } });
  expect(await one.post('/Finance/withdraw', { ...form, amount: '99' }, key)).toMatchObject({
    code: 'idempotencyKeyReused',
  });
  // An activated account may have several in review.
  const next = { 'idempotency-key': 'one-withdrawal-02' };
  expect(await one.post('/Finance/withdraw', form, next)).toMatchObject({ status: 200, url: { state: 'requested' } });
});

test('a subscription and an early exit requested repeatedly are one of each, and one response', async () => {
  const one = await slow.fundedMember('samekey02');
  const key = { 'idempotency-key': 'one-subscription-1' };
  const form = { product: 'day30', amount: '400' };
  const bought = await Promise.all(Array.from({ length: 10 }, () => one.post('/Mobile/Financing/index', form, key)));
  const ids = new Set(bought.map(({ url }) => (url as { id: string }).id));
  expect(ids.size).toBe(1);
  expect(await one.post('/Mobile/Financing/index', { ...form, amount: '300' }, key)).toMatchObject({
    code: 'idempotencyKeyReused',
  });
  expect(await one.get('/api/wallet')).toMatchObject({ url: { locked: '400.000000' } });
  const [holding = ''] = ids;
  const left = await Promise.all(
    Array.from({ length: 10 }, (_, count) =>
      one.post('/financing/redeem', { holding }, { 'idempotency-key': `leave-early-${count}` }),
    ),
  );
  expect(new Set(left.map(({ status, url }) => `${status} ${JSON.stringify(url)}`)).size).toBe(1);
  expect(await one.get('/api/wallet')).toMatchObject({ url: { banlance: '1000.000000', locked: '0.000000' } });
});

test('no response contains the card’s number', async () => {
  const answers = [
    await phone.get('/User/getbank'),
    await phone.get('/withdrawals/list'),
    await phone.get('/security/acts'),
  ];
  expect(JSON.stringify(answers)).not.toContain('42424242');
  expect(JSON.stringify(answers)).toContain('**** 4242');
});
