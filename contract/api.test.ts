import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, operations } from './api.ts';
import { en as memberErrors } from './error-texts/en.ts';
import { errorStatus } from './errors.ts';
import { isForOperators, operationsOf } from './operation.ts';
import { en as operatorErrors } from './operator-error-texts/en.ts';

/** The calls of the specification, section 7, without query strings. */
const specified = `
POST /Login/walletLogin
POST /login/upregister
GET /verify/code
GET /user/center
GET /index/index
GET /api/financinlist
POST /Mobile/Financing/index
POST /User/uppassword
POST /User/uppp
GET /User/getbank
POST /User/rebank
GET /api/wallet
POST /order/thblist
GET /order/thborder
POST /order/tradeThb
GET /login/loginout
GET /user/ctrecords
GET /order/thbtype
GET /Mobile/Financing/log
GET /User/signin
GET /User/contribute
GET /user/weeksignin
POST /User/upinfo
GET /user/accountinfo
POST /User/draws
GET /index/drawslog
GET /api/viplist
GET /user/team
GET /index/drawslist
GET /user/loginstate
GET /ajax/allcoin_a/id/{id}/type/{type}
GET /ajax/kxianb/name/{name}/time/{time}
POST /Exchange/shenqing
GET /api/purse
POST /Finance/recharge
GET /api/recharge
GET /user/accountRecords
GET /financing/log
GET /api/dlog
GET /page/help
GET /page/notice
GET /user/invite
GET /api/multiple
GET /User/balance
POST /chat/send
GET /chat/log
GET /chat/notice
GET /page/helpinfo
POST /Finance/rechargebywallet
POST /api/image
`
  .trim()
  .split('\n');

const declared = operations.map(({ name, operation: { method, path } }) => ({ name, method, path }));

test('every call of the specification is an operation at exactly its path', () => {
  const calls = new Set(declared.map(({ method, path }) => `${method} ${path}`));
  expect(specified.filter((call) => !calls.has(call))).toEqual([]);
  expect(specified).toHaveLength(50);
});

test('no two operations share a name, nor a call regardless of letter case', () => {
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
  expect(new Set(declared.map(({ method, path }) => `${method} ${path.toLowerCase()}`)).size).toBe(declared.length);
});

test('every field named in a path is a field of the input', () => {
  for (const {
    name,
    operation: { path, input },
  } of operations) {
    const fields = Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {});
    for (const [, field] of path.matchAll(/\{(\w+)\}/g)) expect(fields, `${name} ${path}`).toContain(field);
  }
});

test('every refusal has an English text, those of members one that the app loads, and an operation lists none twice', () => {
  for (const code of Object.keys(errorStatus)) expect({ ...memberErrors, ...operatorErrors }).toHaveProperty(code);
  for (const { operation } of operations.filter((named) => !isForOperators(named.operation)))
    for (const code of operation.errors) expect(memberErrors).toHaveProperty(code);
  for (const {
    name,
    operation: { errors },
  } of operations) {
    expect(new Set(errors).size, name).toBe(errors.length);
  }
});

test('what is missing or not valid is a bad request (400), and not a conflict', () => {
  const others = Object.entries(errorStatus).filter(
    ([code, status]) => /(Missing|Invalid)$/.test(code) && status !== 400,
  );
  expect(others).toEqual([
    // Of a link that is used up, and of languages that operators have yet to write.
    ['operatorLinkInvalid', 422],
    ['contentLanguagesMissing', 409],
  ]);
});

test('a list for members is answered in info and anything else in url, but for the calls that are known to differ', () => {
  const others = operations.filter(({ operation }) => {
    const { answerIn, output } = operation;
    return !isForOperators(operation) && (output.def.type === 'array') !== (answerIn === 'info');
  });
  expect(others.map(({ name, operation: { answerIn } }) => `${name}: ${answerIn}`).sort()).toEqual([
    'donate: info',
    'getLoginState: info',
    'getUnread: info',
    'listComingLevels: url',
    'listMarkets: url',
    'listMessages: info',
    'listNotices: info',
    'listNotifications: info',
  ]);
});

test('an operation that moves money or changes state is never public but for those of an account', () => {
  const open = operations.filter(({ operation: { access, effect } }) => access === 'public' && effect !== 'read');
  expect(open.map(({ name }) => name).sort()).toEqual([
    'enrolOperatorAuthenticator',
    'enrolOperatorPasskey',
    'proveWork',
    'register',
    'requestLoginPassword',
    'resetLoginPassword',
    'resetLoginPasswordByPasskey',
    'signIn',
    'signInOperator',
    'signInOperatorWithPasskey',
    'signInWithPasskey',
    'signOut',
    'signOutOperator',
    'startOperatorAuthenticator',
    'startOperatorEnrolment',
    'startOperatorSignIn',
    'startPasskeySignIn',
  ]);
});

test('a GET changes nothing and a POST something, but for the calls that the specification has otherwise', () => {
  const named = (method: string, changes: boolean) =>
    operations
      .filter(({ operation: { effect, method: own } }) => own === method && (effect !== 'read') === changes)
      .map(({ name }) => name);
  // A link cannot send the header that these demand all the same.
  expect(named('GET', true).sort()).toEqual(['checkIn', 'donate', 'signOut']);
  expect(named('POST', false)).toEqual(['listRounds']);
});

test('what moves money carries a key, so that it happens once however often it is sent', () => {
  const moving = operations.filter(({ operation: { effect } }) => effect === 'money');
  expect(moving.map(({ name }) => name).sort()).toEqual([
    'cancelFollow',
    'cancelWithdrawal',
    'collectTasks',
    'depositFromWallet',
    'donate',
    'draw',
    'placeOrder',
    'placePlan',
    'proposeDisbursement',
    'proposeFunding',
    'redeem',
    'requestDeposit',
    'requestWithdrawal',
    'subscribe',
  ]);
});

test('an operation is for operators where its path says so, and nowhere else', () => {
  for (const { name, operation } of operations) {
    const { access } = operation;
    if (isForOperators(operation)) expect(access, name).not.toBe('member');
    else expect(typeof access, name).toBe('string');
  }
});

test('an operation stands in one feature, and a feature has no other operations than its file exports', () => {
  for (const [feature, exports] of Object.entries(api)) {
    expect(operationsOf(feature, exports).length, feature).toBeGreaterThan(0);
  }
  expect(new Set(operations.map(({ operation }) => operation)).size).toBe(operations.length);
});
