import * as z from 'zod/mini';
import { pageSize } from '#contract/fields.ts';
import { listWeightEntries as operation, type WeightEntry } from '#contract/weight.ts';
import { type RewardKind, rewardRules } from '#core/rewards/rules.ts';
import { dayMs } from '#core/time/lengths.ts';

/** Worked examples of a weight score: the pages of its entries, newest first. */
export const weightVectors: Readonly<Record<string, () => unknown>> = {
  'weight.v1.json': () => weightPages(earned),
};

const firstDay = Date.UTC(2026, 0, 30);

/** What a member has earned in nine days, one of each kind among them, and two plans that settled in one moment. */
const earned: readonly (readonly [kind: RewardKind, reference: string, at: number])[] = [
  ['withdrawalPasswordSet', 'first', firstDay + 1_000],
  ['depositConfirmed', '1M8ABFWB8QBPSNAW', firstDay + 2_000],
  ['cardBound', 'first', firstDay + 3_000],
  ...Array.from({ length: 9 }, (_, day) => {
    return ['checkedIn', isoDay(firstDay + day * dayMs), firstDay + day * dayMs + 4_000] as const;
  }),
  ...Array.from({ length: 9 }, (_, place) => {
    const reference = String(place + 1).padStart(3, '0');
    return ['redEnvelope', reference, firstDay + 8 * dayMs + 5_000 + place] as const;
  }),
  ['planSettled', '1M8ABFWB8QBPSNAX', firstDay + 8 * dayMs + 6_000],
  ['planSettled', '1M8ABFWB8QBPSNAY', firstDay + 8 * dayMs + 6_000],
];

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The pages of what was earned in this order, as a member gets them. */
export function weightPages(acts: typeof earned): unknown[] {
  let score = 0;
  const entries = acts.map(([kind, reference, at]): WeightEntry => {
    const points = rewardRules.rewards[kind].weight;
    score += points;
    return { id: `${kind}.${reference}`, kind, reference, points, rule: rewardRules.version, score, at };
  });
  const newestFirst = entries.reverse();
  const pages = Array.from({ length: Math.max(1, Math.ceil(entries.length / pageSize)) }, (_, page) =>
    newestFirst.slice(page * pageSize, (page + 1) * pageSize),
  );
  return pages.map((page) => z.encode(operation.output, { score, entries: page }));
}
