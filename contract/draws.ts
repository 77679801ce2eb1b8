import * as z from 'zod/mini';
import { entryKinds } from '#core/draws/entries.ts';
import { prizeIds } from '#core/draws/prizes.ts';
import { moment, textField, usdtText, wholeNumberField } from './fields.ts';
import { operation } from './operation.ts';
import { drawTranscriptSchema, prizeTableSchema } from './transcripts.ts';

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const prizeId = z.enum(prizeIds);
const drawField = textField(/^[0-9A-Z]{4,20}$/, 'drawUnknown', 'drawUnknown');
const dayField = wholeNumberField('dayUnknown', 'dayUnknown');
const clientSeedField = (missing: 'clientSeedMissing' | 'clientSeedInvalid') =>
  textField(/^[0-9a-f]{32}$/, missing, 'clientSeedInvalid');

/** How many winners `listWinners` returns at most. */
export const winnersMax = 20;

/** An entry that has been drawn. */
const drawItem = z.object({
  id: z.string(),
  /** Day (UTC, days since 1970) whose seed it was drawn with, and its number among the member's of that day, from 1. */
  day: z.int(),
  entry: z.int(),
  kind: z.enum(entryKinds),
  /** The member's own seed when it was drawn. */
  clientSeed: hex(16),
  /** 0 to 999,999: `core/draws/draw.ts`. */
  number: z.int(),
  /** Null where it won nothing. */
  prize: z.nullable(prizeId),
  amount: usdtText,
  drawnAt: moment,
});

/** A drawn entry: amount in micro-USDT, `drawnAt` in ms of the product clock, seeds in hexadecimal. */
export type Draw = z.output<typeof drawItem>;

/** The entry that one kind of act earns today: to be earned, ready to be drawn, or drawn. */
const entryItem = z.object({
  kind: z.enum(entryKinds),
  state: z.enum(['open', 'ready', 'drawn']),
  draw: z.nullable(drawItem),
});

/** Today's entry of one kind, with its draw once it is drawn. */
export type DayEntry = z.output<typeof entryItem>;

/** What commits to the seed of a day's draws. */
const commitmentItem = z.object({
  day: z.int(),
  /** SHA-256 of the seed, published before the first entry of the day is drawn. */
  commitment: hex(32),
  publishedAt: moment,
});

const ownDay = z.object({
  /** The prize table of the running day (UTC): the phone keeps it with the commitment. */
  prizes: prizeTableSchema,
  /** Null as long as nothing is published for the day: then nothing can be drawn. */
  published: z.nullable(commitmentItem),
  /** False while the prize fund does not cover the largest prize. */
  isOpen: z.boolean(),
  /** End of the member's self-exclusion, which draws follow; null without one. */
  excludedUntil: z.nullable(moment),
  /** The member's own seed; null until the phone has made one. */
  clientSeed: z.nullable(hex(16)),
  /** Number of the next entry to be drawn, from 1 on each day (UTC). */
  next: z.int(),
  /** One of each kind. */
  entries: z.array(entryItem),
  /** The end of the member's day: what is not drawn by then is gone. */
  endsAt: moment,
});

/** The member's entries of today: moments in ms of the product clock, seeds and hashes in hexadecimal. */
export type OwnDay = z.output<typeof ownDay>;

export const getEntries = operation({
  summary:
    'The member’s entries of today (the member’s day): earned, drawn and still to earn, with the own seed and the commitment of the day’s seed.',
  method: 'GET',
  path: '/draws/entries',
  access: 'member',
  effect: 'read',
  output: ownDay,
});

export const draw = operation({
  summary:
    'Draws the next of today’s entries and pays what it wins. `day` and `entry` say which one the caller expects: with them it is drawn once, whoever else asks. `seed` is the own seed that the caller has seen: with another one nothing is drawn.',
  method: 'POST',
  path: '/User/draws',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    day: z.optional(wholeNumberField('entryUnknown', 'entryUnknown')),
    entry: z.optional(wholeNumberField('entryUnknown', 'entryUnknown')),
    seed: z.optional(clientSeedField('clientSeedInvalid')),
  }),
  output: drawItem,
  errors: [
    ...(['noEntries', 'entryUnknown', 'entryDrawn', 'drawClosed', 'drawUnpublished', 'selfExcluded'] as const),
    ...(['clientSeedUnset', 'clientSeedInvalid', 'clientSeedChanged'] as const),
  ],
});

export const changeClientSeed = operation({
  summary:
    'Sets the member’s own seed for the entries drawn from now on. `replaces` is the seed it takes the place of; without it, it is the first.',
  method: 'POST',
  path: '/draws/seed',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    seed: clientSeedField('clientSeedMissing'),
    replaces: z.optional(clientSeedField('clientSeedInvalid')),
  }),
  output: z.object({ clientSeed: hex(16) }),
  message: 'clientSeedSaved',
  errors: ['clientSeedMissing', 'clientSeedInvalid', 'clientSeedChanged'],
});

export const listPrizes = operation({
  summary:
    'The prize table of the running day (UTC) with the numbers that win each prize, the expected value of one entry, the day’s commitment, and the table that follows.',
  method: 'GET',
  path: '/index/drawslist',
  access: 'public',
  effect: 'read',
  output: z.object({
    /** Of the running day; all numbers from 0 to `numbers` - 1 are equally likely. */
    ...prizeTableSchema.shape,
    expectedValue: usdtText,
    isOpen: z.boolean(),
    published: z.nullable(commitmentItem),
    /** The table that takes the place of this one, and when its first day begins; null where none is decided on. */
    next: z.nullable(z.object({ ...prizeTableSchema.shape, expectedValue: usdtText, from: moment })),
  }),
});

export const listWinners = operation({
  summary: `The newest ${winnersMax} entries that won, with masked account names.`,
  method: 'GET',
  path: '/index/drawslog',
  access: 'public',
  effect: 'read',
  output: z.array(z.object({ id: z.string(), name: z.string(), prize: prizeId, amount: usdtText, drawnAt: moment })),
  answerIn: 'info',
});

export const getDraw = operation({
  summary:
    'One of the member’s drawn entries with the commitment of its day, and the transcript of all the member’s entries of that day once its seed is revealed.',
  method: 'GET',
  path: '/api/dlog',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ id: drawField }),
  output: z.object({
    draw: drawItem,
    published: commitmentItem,
    /** The prize table of the draw’s day. */
    prizes: prizeTableSchema,
    transcript: z.nullable(drawTranscriptSchema),
  }),
  errors: ['drawUnknown'],
});

export const listDraws = operation({
  summary: 'The member’s drawn entries, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/draws/list',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(drawField) }),
  output: z.array(drawItem),
  answerIn: 'info',
  errors: ['drawUnknown'],
});

export const getDrawTranscript = operation({
  summary:
    'All entries that the member drew on a day (UTC, days since 1970) whose seed is revealed: the file that anybody can verify without this server.',
  method: 'GET',
  path: '/draws/transcript/{day}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ day: dayField }),
  output: drawTranscriptSchema,
  errors: ['dayUnknown', 'drawDayRunning'],
});
