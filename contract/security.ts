import * as z from 'zod/mini';
import { passwordPattern, verifyCodePattern } from './account.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import { securityActs } from './states.ts';

const codeField = textField(verifyCodePattern, 'passwordAndCodeMissing', 'verifyCodeWrong');
const anyPassword = /^[\s\S]{1,64}$/;

export const changeFundPassword = operation({
  name: 'changeFundPassword',
  feature: 'security',
  summary: 'Sets the withdrawal password. The old one is not needed on first setting.',
  method: 'POST',
  path: '/User/uppp',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    oldpassword: z.optional(textField(anyPassword, 'oldPasswordMissing', 'fundPasswordWrong')),
    password: textField(passwordPattern, 'passwordAndCodeMissing', 'passwordInvalid'),
    repassword: textField(anyPassword, 'passwordAndCodeMissing', 'passwordsDiffer'),
    code: codeField,
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  output: z.object({}),
  answerIn: 'url',
  message: 'fundPasswordSaved',
  errors: [
    'passwordAndCodeMissing',
    'passwordInvalid',
    'passwordsDiffer',
    'oldPasswordMissing',
    'fundPasswordWrong',
    'fundPasswordLocked',
    'verifyCodeWrong',
    ...factorErrors,
  ],
});

const cardWire = z.object({
  /** "**** **** **** 4242": the number itself never leaves the server. */
  masked: z.string(),
  bankName: z.string(),
  nameOnCard: z.string(),
  boundAt: moment,
});

/** A card as its owner sees it. */
export type BankCard = z.output<typeof cardWire>;

const cardsWire = z.object({
  /** Null while none is bound. */
  card: z.nullable(cardWire),
  /** The card that takes its place, and when; null while no replacement waits. */
  replacement: z.nullable(z.extend(cardWire, { activeFrom: moment })),
});

export const getBankCard = operation({
  name: 'getBankCard',
  feature: 'security',
  summary: 'The member’s one bank card, masked, and the one that waits to replace it.',
  method: 'GET',
  path: '/User/getbank',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: cardsWire,
  answerIn: 'url',
  errors: [],
});

/** Letters of any script, spaces and the signs that names have. */
export const personNamePattern = /^(?=.*\p{L})[\p{L}\p{M} .,'’·-]{2,60}$/u;

export const bindBankCard = operation({
  name: 'bindBankCard',
  feature: 'security',
  summary:
    'Binds the bank card. With one bound already it is a replacement: it takes the withdrawal password, and effect after 24 hours.',
  method: 'POST',
  path: '/User/rebank',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    /** The name on the card. */
    name: textField(personNamePattern, 'cardNameMissing', 'cardNameInvalid'),
    /** The number on the card; spaces and hyphens between its digits are ignored. */
    number: textField(/^[\d -]{12,40}$/, 'cardNumberMissing', 'cardNumberInvalid'),
    bank: textField(/^[\p{L}\p{M}\p{N} .,&'’()·-]{2,60}$/u, 'bankNameMissing', 'bankNameInvalid'),
    /** The withdrawal password: needed as soon as there is one. */
    password: z.optional(textField(anyPassword, 'fundPasswordMissing', 'fundPasswordWrong')),
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  output: cardsWire,
  answerIn: 'url',
  message: 'cardSaved',
  errors: [
    'cardNameMissing',
    'cardNameInvalid',
    'cardNumberMissing',
    'cardNumberInvalid',
    'bankNameMissing',
    'bankNameInvalid',
    'fundPasswordMissing',
    'fundPasswordUnset',
    'fundPasswordWrong',
    'fundPasswordLocked',
    'accountFrozen',
    ...factorErrors,
  ],
});

export const keepBankCard = operation({
  name: 'keepBankCard',
  feature: 'security',
  summary: 'Calls a waiting replacement of the bank card off.',
  method: 'POST',
  path: '/security/card/keep',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  output: cardsWire,
  answerIn: 'url',
  message: 'cardKept',
  errors: ['cardReplacementUnknown'],
});

export const freezeAccount = operation({
  name: 'freezeAccount',
  feature: 'security',
  summary: 'Freezes the account at once: no withdrawal is taken or sent, no card replaced, until its owner lifts it.',
  method: 'POST',
  path: '/security/freeze',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({}),
  answerIn: 'url',
  message: 'accountNowFrozen',
  errors: [],
});

export const unfreezeAccount = operation({
  name: 'unfreezeAccount',
  feature: 'security',
  summary: 'Lifts the freeze with the login password and a verification code.',
  method: 'POST',
  path: '/security/unfreeze',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    password: textField(anyPassword, 'passwordAndCodeMissing', 'oldPasswordWrong'),
    code: codeField,
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  output: z.object({}),
  answerIn: 'url',
  message: 'accountNowUnfrozen',
  errors: [
    'passwordAndCodeMissing',
    'oldPasswordWrong',
    'signInLocked',
    'verifyCodeWrong',
    'freezeHolds',
    ...factorErrors,
  ],
});

export const listSecurityActs = operation({
  name: 'listSecurityActs',
  feature: 'security',
  summary:
    'What touched the safety of the account, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/security/acts',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    before: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'securityActUnknown', 'securityActUnknown')),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      act: z.enum(securityActs),
      /** The masked card where the act concerns one, else empty. */
      detail: z.string(),
      at: moment,
    }),
  ),
  answerIn: 'info',
  errors: ['securityActUnknown'],
});
