import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import {
  address,
  card,
  code,
  type MoneyWorld,
  openMoneyWorld,
  setWithdrawalPassword,
  withdrawal,
  withdrawalPassword,
} from './money-world.fixture.ts';
import type { Fields, Phone } from './phone.fixture.ts';

const huge = '9'.repeat(60_000);

let world: MoneyWorld;
let phone: Phone;

beforeAll(async () => {
  world = await openMoneyWorld();
  phone = await world.fundedMember('moneyout1');
  await phone.post('/User/rebank', card);
  await setWithdrawalPassword(phone);
});

afterAll(() => world.close());

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
  fields: { ...card, password: withdrawalPassword, ...change },
  code: refusal,
});
const passwords = { oldpassword: withdrawalPassword, password: 'newfund1', repassword: 'newfund1', code };
const fund = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /User/uppp',
  fields: { ...passwords, ...change },
  code: refusal,
});
const login = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /User/uppassword',
  fields: { ...passwords, oldpassword: 'quiet99owl', ...change },
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

const subscription = { product: 'day7', amount: '100' };
const buy = (change: Record<string, string>, refusal: ErrorCode): Case => ({
  call: 'POST /Mobile/Financing/index',
  fields: { ...subscription, ...change },
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
  ask({ amount: '1000.000001' }, 'insufficientFunds'),
  ask({ amount: '999999999999' }, 'insufficientFunds'),
  ask({ password: '' }, 'withdrawalPasswordMissing'),
  ask({ password: 'x'.repeat(65) }, 'withdrawalPasswordWrong'),
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
  ...['A', '1234', '<b>Ann</b>', 'x'.repeat(61), 'Ann\nLee', ' A'].map((name) => bind({ name }, 'cardNameInvalid')),
  bind({ number: '' }, 'cardNumberMissing'),
  ...['4242424242424241', '1234', 'abcd', '0'.repeat(16), '4'.repeat(30), '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', huge].map((number) =>
    bind({ number }, 'cardNumberInvalid'),
  ),
  bind({ bank: '' }, 'bankNameMissing'),
  ...['<script>', ' 5', '5 ', '  '].map((bank) => bind({ bank }, 'bankNameInvalid')),
  bind({ number: '5555555555554444', password: '' }, 'withdrawalPasswordMissing'),
  post('/User/rebank', card, 'withdrawalPasswordMissing'),
  post('/security/card/keep', {}, 'cardReplacementUnknown'),
  post('/security/unfreeze', {}, 'passwordAndCodeMissing'),
  read('/security/acts', { before: unknownId }, 'securityActUnknown'),

  fund({ password: '' }, 'passwordAndCodeMissing'),
  fund({ repassword: '' }, 'passwordAndCodeMissing'),
  fund({ code: '' }, 'passwordAndCodeMissing'),
  fund({ repassword: 'other123' }, 'passwordsDiffer'),
  fund({ oldpassword: '' }, 'oldPasswordMissing'),
  fund({ code: 'WRONG1' }, 'captchaWrong'),
  ...notPasswords.map((password) => fund({ password, repassword: password }, 'passwordInvalid')),
  login({ oldpassword: '' }, 'oldPasswordMissing'),
  login({ password: '' }, 'passwordAndCodeMissing'),
  login({ code: '' }, 'passwordAndCodeMissing'),
  login({ repassword: 'other123' }, 'passwordsDiffer'),
  login({ code: 'WRONG1' }, 'captchaWrong'),
  ...notPasswords.map((password) => login({ password, repassword: password }, 'passwordInvalid')),

  profile({ nickname: 'x'.repeat(25) }, 'nicknameInvalid'),
  profile({ nickname: '<b>' }, 'nicknameInvalid'),
  profile({ realname: '1' }, 'realNameInvalid'),
  // Each of these becomes two characters when it is composed.
  profile({ realname: '\u0958'.repeat(40) }, 'realNameInvalid'),
  profile({ nickname: '\u0958'.repeat(20) }, 'nicknameInvalid'),
  profile({ timezone: 'Mars/Olympus' }, 'timeZoneUnknown'),
  profile({ timezone: "UTC'; drop table member" }, 'timeZoneUnknown'),
  profile({ locale: 'fr' }, 'localeUnknown'),
  profile({ username: 'somebody' }, 'fieldUnknown'),
  post('/account/sessions/revoke', { session: 'nope' }, 'sessionUnknown'),
  post('/account/sessions/revoke', { session: '0'.repeat(24) }, 'loginPasswordNeeded'),
  post('/account/sessions/revoke', { session: '0'.repeat(24), login: 'quiet99owl' }, 'sessionUnknown'),
  profile({ realname: 'Ann Leigh' }, 'loginPasswordNeeded'),
  ask({ method: 'address', address }, 'loginPasswordNeeded'),
  read('/account/signins', { before: unknownId }, 'signInUnknown'),

  buy({ product: '' }, 'productMissing'),
  ...['day8', 'DAY7', '__proto__', "day7';--", huge].map((product) => buy({ product }, 'productUnknown')),
  buy({ amount: '' }, 'amountMissing'),
  ...notAmounts.map((amount) => buy({ amount }, 'amountInvalid')),
  buy({ amount: '9.999999' }, 'amountOutsideProduct'),
  buy({ amount: '10000.000001' }, 'amountOutsideProduct'),
  buy({ amount: '1000.000001' }, 'insufficientFunds'),
  buy({ days: '1' }, 'fieldUnknown'),
  {
    call: 'POST /Mobile/Financing/index',
    fields: [...Object.entries(subscription), ['amount', '20']],
    code: 'fieldRepeated',
  },
  read('/financing/quote', { ...subscription, product: 'day8' }, 'productUnknown'),
  read('/financing/quote', { ...subscription, amount: '1' }, 'amountOutsideProduct'),
  post('/financing/redeem', {}, 'holdingUnknown'),
  post('/financing/redeem', { holding: unknownId }, 'holdingUnknown'),
  post('/financing/redeem', { holding: '../1' }, 'holdingUnknown'),
  read('/Mobile/Financing/log', { status: 'ended' }, 'holdingStateUnknown'),
  read('/Mobile/Financing/log', { before: unknownId }, 'holdingUnknown'),

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
  const { rows } = await world.database.pool.query(`select
    (select count(*) from ledger.transfers) as transfers, (select count(*) from withdrawal) as withdrawals,
    (select count(*) from holding) as holdings, (select count(*) from bank_card) as cards, (select count(*) from security_act) as acts,
    (select md5(string_agg(m::text, ',' order by id)) from member as m) as members,
    (select md5(string_agg(password_hash, ',' order by member_id)) from withdrawal_password) as passwords`);
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
});

test('a captcha is good for one try: used, and spent by a wrong answer, it says so', async () => {
  const one = await world.fundedMember('codeonce1');
  await setWithdrawalPassword(one);
  const again = { oldpassword: withdrawalPassword, password: 'newfund1', repassword: 'newfund1' };
  expect(await one.post('/User/uppp', { ...again, code })).toMatchObject({ status: 422, code: 'captchaWrong' });
  await one.drawCaptcha();
  expect(await one.post('/User/uppp', { ...again, code: 'WRONG1' })).toMatchObject({ code: 'captchaWrong' });
  expect(await one.post('/User/uppp', { ...again, code })).toMatchObject({
    code: 'captchaWrong',
    info: 'The verification code is wrong or has expired',
  });
  await one.drawCaptcha();
  expect(await one.post('/User/uppp', { ...again, code })).toMatchObject({ status: 200 });
});
