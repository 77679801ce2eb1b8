import * as z from 'zod/mini';
import { factorErrors, factorField } from './factor-field.ts';
import { textField, tickedField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

/** Account: 6-20 letters, digits or both. */
export const usernamePattern = /^[A-Za-z0-9]{6,20}$/;

/** Password: 6-16 letters and digits, at least one of each. */
export const passwordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;

/** The public house code, offered so that nobody depends on an agent. */
export const houseInvitationCode = 'CLEARLOT';

/** Answer of a verification code. */
export const verifyCodePattern = /^[A-Za-z0-9]{1,12}$/;

const verifyCode = textField(verifyCodePattern, 'verifyCodeMissing', 'verifyCodeWrong');

const signedInMember = z.object({ username: z.string() });

export const register = operation({
  name: 'register',
  feature: 'account',
  summary: 'Opens an account with an invitation code and signs the new member in.',
  method: 'POST',
  path: '/login/upregister',
  access: 'public',
  effect: 'write',
  input: z.strictObject({
    username: textField(usernamePattern, 'usernameMissing', 'usernameInvalid'),
    password: textField(passwordPattern, 'passwordMissing', 'passwordInvalid'),
    repassword: textField(/^[\s\S]{1,100}$/, 'passwordMissing', 'passwordsDiffer'),
    invite: textField(/^[A-Za-z0-9]{4,16}$/, 'inviteMissing', 'inviteUnknown'),
    code: verifyCode,
    adult: tickedField('adultRequired'),
    terms: tickedField('termsRequired'),
  }),
  output: signedInMember,
  answerIn: 'url',
  message: 'registered',
  errors: [
    'usernameMissing',
    'usernameInvalid',
    'usernameTaken',
    'passwordMissing',
    'passwordInvalid',
    'passwordsDiffer',
    'inviteMissing',
    'inviteUnknown',
    'verifyCodeMissing',
    'verifyCodeWrong',
    'adultRequired',
    'termsRequired',
  ],
});

export const signIn = operation({
  name: 'signIn',
  feature: 'account',
  summary:
    'Signs a member in. After three failures the verification code is asked for as well; with an authenticator app set up its code, once the password is right.',
  method: 'POST',
  path: '/Login/walletLogin',
  access: 'public',
  effect: 'write',
  input: z.strictObject({
    username: textField(/^[\s\S]{1,64}$/, 'usernameMissing', 'wrongCredentials'),
    password: textField(/^[\s\S]{1,64}$/, 'passwordMissing', 'wrongCredentials'),
    code: z.optional(verifyCode),
    factor: z.optional(factorField),
  }),
  output: signedInMember,
  answerIn: 'url',
  message: 'signedIn',
  errors: [
    'usernameMissing',
    'passwordMissing',
    'verifyCodeMissing',
    'verifyCodeWrong',
    'wrongCredentials',
    'signInLocked',
    ...factorErrors,
  ],
});

export const getVerifyCode = operation({
  name: 'getVerifyCode',
  feature: 'account',
  summary: 'Draws a new verification code for this browser: an image as a data address, good for one use.',
  method: 'GET',
  path: '/verify/code',
  access: 'public',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ image: z.string(), expiresInSeconds: z.int() }),
  answerIn: 'url',
  errors: [],
});

export const signOut = operation({
  name: 'signOut',
  feature: 'account',
  summary: 'Ends this session.',
  method: 'GET',
  path: '/login/loginout',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({}),
  answerIn: 'url',
  message: 'signedOut',
  errors: [],
});

export const getLoginState = operation({
  name: 'getLoginState',
  feature: 'account',
  summary: 'Whether this browser is signed in: 1, or 0.',
  method: 'GET',
  path: '/user/loginstate',
  access: 'public',
  effect: 'read',
  input: z.strictObject({}),
  output: z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
    decode: (flag) => flag === 1,
    encode: (signedIn) => (signedIn ? 1 : 0),
  }),
  answerIn: 'info',
  errors: [],
});

/** The member's own figures. Money in USDT; the weight score in points. */
const memberWire = z.object({
  username: z.string(),
  integral: z.int(),
  banlance: usdtText,
  usdt: usdtText,
  usdtd: usdtText,
  today_profit: usdtText,
  profit: usdtText,
  rule: z.string(),
  multiple: z.int(),
  postings: z.int(),
});

const memberFigures = z.object({
  username: z.string(),
  weight: z.number(),
  /** Available plus locked, always. */
  authorization: z.custom<z.output<typeof usdtText>>(),
  available: z.custom<z.output<typeof usdtText>>(),
  locked: z.custom<z.output<typeof usdtText>>(),
  /** Settled income of plans, financing and rounds, today (the member's day) and ever. */
  incomeToday: z.custom<z.output<typeof usdtText>>(),
  incomeTotal: z.custom<z.output<typeof usdtText>>(),
  /** What the weight score is for, in the member's language. */
  rule: z.string(),
  leverageUnlocked: z.number(),
  /** How many ledger postings the figures add up from. */
  postings: z.number(),
});

export const getMember = operation({
  name: 'getMember',
  feature: 'account',
  summary: 'The member: weight score, quotas, income, unlocked leverage.',
  method: 'GET',
  path: '/user/center',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: z.codec(memberWire, memberFigures, {
    decode: (wire) => ({
      username: wire.username,
      weight: wire.integral,
      authorization: wire.banlance,
      available: wire.usdt,
      locked: wire.usdtd,
      incomeToday: wire.today_profit,
      incomeTotal: wire.profit,
      rule: wire.rule,
      leverageUnlocked: wire.multiple,
      postings: wire.postings,
    }),
    encode: (member) => ({
      username: member.username,
      integral: member.weight,
      banlance: member.authorization,
      usdt: member.available,
      usdtd: member.locked,
      today_profit: member.incomeToday,
      profit: member.incomeTotal,
      rule: member.rule,
      multiple: member.leverageUnlocked,
      postings: member.postings,
    }),
  }),
  answerIn: 'url',
  errors: [],
});
