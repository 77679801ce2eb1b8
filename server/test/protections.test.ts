import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  address,
  code,
  type MoneyWorld,
  openMoneyWorld,
  setWithdrawalPassword,
  withdrawalPassword,
  withdrawFirst,
} from './money-world.fixture.ts';
import type { Phone } from './phone.fixture.ts';

let world: MoneyWorld;
let phone: Phone;

beforeAll(async () => {
  world = await openMoneyWorld();
  phone = await world.fundedMember('protected1');
});

afterAll(() => world.close());

const plan = { id: '1', coin: 'ETH', multiple: '3', price: '100' };

test('limits over the wire: set, reached by a plan, worded, loosened late, kept', async () => {
  expect(await phone.get('/limits')).toMatchObject({
    url: { lossLimits: [{ period: 'day', amount: null, count: null }, { period: 'week' }], exclusion: null },
  });
  await phone.post('/limits/loss', { period: 'day', amount: '5.000001' });
  expect(await phone.post('/limits/loss', { period: 'day', amount: '5' })).toMatchObject({
    status: 200,
    url: { lossLimits: [{ amount: '5.000000', next: null, count: { lost: '0.000000', left: '5.000000' } }, {}] },
  });
  expect(await phone.post('/Exchange/shenqing', plan)).toMatchObject({ status: 200 });
  expect(await phone.post('/Exchange/shenqing', plan)).toMatchObject({
    status: 422,
    code: 'dailyLossLimit',
    info: 'This could lose 3 USDT, but your daily loss limit of 5 USDT leaves 2 USDT',
  });
  expect(await phone.post('/limits/loss/lift', { period: 'day' })).toMatchObject({
    url: { lossLimits: [{ amount: '5.000000', next: { amount: null } }, {}] },
  });
  expect(await phone.post('/limits/loss/keep', { period: 'day' })).toMatchObject({
    url: { lossLimits: [{ next: null }, {}] },
  });
  const acts = (await phone.get('/security/acts')).info as { act: string; detail: string }[];
  expect(acts.slice(0, 4).map(({ act, detail }) => `${act} ${detail}`)).toEqual([
    'lossLimitKept day 5.00 USDT',
    expect.stringMatching(/^lossLimitLoosened day 5.00 USDT, none from 2\S+Z$/),
    'lossLimitSet day 5.00 USDT',
    'lossLimitSet day 5.000001 USDT',
  ]);
});

test.each([
  ['/limits/loss', {}, 'fieldMissing'],
  ['/limits/loss', { period: 'hour', amount: '5' }, 'fieldInvalid'],
  ['/limits/loss', { period: 'day' }, 'amountMissing'],
  ['/limits/loss', { period: 'day', amount: '0' }, 'amountInvalid'],
  ['/limits/loss', { period: 'day', amount: '-5' }, 'amountInvalid'],
  ['/limits/loss', { period: 'day', amount: '0.0000001' }, 'amountInvalid'],
  ['/limits/loss', { period: 'day', amount: '1e3' }, 'amountInvalid'],
  ['/limits/loss', { period: 'day', amount: '9'.repeat(13) }, 'amountInvalid'],
  ['/limits/loss', { period: 'day', amount: '5', member_id: '2' }, 'fieldUnknown'],
  ['/limits/loss/lift', { period: 'week' }, 'limitUnset'],
  ['/limits/loss/keep', { period: 'week' }, 'limitUnset'],
  ['/limits/exclusion', { days: '2' }, 'fieldInvalid'],
  ['/limits/exclusion', { days: '-7' }, 'fieldInvalid'],
  ['/limits/exclusion', {}, 'fieldMissing'],
  ['/limits/exclusion/lift', {}, 'exclusionNotLiftable'],
  ['/limits/exclusion/keep', {}, 'exclusionNotLiftable'],
  ['/security/fundpassword/keep', {}, 'withdrawalPasswordResetUnknown'],
] as const)('POST %s with %j is refused as %s', async (path, fields, refusal) => {
  expect(await phone.post(path, fields)).toMatchObject({ code: refusal });
});

