import * as z from 'zod/mini';
import { type RewardKind, rewardKinds } from '#core/rewards/rules.ts';
import { moment, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

const weightEntry = z.object({
  /** Names the entry to this operation: its kind and what earned it. */
  id: z.string(),
  kind: z.enum(rewardKinds as [RewardKind, ...RewardKind[]]),
  /** The plan or deposit that earned it; "first" for what earns once. */
  reference: z.string(),
  points: z.int().check(z.minimum(1)),
  /** Version of the published rules that gave the points (`rewardRules` of `core/rewards/rules.ts`). */
  rule: z.int(),
  /** The score right after it: the newest entry's is the score, and each less its points is the one of the entry before. */
  score: z.int(),
  at: moment,
});

/** Points that were earned once, and the score after them; `at` in ms of the product clock. */
export type WeightEntry = z.output<typeof weightEntry>;

export const listWeightEntries = operation({
  summary:
    'The entries that the member’s weight score adds up from, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/weight/entries',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    before: z.optional(textField(/^[A-Za-z]{2,40}\.[0-9A-Za-z-]{2,40}$/, 'weightEntryUnknown', 'weightEntryUnknown')),
  }),
  output: z.object({ score: z.int(), entries: z.array(weightEntry) }),
  errors: ['weightEntryUnknown'],
});

const comingLevel = z.object({
  from: moment,
  level: z.int(),
  isOpen: z.boolean(),
  weightMin: z.int(),
  amountMin: usdtText,
  amountMax: usdtText,
});

/** A plan level as it is offered from a later moment (ms of the product clock) on: amounts in micro-USDT. */
export type ComingLevel = z.output<typeof comingLevel>;

export const listComingLevels = operation({
  summary:
    'What operators decided of the plan levels and holds from a later moment on, the next first: weight score from which a level opens, least and most of a plan, open or closed. Plans that are placed keep their terms.',
  method: 'GET',
  path: '/weight/levels/coming',
  access: 'member',
  effect: 'read',
  output: z.array(comingLevel),
});
