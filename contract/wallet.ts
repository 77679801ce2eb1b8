import * as z from 'zod/mini';
import { moment, positiveUsdtField, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

const channelField = textField(/^[a-z0-9-]{2,32}$/, 'channelMissing', 'channelUnknown');
const depositIdField = textField(/^[0-9A-Z]{4,20}$/, 'depositUnknown', 'depositUnknown');

/** One deposit as it stands. */
const depositWire = z.object({
  id: z.string(),
  channel: z.string(),
  amount: usdtText,
  state: z.enum(['requested', 'seen', 'confirmed', 'rejected']),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** Where the test funds come in. */
  address: z.string(),
  requestedAt: moment,
  confirmedAt: z.nullable(moment),
});

export type Deposit = z.output<typeof depositWire>;

const depositChannel = z.object({
  id: z.string(),
  name: z.string(),
  minimum: usdtText,
  maximum: usdtText,
  confirmationsNeeded: z.int(),
  /** True for every channel there is: nothing here takes real money. */
  paper: z.literal(true),
});

export const listDepositChannels = operation({
  name: 'listDepositChannels',
  feature: 'wallet',
  summary: 'The ways to get test funds in.',
  method: 'GET',
  path: '/wallet/channels',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(depositChannel),
  answerIn: 'info',
  errors: [],
});

export const requestDeposit = operation({
  name: 'requestDeposit',
  feature: 'wallet',
  summary: 'Asks for a deposit of test funds; the rail confirms it after a visible count.',
  method: 'POST',
  path: '/Finance/recharge',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    channel: channelField,
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
  }),
  output: depositWire,
  answerIn: 'url',
  message: 'depositRequested',
  errors: ['channelMissing', 'channelUnknown', 'amountMissing', 'amountInvalid', 'depositTooSmall', 'depositTooLarge'],
});

export const listDeposits = operation({
  name: 'listDeposits',
  feature: 'wallet',
  summary: 'The member’s deposits, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/api/recharge',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(depositIdField) }),
  output: z.array(depositWire),
  answerIn: 'info',
  errors: ['depositUnknown'],
});

export const getDeposit = operation({
  name: 'getDeposit',
  feature: 'wallet',
  summary: 'One deposit of the member.',
  method: 'GET',
  path: '/wallet/deposit/{deposit}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ deposit: depositIdField }),
  output: depositWire,
  answerIn: 'url',
  errors: ['depositUnknown'],
});
