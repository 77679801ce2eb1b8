import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import { moment, positiveUsdtField, usdtText, wholeNumberField } from './fields.ts';
import { coinField } from './market.ts';
import { operation } from './operation.ts';

/** The number of a level; refused as `levelMissing` or `levelUnknown`. */
const levelField = wholeNumberField('levelMissing', 'levelUnknown');

/** A leverage, in whole times; refused as `leverageMissing` or `leverageInvalid`. */
const leverageField = wholeNumberField('leverageMissing', 'leverageInvalid');

const usdtValue = z.custom<Usdt>();

/** Outcome ratios of the planned amount, as plain numbers: 0.06 is +6 %. */
export const ratio = z.number();

/** The published strategies, by name and version. One that was published is never edited. */
export const strategy = z.enum(['trend-1', 'reversion-1']);

const interval = z.enum(['1m', '5m', '30m', '1h', '6h', '1d']);

/** Everything that, with the candles, decides how a plan ends. */
export const planTerms = z.object({
  engine: z.literal(1),
  strategy,
  interval,
  rounds: z.int(),
  leverage: z.int(),
  maximumProfit: ratio,
  maximumLoss: ratio,
  feeRate: ratio,
});

/** Plan level as specified; `profit` and the terms are added so that the phone can show and recompute everything. */
const levelWire = z.object({
  id: z.int(),
  integral: z.int(),
  integral_max: z.nullable(z.int()),
  stnum: usdtText,
  maxstrnum: usdtText,
  rate_min: z.nullable(ratio),
  rate_max: z.nullable(ratio),
  loss: ratio,
  profit: ratio,
  mean: z.nullable(ratio),
  samples: z.int(),
  hours: z.int(),
  lost: z.nullable(ratio),
  flat: z.nullable(ratio),
  earned: z.nullable(ratio),
  pairs: z.nullable(z.int()),
  losing: z.nullable(z.int()),
  losing_gross: z.nullable(z.int()),
  multiple: z.int(),
  lock: z.nullable(z.enum(['weight', 'balance'])),
  strategy,
  rounds: z.int(),
  interval,
  fee: ratio,
});

const levelOffer = z.object({
  id: z.number(),
  weightMin: z.number(),
  /** Null where the band has no end. */
  weightMax: z.nullable(z.number()),
  amountMin: usdtValue,
  amountMax: usdtValue,
  /** Quartiles of the outcome over every start in the history; null where there is not enough history. */
  expectedMin: z.nullable(z.number()),
  expectedMax: z.nullable(z.number()),
  /** Mean of the same outcomes. */
  expectedMean: z.nullable(z.number()),
  /** How many different starts were measured, and how many separate hours they stand for. */
  samples: z.number(),
  hours: z.number(),
  /** Which shares of them lost, came to exactly nothing, and earned. */
  shareLost: z.nullable(z.number()),
  shareFlat: z.nullable(z.number()),
  shareEarned: z.nullable(z.number()),
  /** Leverages that this level was measured at over all coins, and how many of them lost on average; null until that is measured. */
  pairs: z.nullable(z.number()),
  pairsLosing: z.nullable(z.number()),
  /** How many would have lost on average with their fees added back. */
  pairsLosingWithoutFees: z.nullable(z.number()),
  maximumLoss: z.number(),
  maximumProfit: z.number(),
  leverageMax: z.number(),
  /** Why this member cannot take the level, or null. */
  lockedBy: z.nullable(z.enum(['weight', 'balance'])),
  strategy,
  rounds: z.number(),
  interval,
  feeRate: z.number(),
});

/** A level as one member may take it: amounts in micro-USDT, outcomes as ratios of the amount. */
export type LevelOffer = z.output<typeof levelOffer>;

