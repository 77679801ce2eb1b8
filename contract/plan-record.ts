import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import { moment, usdtText } from './fields.ts';
import { candleItem, candleRow } from './market.ts';
import { planTerms, ratio, strategy } from './plan-offer.ts';

const usdtValue = z.custom<Usdt>();

const statusNumber = { pending: 1, success: 2, failure: 3 } as const;

const statusOfNumber = { 1: 'pending', 2: 'success', 3: 'failure' } as const;

/** `pending` while it runs, then `success` or `failure` by the sign of its income; 1, 2 and 3 on the wire. */
export type PlanStatus = keyof typeof statusNumber;

/** Investment record as specified; identity, coin, leverage and level are added. */
const planWire = z.object({
  id: z.string(),
  /** Rounds done of rounds in all: "7/12". */
  number: z.string().check(z.regex(/^\d+\/\d+$/)),
  num: usdtText,
  income: usdtText,
  andtype: strategy,
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  create_time: moment,
  coin: z.string(),
  multiple: z.int(),
  level: z.int(),
});

const plan = z.object({
  id: z.string(),
  roundsDone: z.number(),
  roundsTotal: z.number(),
  amount: usdtValue,
  /** Settled income; while pending, what it would be if the plan ended with its last closed round. */
  income: usdtValue,
  strategy,
  status: z.enum(['pending', 'success', 'failure']),
  placedAt: z.number(),
  coin: z.string(),
  leverage: z.number(),
  level: z.number(),
});

/** A plan in lists: amounts in micro-USDT, moments in ms of the product clock. */
export type Plan = z.output<typeof plan>;

/** A plan as the specification sends it, and as the domain speaks of it. */
export const planItem = z.codec(planWire, plan, {
  decode: (wire) => {
    const [done, total] = wire.number.split('/').map(Number) as [number, number];
    return {
      id: wire.id,
      roundsDone: done,
      roundsTotal: total,
      amount: wire.num,
      income: wire.income,
      strategy: wire.andtype,
      status: statusOfNumber[wire.status],
      placedAt: wire.create_time,
      coin: wire.coin,
      leverage: wire.multiple,
      level: wire.level,
    };
  },
  encode: (record) => ({
    id: record.id,
    number: `${record.roundsDone}/${record.roundsTotal}`,
    num: record.amount,
    income: record.income,
    andtype: record.strategy,
    status: statusNumber[record.status],
    create_time: record.placedAt,
    coin: record.coin,
    multiple: record.leverage,
    level: record.level,
  }),
});

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

const planEnd = z.enum(['completed', 'maximumProfit', 'maximumLoss']);

/** A plan with its terms, its rounds so far and the candles that decided them. */
export const planDetail = z.object({
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
  /** The candles looked at before the first round, then those of the rounds. */
  candles: z.array(candleRow),
  /** How many of them stand before the first round. */
  lookback: z.int(),
  /** SHA-256 over the rows as the core's candle hash defines it, in hex, as recorded at settlement. */
  candlesHash: z.string(),
  claimed: z.strictObject({
    income: usdtText,
    end: planEnd,
    shortfall: usdtText,
    results: z.array(ratio),
  }),
});

/** The verification bundle of a settled plan, as `core/plans/verify.ts` recomputes it. */
export type PlanProof = z.output<typeof planProof>;
