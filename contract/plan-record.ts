import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import { moment, textField, usdtText } from './fields.ts';
import { strategy } from './plans-offer.ts';

const usdtValue = z.custom<Usdt>();

/** The id of a plan, as a field of an input. */
export const planIdField = textField(/^[0-9A-Z]{4,20}$/, 'planUnknown', 'planUnknown');

/** `pending` while the plan runs, then `success` or `failure` by the sign of its income. */
const statusNumber = { pending: 1, success: 2, failure: 3 } as const;

const statusOfNumber = { 1: 'pending', 2: 'success', 3: 'failure' } as const;

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
  /** Its candles did not come: the amount has returned whole, and `status` is 3 because the income is zero. */
  void: z.optional(z.boolean()),
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
  isVoid: z.optional(z.boolean()),
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
      isVoid: wire.void,
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
    void: record.isVoid,
  }),
});