/** A level as the specification sends it (`integral`, `stnum`, `rate_min`, …) and as the domain speaks of it. */
export const levelItem = z.codec(levelWire, levelOffer, {
  decode: (wire) => ({
    id: wire.id,
    weightMin: wire.integral,
    weightMax: wire.integral_max,
    amountMin: wire.stnum,
    amountMax: wire.maxstrnum,
    expectedMin: wire.rate_min,
    expectedMax: wire.rate_max,
    expectedMean: wire.mean,
    samples: wire.samples,
    hours: wire.hours,
    shareLost: wire.lost,
    shareFlat: wire.flat,
    shareEarned: wire.earned,
    pairs: wire.pairs,
    pairsLosing: wire.losing,
    pairsLosingWithoutFees: wire.losing_gross,
    maximumLoss: wire.loss,
    maximumProfit: wire.profit,
    leverageMax: wire.multiple,
    lockedBy: wire.lock,
    strategy: wire.strategy,
    rounds: wire.rounds,
    interval: wire.interval,
    feeRate: wire.fee,
  }),
  encode: (level) => ({
    id: level.id,
    integral: level.weightMin,
    integral_max: level.weightMax,
    stnum: level.amountMin,
    maxstrnum: level.amountMax,
    rate_min: level.expectedMin,
    rate_max: level.expectedMax,
    mean: level.expectedMean,
    samples: level.samples,
    hours: level.hours,
    lost: level.shareLost,
    flat: level.shareFlat,
    earned: level.shareEarned,
    pairs: level.pairs,
    losing: level.pairsLosing,
    losing_gross: level.pairsLosingWithoutFees,
    loss: level.maximumLoss,
    profit: level.maximumProfit,
    multiple: level.leverageMax,
    lock: level.lockedBy,
    strategy: level.strategy,
    rounds: level.rounds,
    interval: level.interval,
    fee: level.feeRate,
  }),
});

/** Authorization quota, lock limit and available quota. */
const quota = z.codec(
  z.object({ banlance: usdtText, financial: usdtText, spot: usdtText }),
  z.object({
    authorization: usdtValue,
    locked: usdtValue,
    available: usdtValue,
  }),
  {
    decode: ({ banlance, financial, spot }) => ({
      authorization: banlance,
      locked: financial,
      available: spot,
    }),
    encode: ({ authorization, locked, available }) => ({
      banlance: authorization,
      financial: locked,
      spot: available,
    }),
  },
);

/** The range of outcomes of a plan, were it started at any time in the history so far. */
export const distribution = z.object({
  /** Different starts, and the separate hours that they stand for. */
  samples: z.int(),
  hours: z.int(),
  shareLost: ratio,
  shareFlat: ratio,
  shareEarned: ratio,
  mean: ratio,
  median: ratio,
  /** 1 in 20 did worse than `low`, 1 in 20 better than `high`. */
  low: ratio,
  high: ratio,
  /** The coin itself, held without leverage over the same spans. */
  holding: z.object({ median: ratio, low: ratio, high: ratio }),
  /** Equal bins from `from` to `to`, counts in order. */
  histogram: z.object({ from: ratio, to: ratio, counts: z.array(z.int()) }),
});

export const listLevels = operation({
  summary:
    'The plan levels as this member meets them, with outcomes measured for the coin and leverage (ETH and 1 unless said).',
  method: 'GET',
  path: '/api/viplist',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    coin: z.optional(coinField),
    multiple: z.optional(leverageField),
  }),
  output: z.array(levelItem),
  answerIn: 'info',
  errors: ['coinUnknown', 'leverageInvalid'],
});

export const getMaxLeverage = operation({
  summary: 'The highest leverage of any level; getMember has the part that a member has unlocked.',
  method: 'GET',
  path: '/api/multiple',
  access: 'member',
  effect: 'read',
  output: z.int(),
});

export const getQuota = operation({
  summary: 'Authorization quota, lock limit and available quota.',
  method: 'GET',
  path: '/User/balance',
  access: 'member',
  effect: 'read',
  output: quota,
});

export const quotePlan = operation({
  summary:
    'What this plan did over every start in the history so far, its fees and its worst case. Null where there is not enough history.',
  method: 'GET',
  path: '/plans/quote',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    id: levelField,
    coin: coinField,
    multiple: leverageField,
  }),
  output: z.object({
    terms: planTerms,
    distribution: z.nullable(distribution),
    /** When it was asked for: the days of a replay that are measured count from it. */
    at: moment,
    /** Span of the history that was measured. */
    historyFrom: z.nullable(moment),
    historyTo: z.nullable(moment),
    /** Fee of entering a position once, as a ratio of the amount, and the mean of all fees over the measured starts. */
    feeOnce: ratio,
    feeMean: z.nullable(ratio),
    /** The same starts at the fee of orders that fill at once. */
    taker: z.nullable(z.object({ feeRate: ratio, mean: ratio, median: ratio, shareLost: ratio })),
  }),
  errors: ['levelMissing', 'levelUnknown', 'coinMissing', 'coinUnknown', 'leverageMissing', 'leverageInvalid'],
});

/** What a plan did over every start in the history so far: outcomes and fees as ratios of the amount, moments in ms. */
export type PlanQuote = z.output<typeof quotePlan.output>;

/** What a plan is placed with. */
export const placedFields = z.strictObject({
  id: levelField,
  coin: coinField,
  multiple: leverageField,
  price: positiveUsdtField('amountMissing', 'amountInvalid'),
});
