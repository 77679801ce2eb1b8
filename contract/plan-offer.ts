import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import { usdtText, wholeNumberField } from './fields.ts';

/** The number of a level; refused as `levelMissing` or `levelUnknown`. */
export const levelField = wholeNumberField('levelMissing', 'levelUnknown');

/** A leverage, in whole times; refused as `leverageMissing` or `leverageInvalid`. */
export const leverageField = wholeNumberField('leverageMissing', 'leverageInvalid');

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
  samples: z.int(),
  lost: z.nullable(ratio),
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
  /** How many starts were measured, and which share of them lost. */
  samples: z.number(),
  shareLost: z.nullable(z.number()),
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
    samples: wire.samples,
    shareLost: wire.lost,
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
    samples: level.samples,
    lost: level.shareLost,
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
export const quota = z.codec(
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
  samples: z.int(),
  shareLost: ratio,
  median: ratio,
  /** 1 in 20 did worse than `low`, 1 in 20 better than `high`. */
  low: ratio,
  high: ratio,
  /** The coin itself, held without leverage over the same spans. */
  holding: z.object({ median: ratio, low: ratio, high: ratio }),
  /** Equal bins from `from` to `to`, counts in order. */
  histogram: z.object({ from: ratio, to: ratio, counts: z.array(z.int()) }),
});