test('the highest limit there is adds up without an error', async () => {
  const one = await world.fundedMember('protected2');
  const amount = `${'9'.repeat(12)}.999999`;
  expect(await one.post('/limits/loss', { period: 'week', amount })).toMatchObject({ status: 200 });
  expect(await one.post('/Exchange/shenqing', plan)).toMatchObject({ status: 200 });
  expect(await one.get('/limits')).toMatchObject({ url: { lossLimits: [{ count: null }, { amount }] } });
});

test('an excluded member places and deposits nothing, and withdraws as ever', async () => {
  const one = await world.fundedMember('protected3');
  await setWithdrawalPassword(one);
  await withdrawFirst(one);
  const deposit = () =>
    one.post('/Finance/recharge', { channel: 'sandbox', amount: '100' }, { 'idempotency-key': 'deposit-before-it' });
  const requested = await deposit();
  expect(requested).toMatchObject({ status: 200 });
  const begun = await one.post('/limits/exclusion', { days: '30' });
  expect(begun).toMatchObject({ status: 200, url: { exclusion: { liftsAt: null } } });
  const refused = await one.post('/Exchange/shenqing', plan);
  expect(refused).toMatchObject({ status: 403, code: 'selfExcluded' });
  expect(refused.info).toMatch(/^You have excluded yourself until \w{3} \d{1,2}, \d{4}, \d\d:\d\d$/);
  expect(await one.post('/Finance/recharge', { channel: 'sandbox', amount: '100' })).toMatchObject({
    code: 'selfExcluded',
  });
  // The same request as before, whose answer was lost, is that deposit.
  expect(await deposit()).toMatchObject({ status: 200, url: { id: (requested.url as { id: string }).id } });
  expect(
    await one.post('/Finance/withdraw', { method: 'address', address, amount: '10', password: withdrawalPassword }),
  ).toMatchObject({ status: 200 });
  expect(await one.post('/limits/exclusion/lift')).toMatchObject({
    url: { exclusion: { liftsAt: expect.any(String) } },
  });
  expect(await one.post('/Exchange/shenqing', plan)).toMatchObject({ code: 'selfExcluded' });
  // Nobody else is.
  expect(await phone.post('/Exchange/shenqing', { ...plan, price: '20' })).toMatchObject({ status: 200 });
});

test('a forgotten withdrawal password over the wire, and the old one meanwhile', async () => {
  const one = await world.fundedMember('protected4');
  const form = { login: 'quiet99owl', password: 'Newer123', repassword: 'Newer123', code };
  await one.drawCaptcha();
  expect(await one.post('/security/fundpassword/reset', form)).toMatchObject({ code: 'withdrawalPasswordUnset' });
  await setWithdrawalPassword(one);
  await withdrawFirst(one);
  await one.drawCaptcha();
  expect(await one.post('/security/fundpassword/reset', { ...form, login: 'wrong999' })).toMatchObject({
    code: 'oldPasswordWrong',
  });
  await one.drawCaptcha();
  expect(await one.post('/security/fundpassword/reset', form)).toMatchObject({
    status: 200,
    url: { isSet: true, reset: { activeFrom: expect.any(String) } },
  });
  const withdrawal = { method: 'address', address, amount: '10' };
  expect(await one.post('/Finance/withdraw', { ...withdrawal, password: 'Newer123' })).toMatchObject({
    code: 'withdrawalPasswordWrong',
  });
  expect(await one.post('/Finance/withdraw', { ...withdrawal, password: withdrawalPassword })).toMatchObject({
    status: 200,
  });
  expect(await one.post('/security/fundpassword/keep')).toMatchObject({ url: { reset: null } });
});

test('the score is the sum of its entries, each with its cause', async () => {
  const { url: member } = await phone.get('/user/center');
  const { url } = await phone.get('/weight/entries');
  const { score, entries } = url as { score: number; entries: { kind: string; points: number }[] };
  expect(score).toBe((member as { integral: number }).integral);
  expect(entries.reduce((total, { points }) => total + points, 0)).toBe(score);
  expect(entries.at(-1)).toMatchObject({ kind: 'depositConfirmed', points: 100 });
  expect(await phone.get('/weight/entries', { before: 'cardBound.first' })).toMatchObject({
    code: 'weightEntryUnknown',
  });
  expect(await phone.get('/weight/entries', { before: "x.'--" })).toMatchObject({ code: 'weightEntryUnknown' });
});
