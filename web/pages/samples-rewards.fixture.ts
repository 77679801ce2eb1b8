import type { CheckInDay } from '#contract/check-in.ts';
import type { getInvitation, getTeam } from '#contract/invitations.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { listTasks } from '#contract/tasks.ts';
import type { listComingLevels, listWeightEntries } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { on } from './samples-security.fixture.ts';

/** Every task, in every state. */
export const tasks: OutputOf<typeof listTasks> = {
  ...{ day: '2026-04-13', endsAt: on(4, 14, 0, 30), promotion: 12_345, weight: 37 },
  tasks: [
    { task: 'planSettled', points: 51, state: 'waiting' },
    { task: 'checkedIn', points: 67, state: 'done' },
    { task: 'helpRead', points: 152, state: 'open' },
    { task: 'donated', points: 1_153, state: 'waiting' },
    { task: 'resultVerified', points: 254, state: 'collected' },
    { task: 'planPlaced', points: 55, state: 'open' },
  ],
  before: [
    { task: 'planPlaced', points: 46 },
    { task: 'checkedIn', points: 1_067 },
    { task: 'resultVerified', points: 258 },
  ],
};

export const week: CheckInDay[] = [
  { weekday: 1, isCheckedIn: true, points: 10, isToday: false },
  { weekday: 2, isCheckedIn: false, points: 13, isToday: false },
  { weekday: 3, isCheckedIn: true, points: 1_012, isToday: false },
  { weekday: 4, isCheckedIn: false, points: 15, isToday: true },
  { weekday: 5, isCheckedIn: false, points: 11, isToday: false },
  { weekday: 6, isCheckedIn: false, points: 18, isToday: false },
  { weekday: 7, isCheckedIn: false, points: 25, isToday: false },
];

export const invitation: OutputOf<typeof getInvitation> = {
  ...{ code: 'ZOE77XY', leftAt: null, milestones: ['firstWeek', 'firstResult'] },
  inviters: [
    { level: 1, name: 'fr***nd7' },
    { level: 2, name: null },
    { level: 3, name: 'gr***at1' },
  ],
};

/** The nearest level with many members, the second with more than are counted, the third with none. */
export const team: OutputOf<typeof getTeam> = {
  levels: [
    { level: 1, members: 3, isMore: false, points: { firstResult: 1_200, firstWeek: 450 }, rules: [1, 2] },
    { level: 2, members: 10_000, isMore: true, points: { firstResult: 31, firstWeek: 52 }, rules: [2] },
    { level: 3, members: 0, isMore: false, points: { firstResult: 0, firstWeek: 0 }, rules: [] },
  ],
  members: [
    {
      ...{ id: 'TM03', name: 'zo***e12', joinedAt: on(4, 12, 13, 14) },
      rewards: [
        { milestone: 'firstWeek', points: 1_150, rule: 2, at: on(4, 12, 15, 16) },
        { milestone: 'firstResult', points: 100, rule: 1, at: on(4, 12, 17, 18) },
      ],
    },
    { ...{ id: 'TM01', name: null, joinedAt: on(3, 30, 19, 20) }, rewards: [] },
    {
      ...{ id: 'TM02', name: 'am***y33', joinedAt: on(3, 31, 21, 22) },
      rewards: [{ milestone: 'firstResult', points: 101, rule: 3, at: on(4, 1, 23, 24) }],
    },
  ],
};

const kinds = [
  ...(['depositConfirmed', 'checkedIn', 'withdrawalPasswordSet'] as const),
  ...(['redEnvelope', 'cardBound', 'planSettled'] as const),
];

const points = [1_000, 250, 100, 50, 15, 6];

/** An entry of every kind, each of its own points and rule. */
export const weightEntries: OutputOf<typeof listWeightEntries> = {
  score: 1_421,
  entries: kinds.map((kind, place) => ({
    ...{ id: `${kind}.REF${place}`, kind, reference: `REF${place}SXVXCS8`, rule: 1 + place },
    ...{ points: points[place] ?? 0, score: points.slice(place).reduce((sum, one) => sum + one, 0) },
    at: on(4, 12 - place, place, 2 * place),
  })),
};

export const comingLevels: OutputOf<typeof listComingLevels> = [
  {
    ...{ from: on(4, 20, 3, 4), level: 2, isOpen: true, weightMin: 1_400 },
    ...{ amountMin: usdt(50_000_001n), amountMax: usdt(2_000_000_000n) },
  },
  {
    ...{ from: on(4, 22, 5, 6), level: 5, isOpen: false, weightMin: 9_000 },
    ...{ amountMin: usdt(1_000_000_000n), amountMax: usdt(70_000_000_000n) },
  },
];
