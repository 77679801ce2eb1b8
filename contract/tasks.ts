import * as z from 'zod/mini';
import { type TaskKind, taskKinds } from '#core/rewards/tasks.ts';
import { articleIdPattern } from './content.ts';
import { moment, textField, wholeNumberField } from './fields.ts';
import { operation } from './operation.ts';

/**
 * `open`: can be done now; `waiting`: something else comes first (a plan still runs, there are too few points to give); `done`: to be
 * collected; `collected`.
 */
const taskStates = ['open', 'waiting', 'done', 'collected'] as const;

/** How far a task of the day is. */
export type TaskState = (typeof taskStates)[number];

const kind = z.enum(taskKinds as [TaskKind, ...TaskKind[]]);

const taskItem = z.object({ task: kind, points: z.int(), state: z.enum(taskStates) });

/** A task of the day with its promotion points. */
export type TaskItem = z.output<typeof taskItem>;

export const listTasks = operation({
  summary:
    'The tasks of the member’s day with their points and states, what is left of the day before, and what the red envelope has given.',
  method: 'GET',
  path: '/tasks/list',
  access: 'member',
  effect: 'read',
  output: z.object({
    /** Day of the member's time zone; its points can be collected until the end of the next one. */
    day: z.iso.date(),
    endsAt: moment,
    tasks: z.array(taskItem),
    /** Done on the day before and not collected. */
    before: z.array(z.object({ task: kind, points: z.int() })),
    /** Points of the `promotion` account. */
    promotion: z.int(),
    /** Weight that the red envelope has given; at most `redEnvelope.weightMax` of `core/rewards/rules.ts`. */
    weight: z.int(),
  }),
});

export const collectTasks = operation({
  summary:
    'Collects every task that is done and not collected, of today and of the day before: each once, however often it is called. Returns what this call moved.',
  method: 'POST',
  path: '/tasks/collect',
  access: 'member',
  effect: 'money',
  output: z.object({
    /** Promotion points. */
    points: z.int(),
    weight: z.int(),
    collected: z.array(kind),
  }),
});

export const reportVerification = operation({
  summary:
    'Reports that the member’s phone has recomputed a settled plan of the member, or a round: `computed` is the fingerprint of the result (`core/rewards/result-hash.ts`), which the server compares with its own.',
  method: 'POST',
  path: '/tasks/verified',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    plan: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'resultUnknown', 'resultUnknown')),
    round: z.optional(wholeNumberField('resultUnknown', 'resultUnknown')),
    computed: textField(/^[0-9a-f]{64}$/, 'fieldMissing', 'fieldInvalid'),
  }),
  /** Whether it had not been reported before. */
  output: z.object({ isNew: z.boolean() }),
  errors: ['resultUnknown', 'resultDiffers'],
});

export const beginReading = operation({
  summary: 'Says that a help text was opened, and for how many seconds it must be open to count as read.',
  method: 'POST',
  path: '/tasks/reading',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ id: textField(articleIdPattern, 'helpUnknown', 'helpUnknown') }),
  output: z.object({ reading: z.string(), seconds: z.int() }),
  errors: ['helpUnknown'],
});

export const finishReading = operation({
  summary: 'Says that a help text was open for its time; `reading` is what `beginReading` returned.',
  method: 'POST',
  path: '/tasks/read',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ reading: textField(/^[0-9a-z.-]{10,200}$/, 'readingUnknown', 'readingUnknown') }),
  /** Whether the text had not been read today. */
  output: z.object({ isNew: z.boolean() }),
  errors: ['readingUnknown', 'readingTooShort'],
});
