import * as z from 'zod/mini';
import { moment, positiveUsdtField, refusedAs, textField, usdtText, wholeNumberField } from './fields.ts';
import { operation } from './operation.ts';

/** A holding runs until it matures, or until its member takes it out early. */
export const holdingStates = ['running', 'matured', 'redeemed'] as const;

/** What became of a holding. */
export type HoldingState = (typeof holdingStates)[number];

const productField = textField(/^[a-z0-9]{2,20}$/, 'productMissing', 'productUnknown');
const amountField = positiveUsdtField('amountMissing', 'amountInvalid');
const holdingField = textField(/^[0-9A-Z]{4,20}$/, 'holdingUnknown', 'holdingUnknown');

const terms = {
  /** Full days of 24 hours from the subscription to maturity. */
  days: z.int(),
  /** Interest of one day in millionths of the principal. */
  dailyRatePpm: z.int(),
  /** How much of the interest so far an early exit keeps. */
  earlyExitKeepsPercent: z.int(),
};

const productWire = z.object({
  id: z.string(),
  ...terms,
  minimum: usdtText,
  maximum: usdtText,
  /** False while the funds set aside for interest do not cover the least subscription (the product has closed itself), or operators closed it. */
  open: z.boolean(),
  /** The most that can be subscribed now: the maximum, or what the funds still cover. */
  capacity: usdtText,
  /** What operators decided of its offer and holds from a later moment on, the next first. What is subscribed keeps its own terms. */
  coming: z.array(
    z.object({ from: moment, dailyRatePpm: z.int(), minimum: usdtText, maximum: usdtText, isOpen: z.boolean() }),
  ),
});

/** A financing product and what it can still take: amounts in micro-USDT. */
export type Product = z.output<typeof productWire>;

const payoffWire = z.object({ day: z.int(), interest: usdtText, payoff: usdtText });

const holdingWire = z.object({
  id: z.string(),
  product: z.string(),
  ...terms,
  amount: usdtText,
  state: z.enum(holdingStates),
  /** Deposit time and expiry. */
  subscribedAt: moment,
  maturesAt: moment,
  endedAt: z.nullable(moment),
  daysEarned: z.int(),
  /** Paid at the end of one that has ended; of a running one, what leaving now would pay. */
  interest: usdtText,
  interestAtMaturity: usdtText,
});

/** A subscription to a product: amounts in micro-USDT, moments in ms of the product clock. */
export type Holding = z.output<typeof holdingWire>;

export const listProducts = operation({
  summary: 'The financing products, shortest first, and what each can still take.',
  method: 'GET',
  path: '/api/financinlist',
  access: 'member',
  effect: 'read',
  output: z.array(productWire),
  answerIn: 'info',
});

export const quoteFinancing = operation({
  summary: 'What a subscription would pay after each day, before it is bought, and when it would mature.',
  method: 'GET',
  path: '/financing/quote',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ product: productField, amount: amountField }),
  output: z.object({
    product: z.string(),
    amount: usdtText,
    /** The interest starts at once; a day counts when its 24 hours are full. */
    startsAt: moment,
    maturesAt: moment,
    /** From leaving on the first day to maturity. */
    payoffs: z.array(payoffWire),
    /** Whether the funds set aside cover all of its interest. */
    covered: z.boolean(),
  }),
  errors: [
    'productMissing',
    'productUnknown',
    'productPaused',
    'amountMissing',
    'amountInvalid',
    'amountOutsideProduct',
  ],
});

export const subscribe = operation({
  summary:
    'Subscribes: the amount is set apart until maturity or an early exit, and all of its interest is reserved with it.',
  method: 'POST',
  path: '/Mobile/Financing/index',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    product: productField,
    amount: amountField,
    /** The daily rate that the member read, in millionths: refused where it is another one by now. */
    rate: z.optional(wholeNumberField('productRateChanged', 'productRateChanged')),
  }),
  output: holdingWire,
  message: 'subscribed',
  errors: [
    'productRateChanged',
    'productMissing',
    'productUnknown',
    'productClosed',
    'productPaused',
    'amountMissing',
    'amountInvalid',
    'amountOutsideProduct',
    'holdingsRunning',
    'insufficientFunds',
    'accountFrozen',
  ],
});

export const listHoldings = operation({
  summary:
    'The member’s holdings, newest first, 20 at a time, of one state or of all; `before` is the id of the last one seen. `holding` leaves that one alone.',
  method: 'GET',
  path: '/Mobile/Financing/log',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    status: z.optional(z.enum(holdingStates, refusedAs('holdingStateUnknown'))),
    before: z.optional(holdingField),
    holding: z.optional(holdingField),
  }),
  output: z.array(holdingWire),
  answerIn: 'info',
  errors: ['holdingStateUnknown', 'holdingUnknown'],
});

export const redeem = operation({
  summary: 'Takes a holding out before it matures: the whole principal and the published share of the interest so far.',
  method: 'POST',
  path: '/financing/redeem',
  access: 'member',
  effect: 'money',
  input: z.strictObject({ holding: holdingField }),
  output: holdingWire,
  message: 'redeemed',
  errors: ['holdingUnknown', 'holdingMatured', 'accountFrozen'],
});

export const getFinancingLog = operation({
  summary:
    'What the member earned, today (the member’s own day) and ever, by plans, by financing and by rounds, and the last 50 holdings that ended, latest first.',
  method: 'GET',
  path: '/financing/log',
  access: 'member',
  effect: 'read',
  output: z.object({
    /** Principal of the running holdings. */
    invested: usdtText,
    /** Interest they would pay at maturity; all of it is set aside. */
    reserved: usdtText,
    plans: z.object({ today: usdtText, total: usdtText }),
    financing: z.object({ today: usdtText, total: usdtText }),
    rounds: z.object({ today: usdtText, total: usdtText }),
    payouts: z.array(holdingWire),
  }),
});
