import * as z from 'zod/mini';
import { moment, positiveUsdtField, textField, usdtText } from './fields.ts';
import { imageField } from './images.ts';
import { operation } from './operation.ts';

/**
 * Why a transfer that came in was not credited: less than the channel's minimum, or more than its maximum, which no test
 * deposit needs.
 */
const depositReasons = ['belowMinimum', 'aboveMaximum'] as const;

/**
 * Why an operator refused a deposit that was announced: nothing came in for it, its proof shows something else, or it was announced twice.
 */
export const depositRefusals = ['notReceived', 'proofInvalid', 'announcedTwice'] as const;

/** Why a deposit was rejected, by the rail or an operator. */
export type DepositReason = (typeof depositReasons)[number] | (typeof depositRefusals)[number];

const channelField = textField(/^[a-z0-9-]{2,32}$/, 'channelMissing', 'channelUnknown');
/** A deposit's id. */
export const depositIdField = textField(/^[0-9A-Z]{4,20}$/, 'depositUnknown', 'depositUnknown');

/** The current state of a deposit. */
const depositWire = z.object({
  id: z.string(),
  channel: z.string(),
  /** What came in, and is credited; until a chain's transfer is seen, what was announced. */
  amount: usdtText,
  /** What the member announced; null for a transfer that was not announced. */
  announced: z.nullable(usdtText),
  state: z.enum(['requested', 'seen', 'confirmed', 'rejected']),
  /** Null unless rejected, and for a rail that names none. */
  reason: z.nullable(z.enum([...depositReasons, ...depositRefusals])),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** Where the test funds come in; on a chain, with its checksum (EIP-55). */
  address: z.string(),
  /** Hash of the chain's transaction that brought it; null before one is seen, and on the sandbox. */
  transaction: z.nullable(z.string()),
  /** Id of the image that the member sent with it as a proof, or null. */
  image: z.nullable(z.string()),
  requestedAt: moment,
  confirmedAt: z.nullable(moment),
  /** When an operator last looked at its proof or refused it; null where none did. */
  reviewedAt: z.nullable(moment),
});

/** A deposit as its owner sees it: amounts in micro-USDT, moments in ms of the product clock. */
export type Deposit = z.output<typeof depositWire>;

const depositChannel = z.object({
  id: z.string(),
  name: z.string(),
  minimum: usdtText,
  maximum: usdtText,
  confirmationsNeeded: z.int(),
  /** The chain whose transfers it takes: a development chain or a public test network. Null for the sandbox, which has none. */
  network: z.nullable(
    z.object({
      name: z.string(),
      chainId: z.int(),
      /** Address of the test token's contract: no other token is seen. */
      token: z.string(),
    }),
  ),
  /** Since when new transfers cannot be seen, because the chain's node does not respond; null when they can. */
  behindSince: z.nullable(moment),
  /** True for every channel there is: nothing here takes real money. */
  paper: z.literal(true),
});

export const listDepositChannels = operation({
  summary: 'The ways to get test funds in.',
  method: 'GET',
  path: '/wallet/channels',
  access: 'member',
  effect: 'read',
  output: z.array(depositChannel),
  answerIn: 'info',
});

export const requestDeposit = operation({
  summary: 'Asks for a deposit of test funds; the rail confirms it after a visible count.',
  method: 'POST',
  path: '/Finance/recharge',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    channel: channelField,
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
    /** A proof: an image of one's own that belongs to no other deposit. */
    image: z.optional(imageField),
  }),
  output: depositWire,
  message: 'depositRequested',
  errors: [
    'channelMissing',
    'channelUnknown',
    'amountMissing',
    'amountInvalid',
    'depositTooSmall',
    'depositTooLarge',
    'depositsOpen',
    'depositsOfDay',
    'depositedOfDay',
    'imageUnknown',
    'imageUsed',
    'selfExcluded',
  ],
});

export const proveDeposit = operation({
  summary:
    'Adds a proof to a deposit that has none: on a chain there is something to prove once the address is known and the transfer is sent.',
  method: 'POST',
  path: '/wallet/deposit/proof',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ deposit: depositIdField, image: imageField }),
  output: depositWire,
  message: 'depositProofAdded',
  errors: ['depositUnknown', 'depositEnded', 'depositProven', 'imageUnknown', 'imageUsed'],
});

export const depositFromWallet = operation({
  summary:
    'Finds a transaction that the member has sent on a channel’s chain, by its hash, and answers its deposit. A transfer to the member’s address is found by itself as well: this makes it sooner. Asking again changes nothing.',
  method: 'POST',
  path: '/Finance/rechargebywallet',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    channel: channelField,
    hash: textField(/^0x[0-9a-fA-F]{64}$/, 'transactionMissing', 'transactionInvalid'),
  }),
  output: depositWire,
  message: 'depositFound',
  errors: [
    'channelMissing',
    'channelUnknown',
    'channelWithoutTransactions',
    'transactionMissing',
    'transactionInvalid',
    'transactionUnknown',
    'transactionPending',
    'transactionFailed',
    'transactionOtherToken',
    'transactionNotYours',
    'transactionTooOld',
    'chainUnavailable',
  ],
});

export const listDeposits = operation({
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
  summary: 'One deposit of the member.',
  method: 'GET',
  path: '/wallet/deposit/{deposit}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ deposit: depositIdField }),
  output: depositWire,
  errors: ['depositUnknown'],
});
