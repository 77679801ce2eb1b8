import * as z from 'zod/mini';
import { usernamePattern } from './account-name.ts';
import { notice } from './content-blocks.ts';
import { usdtText } from './fields.ts';
import { locales } from './locale.ts';
import { candleItem, chartRanges, coinField, marketStatus } from './market.ts';
import { roundStates, withdrawalStates } from './states.ts';

/** Path of the event stream below `/api`. */
export const streamPath = '/stream';

/**
 * What a phone asks the stream for: prices and notices always, the latter in its language; the candles of one chart; and its
 * own plans, deposits, withdrawals and security acts when signed in.
 */
export const streamQuery = z.strictObject({
  coin: z.optional(coinField),
  time: z.optional(z.enum(chartRanges)),
  /** Language of the notices; else the member's, else the browser's. */
  locale: z.optional(z.enum(locales)),
  /** The account that the page shows: where another one is signed in, the page gets public events alone. */
  account: z.optional(z.string().check(z.regex(usernamePattern))),
  /** Of a page that connects again: the id of the last event it got, empty where it got none. It is sent what it missed. */
  after: z.optional(z.string().check(z.regex(/^\d{0,19}$/))),
});

/** Server to phone, by event name. Each event's `data` is the JSON of its schema's wire side. */
export const streamEvents = {
  /** Newest prices: coin, price, percent change over 24 hours. */
  prices: z.array(z.tuple([z.string(), z.number(), z.number()])),
  /** The candle being formed, or the one just closed, of the chart asked for. */
  candle: z.object({
    coin: z.string(),
    time: z.enum(chartRanges),
    candle: candleItem,
  }),
  /** Sent when the source goes stale or comes back, and with every reconnection. */
  market: marketStatus,
  /** Money of this member moved: every figure that follows from the ledger is stale. Its id is that of the newest transfer. */
  balances: z.object({}),
  /** Events may have been lost: everything that the page updates by events is stale, except balances. */
  resync: z.object({}),
  /** A plan of this member moved on or settled. */
  plan: z.object({
    id: z.string(),
    status: z.enum(['pending', 'success', 'failure']),
    income: usdtText,
    roundsDone: z.int(),
  }),
  /** A round opened, closed, was drawn or became void. `digest` is that of its closing, for the phone to keep; `now` is product time. */
  round: z.object({
    round: z.int(),
    state: z.enum(roundStates),
    digits: z.nullable(z.tuple([z.int(), z.int(), z.int()])),
    digest: z.nullable(z.string()),
    now: z.number(),
  }),
  /** A deposit of this member moved on. */
  deposit: z.object({
    id: z.string(),
    state: z.enum(['requested', 'seen', 'confirmed', 'rejected']),
    confirmations: z.int(),
  }),
  /** A withdrawal of this member moved on. */
  withdrawal: z.object({ id: z.string(), state: z.enum(withdrawalStates) }),
  /** Something touched the safety of this member's account: an act of `securityActs`, of which pages of an earlier version know fewer. */
  security: z.object({ act: z.string() }),
  /** This member's chat with customer service has a new message or a new mark. */
  chat: z.object({}),
  /** Somebody came into this member's team (`joined`), or left it (`left`). */
  team: z.object({ change: z.string() }),
  /** A notice was published. */
  notice,
} as const;

/** The name of an event of the stream. */
export type StreamEventName = keyof typeof streamEvents;

/** A decoded event: its name and the value of its schema’s domain side. */
export type StreamEvent<Name extends StreamEventName = StreamEventName> = {
  [Each in Name]: {
    readonly name: Each;
    readonly value: z.output<(typeof streamEvents)[Each]>;
  };
}[Name];
