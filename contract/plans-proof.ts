import * as z from 'zod/mini';
import { moment, usdtText } from './fields.ts';
import { candleItem, candleRow } from './market.ts';
import { operation } from './operation.ts';
import { planIdField, planItem } from './plan-record.ts';
import { planTerms, ratio } from './plans-offer.ts';

const hashText = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What identifies the market of a plan: a recording and its place, or an exchange and its instrument. */
const boundMarket = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('replay'),
    label: z.string(),
    recording: hashText,
    recordedDays: z.int(),
    commitment: hashText,
    startsAt: z.int(),
    day: z.int(),
  }),
  z.strictObject({
    source: z.literal('exchange'),
    label: z.string(),
    exchange: z.string(),
    instrument: z.string(),
  }),
]);

/** The market of a plan as it was bound at placing (`core/plans/market-binding.ts`): what its hash is made of, as numbers and text. */
export const marketBinding = z.strictObject({
  coin: z.string(),
  interval: planTerms.shape.interval,
  market: boundMarket,
  lookback: z.strictObject({ rows: z.int(), through: z.int(), hash: hashText }),
});

/** More days than the longest plan that terms allow can lie on: 288 rounds of a day, with its look-back and deadline. */
export const playedDaysMax = 366;

/** What proves which recorded days were played (`core/plans/replay-reveal.ts`): times in ms since 1970 UTC, hashes and keys in hex. */
export const revealedDays = z.strictObject({
  state: z.literal('revealed'),
  key: hashText,
  coins: z.array(z.strictObject({ coin: z.string(), decimals: z.int(), hash: hashText })),
  days: z.array(z.strictObject({ midnight: z.int(), open: z.number(), close: z.number(), hash: hashText })),
  played: z
    .array(z.strictObject({ day: z.int(), origin: z.int(), factor: z.number() }))
    .check(z.maxLength(playedDaysMax)),
});

const planReveal = z.discriminatedUnion('state', [
  revealedDays,
  z.strictObject({ state: z.literal('hidden'), until: z.int() }),
  z.strictObject({ state: z.literal('elsewhere') }),
]);

/** What a plan was bound to when it was placed, and never changes. */
const planBound = {
  terms: planTerms,
  /** First round's open time, whether or not its candle exists yet. */
  startsAt: moment,
  market: marketBinding,
  /** `bindingHash` of the market, the plan's receipt. */
  marketHash: hashText,
};

/** One round: ratios of the planned amount; the fee is part of the result. */
const planRound = z.object({
  openTime: moment,
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  fee: ratio,
  result: ratio,
  running: ratio,
});

/** Why it ended; `void`: its candles did not come until its deadline (`core/plans/void.ts`). */
const planEnd = z.enum(['completed', 'maximumProfit', 'maximumLoss', 'void']);

/** A plan with its terms, its rounds so far and the candles that decided them. */
const planDetail = z.object({
  plan: planItem,
  ...planBound,
  settledAt: z.nullable(moment),
  end: z.nullable(planEnd),
  /** What the house bore beyond the stated maximum loss. */
  shortfall: usdtText,
  rounds: z.array(planRound),
  /** The candles looked at before the first round, then those of the rounds so far. */
  candles: z.array(candleItem),
});

/** A plan with its rounds: amounts in micro-USDT, outcomes as ratios, moments in ms of the product clock. */
export type PlanDetail = z.output<typeof planDetail>;

/** Everything a phone needs to recompute a plan's settlement, and the server's result to compare with. Nothing else may be in it. */
export const planProof = z.strictObject({
  plan: z.string(),
  coin: z.string(),
  ...planBound,
  terms: z.strictObject(planTerms.shape),
  amount: usdtText,
  /** The candles looked at before the first round, then those of the rounds; none where the market of a void plan is gone. */
  candles: z.array(candleRow),
  /** How many of them stand before the first round. */
  lookback: z.int(),
  /** SHA-256 over the rows as the core's candle hash defines it, in hex, as recorded at settlement. */
  candlesHash: z.string(),
  /** The recorded days on which the candles lie, once they have been played; null on a live exchange. */
  reveal: z.nullable(planReveal),
  claimed: z.strictObject({
    income: usdtText,
    end: planEnd,
    shortfall: usdtText,
    results: z.array(ratio),
  }),
});

/** The verification bundle of a settled plan, as `core/plans/verify.ts` recomputes it. */
export type PlanProof = z.output<typeof planProof>;

export const getPlan = operation({
  summary: 'One plan of the member with its rounds so far.',
  method: 'GET',
  path: '/plans/detail/{plan}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ plan: planIdField }),
  output: planDetail,
  errors: ['planUnknown'],
});

export const getPlanProof = operation({
  summary: 'The verification bundle of a settled plan.',
  method: 'GET',
  path: '/plans/proof/{plan}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ plan: planIdField }),
  output: planProof,
  errors: ['planUnknown', 'planUnsettled'],
});
