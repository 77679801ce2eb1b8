import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import { usdtText } from './fields.ts';
import { operation } from './operation.ts';

const usdtValue = z.custom<Usdt>();

/** The member's own figures. Money in USDT; the weight score in points. */
const memberWire = z.object({
  username: z.string(),
  integral: z.int(),
  banlance: usdtText,
  usdt: usdtText,
  usdtd: usdtText,
  today_profit: usdtText,
  profit: usdtText,
  rule: z.string(),
  multiple: z.int(),
  postings: z.int(),
  user: z.object({
    /** Points that the member has given to charity. */
    contribute_count: z.int(),
    /** Assistance points that the member can give. */
    signin_num: z.int(),
  }),
});

const memberFigures = z.object({
  username: z.string(),
  weight: z.number(),
  /** Available plus locked, always. */
  authorization: usdtValue,
  available: usdtValue,
  locked: usdtValue,
  /** Settled income of plans, financing and rounds, today (the member's day) and ever. */
  incomeToday: usdtValue,
  incomeTotal: usdtValue,
  /** What the weight score is for, in the member's language. */
  rule: z.string(),
  leverageUnlocked: z.number(),
  /** How many ledger postings the figures add up from. */
  postings: z.number(),
  /** Points of the `assistance` account. */
  assistance: z.number(),
  /** Points given to charity. */
  donated: z.number(),
});

export const getMember = operation({
  summary: 'The member: weight score, quotas, income, unlocked leverage.',
  method: 'GET',
  path: '/user/center',
  access: 'member',
  effect: 'read',
  output: z.codec(memberWire, memberFigures, {
    decode: (wire) => ({
      username: wire.username,
      weight: wire.integral,
      authorization: wire.banlance,
      available: wire.usdt,
      locked: wire.usdtd,
      incomeToday: wire.today_profit,
      incomeTotal: wire.profit,
      rule: wire.rule,
      leverageUnlocked: wire.multiple,
      postings: wire.postings,
      assistance: wire.user.signin_num,
      donated: wire.user.contribute_count,
    }),
    encode: (member) => ({
      username: member.username,
      integral: member.weight,
      banlance: member.authorization,
      usdt: member.available,
      usdtd: member.locked,
      today_profit: member.incomeToday,
      profit: member.incomeTotal,
      rule: member.rule,
      multiple: member.leverageUnlocked,
      postings: member.postings,
      user: { contribute_count: member.donated, signin_num: member.assistance },
    }),
  }),
});
