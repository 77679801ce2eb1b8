import * as z from 'zod/mini';
import { moment, personNamePattern, textField, tidyTextField } from './fields.ts';
import { operation } from './operation.ts';
import { anyPassword, reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

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
  summary: 'The member’s one bank card, masked, and the one that waits to replace it.',
  method: 'GET',
  path: '/User/getbank',
  access: 'member',
  effect: 'read',
  output: cardsWire,
});

export const bindBankCard = operation({
  summary:
    'Binds the bank card, with the login password. With one bound already it is a replacement: it takes the withdrawal password too, and effect after 24 hours.',
  method: 'POST',
  path: '/User/rebank',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject({
    /** The name on the card. */
    name: tidyTextField(personNamePattern, 'cardNameMissing', 'cardNameInvalid'),
    /** The number on the card; spaces and hyphens between its digits are ignored. */
    number: textField(/^[\d -]{12,40}$/, 'cardNumberMissing', 'cardNumberInvalid'),
    bank: tidyTextField(/^[\p{L}\p{M}\p{N} .,&'’()·-]{2,60}$/u, 'bankNameMissing', 'bankNameInvalid'),
    /** The withdrawal password: needed as soon as there is one. */
    password: z.optional(textField(anyPassword, 'withdrawalPasswordMissing', 'withdrawalPasswordWrong')),
    ...reauthenticationFields,
  }),
  output: cardsWire,
  message: 'cardSaved',
  errors: [
    'cardNameMissing',
    'cardNameInvalid',
    'cardNumberMissing',
    'cardNumberInvalid',
    'bankNameMissing',
    'bankNameInvalid',
    'withdrawalPasswordMissing',
    'withdrawalPasswordUnset',
    'withdrawalPasswordWrong',
    'withdrawalPasswordLocked',
    'accountFrozen',
    'cardsOfDay',
    ...reauthenticationErrors,
  ],
});

export const keepBankCard = operation({
  summary: 'Cancels a pending replacement of the bank card.',
  method: 'POST',
  path: '/security/card/keep',
  access: 'member',
  effect: 'write',
  output: cardsWire,
  message: 'cardKept',
  errors: ['cardReplacementUnknown'],
});
