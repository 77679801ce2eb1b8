import { afterEach, beforeAll, expect, test } from 'vitest';
import { getTeam } from '#contract/invitations.ts';
import { milestones, teamLevels, teamRules } from '#core/invitations/rules.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answerPage, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Landing } from './landing.tsx';
import { RewardTable } from './reward-table.tsx';
import { TeamCard } from './team-card.tsx';
import { TeamRow } from './team-row.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const member = {
  ...{ id: 'T1', name: 'ne***r7', joinedAt: at(10) },
  rewards: [
    { milestone: 'firstResult', points: 20, rule: 1, at: at(11) },
    { milestone: 'firstWeek', points: 30, rule: 2, at: at(12) },
  ],
} as never as Parameters<typeof TeamRow>[0]['member'];

test('a member of the team shows since when, what each milestone earned, and their sum', () => {
  const words = wordsOf(<TeamRow member={member} />);
  expect(words).toMatch(
    /^ne\*\*\*r7 .*May 1, 10:00 .*\+20 · May 1, 11:00 · rules, version 1 .*\+30 · May 1, 12:00 · rules, version 2 \+50$/,
  );
  expect(wordsOf(<TeamRow member={{ ...member, rewards: [] }} />)).toMatch(/ 0$/);
  expect(wordsOf(<TeamRow member={{ ...member, name: null }} />)).not.toContain('***');
});

test('the team shows how many there are on the level, and what they earned', () => {
  const level = (each: number) => ({
    level: each,
    members: 100 * each,
    isMore: each === 1,
    points: { firstResult: 7 * each, firstWeek: each },
    rules: [1],
  });
  answerPage(getTeam, { level: 1 }, { levels: teamLevels.map(level), members: [member] } as never);
  const words = wordsOf(<TeamCard onInvite={() => undefined} />);
  expect(words).toMatch(/more than 100 Your points 8 .*\+7 .*\+1 .*ne\*\*\*r7/);
  // Nobody has joined while it is open: nothing is celebrated.
  expect(markupOf(<TeamCard onInvite={() => undefined} />)).not.toContain('--turn');
  answerPage(getTeam, { level: 1 }, { levels: teamLevels.map(level), members: [] } as never);
  expect(wordsOf(<TeamCard onInvite={() => undefined} />)).not.toContain('***');
});

test('until it is known who invites, nothing is said of the code', () => {
  expect(markupOf(<Landing code="AB12CD34" />)).toContain('_skeleton_');
  expect(markupOf(<Landing code="AB12CD34" />)).not.toContain('role="alert"');
});

test('the table of rewards is the one that the server gives them by', () => {
  const values = [...wordsOf(<RewardTable />).matchAll(/\+([\d,]+)/g)].map(([, text = '']) =>
    Number(text.replace(',', '')),
  );
  expect(values).toEqual(
    milestones.flatMap((milestone) => teamLevels.map((level) => teamRules.points[milestone][level])),
  );
});
