import * as z from 'zod/mini';
import { moment, usdtText } from './fields.ts';
import { operation } from './operation.ts';

/** Cells of the uptime board, as specified, and the wall time that one of them stands for: six hours and ten minutes together. */
export const uptimeCells = 37;
/** The time that one cell of the uptime board covers, in ms. */
export const uptimeCellMs = 600_000;

/** The parts of the platform whose work is measured, in the order of the board. */
export const componentIds = ['api', 'database', 'market', 'ledger', 'stream', 'deposits'] as const;

/** A measured part of the platform. */
export type ComponentId = (typeof componentIds)[number];

/** What was measured of a component in one cell's time. `unmeasured` is no guess: nothing ran that could have measured. */
export const componentStates = ['up', 'degraded', 'down', 'unmeasured'] as const;

/** The state of a component over one cell of the board. */
export type ComponentState = (typeof componentStates)[number];

/** Counts of this platform, ever, from the plans and the ledger's members. */
const platformFigures = z.object({
  /** Product time at which they were counted. */
  countedAt: moment,
  members: z.int(),
  plansPlaced: z.int(),
  /** With a result. */
  plansSettled: z.int(),
  /** Ended without one, as their candles never came: their amounts were returned. */
  plansVoid: z.int(),
  /** Settled with an income above zero. */
  plansWon: z.int(),
  /** Sum of the planned amounts. */
  volume: usdtText,
  /** Sum of the settled incomes above zero, and of the losses as a number above zero. */
  incomePaid: usdtText,
  lossesTaken: usdtText,
});

/** Counts and sums of the whole platform; amounts in micro-USDT. */
export type PlatformFigures = z.output<typeof platformFigures>;

/** A settled plan of some member: wins and losses as they came, none left out. */
const settledPlan = z.object({
  /** First two and last two characters of the member's name. */
  name: z.string(),
  coin: z.string(),
  leverage: z.int(),
  amount: usdtText,
  income: usdtText,
  settledAt: moment,
});

/** A settled plan of the ticker, its owner’s name masked; amounts in micro-USDT. */
export type SettledPlan = z.output<typeof settledPlan>;

/** How many settled plans the home screen is given at most. */
export const tickerLength = 30;

const letterOfState = { up: 'u', degraded: 'd', down: 'x', unmeasured: '-' } as const;
const stateOfLetter = { u: 'up', d: 'degraded', x: 'down', '-': 'unmeasured' } as const;

/** The cells of a row, one letter each on the wire. */
const uptimeRow = z.codec(z.string().check(z.regex(/^[udx-]*$/)), z.array(z.enum(componentStates)), {
  decode: (letters) => Array.from(letters, (letter) => stateOfLetter[letter as keyof typeof stateOfLetter]),
  encode: (states) => states.map((state) => letterOfState[state]).join(''),
});

const uptimeWire = z.object({
  /** When the first cell begins (wall time); the last one contains `measuredAt`. */
  from: moment,
  measuredAt: moment,
  components: z.array(
    z.object({
      id: z.enum(componentIds),
      /** The newest measurement, not older than a minute. */
      now: z.enum(componentStates),
      /** One state a cell, oldest first. */
      cells: uptimeRow,
      checks: z.int(),
      /** Share of those checks that were answered, 0 to 1; null without any. */
      answered: z.nullable(z.number()),
    }),
  ),
});

/** The measured uptime of each component: one state per cell of `uptimeCellMs`, oldest first. */
export type Uptime = z.output<typeof uptimeWire>;

export const getHome = operation({
  summary: 'This platform’s own counts, the plans settled last, and its measured uptime.',
  method: 'GET',
  path: '/index/index',
  access: 'public',
  effect: 'read',
  output: z.object({
    /** Null until they were counted for the first time, seconds after the very first start. */
    platform: z.nullable(platformFigures),
    /** Newest first. */
    settled: z.array(settledPlan),
    uptime: uptimeWire,
  }),
});

/** Everything that the home screen shows of the platform. */
export type Home = z.output<typeof getHome.output>;
