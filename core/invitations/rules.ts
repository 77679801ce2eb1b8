/** A level of a team: 1 are those whom a member invited, 2 those whom these invited, 3 those whom these invited in turn. */
export type TeamLevel = 1 | 2 | 3;

/** The levels of a team, nearest first. */
export const teamLevels = [1, 2, 3] as const;

/**
 * What a member learns, each once: `firstResult`, the first result that the member's own phone verified; `firstWeek`, the seventh day
 * with a check-in.
 */
export const milestones = ['firstResult', 'firstWeek'] as const;

/** The name of a milestone. */
export type Milestone = (typeof milestones)[number];

/** Days with a check-in that make the first week; they need not follow each other. */
export const firstWeekDays = 7;

/**
 * Promotion points (whole numbers) that a milestone earns the member's inviter of each level, once, as published on the rule page. They
 * depend on nothing else: no deposit, stake, gain or loss of any member. A change of an amount raises the version: each reward carries the
 * version that it was earned by, and keeps its amount.
 */
export const teamRules = {
  version: 1,
  points: {
    firstResult: { 1: 100, 2: 30, 3: 10 },
    firstWeek: { 1: 150, 2: 50, 3: 20 },
  },
} as const satisfies {
  readonly version: number;
  readonly points: Readonly<Record<Milestone, Readonly<Record<TeamLevel, number>>>>;
};
