import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TeamLevel, teamRules } from '#core/invitations/rules.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { checkInForAWeek } from '#server/test/first-week.fixture.ts';
import { getTeam } from './get-team.ts';
import { openTeams, type Teams } from './teams.fixture.ts';

let teams: Teams;
beforeAll(async () => {
  teams = await openTeams();
});
afterAll(() => teams.close());

/** Inserts a reward without checking the team: only the database's guard is left to refuse it. */
const insertReward = {
  name: 'any team reward',
  columns: {
    member_id: 'bigint',
    level: 'integer',
    inviter_id: 'bigint',
    points: 'integer',
    rule: 'integer',
    transfer_at: 'timestamptz',
  },
  sql: `insert into team_reward (member_id, milestone, level, inviter_id, points, rule_version, rewarded_at)
    select member_id, 'firstResult', level, inviter_id, points, rule, transfer_at from given`,
} as const;

/** How it ended, or what refused it. */
async function give(
  member: bigint,
  inviter: bigint,
  level: TeamLevel,
  earned: number,
  moved = earned,
  rule = 1,
  /** Makes the transfer another one of the same words, without a row. */
  again = '',
): Promise<string | undefined> {
  const submission: Submission = {
    key: `${again || 'invitation'}:${member}:firstResult:${level}`,
    inputHash: '0'.repeat(64),
    kind: 'invitationRewarded',
    reference: `firstResult.${level}`,
    postings: [
      {
        from: houseAccount('sponsorPoints', inviter),
        to: memberAccount(inviter, 'promotion'),
        amount: points(BigInt(moved)),
      },
    ],
    rows: again ? [] : [attach(insertReward, { member_id: member, level, inviter_id: inviter, points: earned, rule })],
  };
  return await teams
    .node()
    .ledger.submit(submission)
    .then(
      ({ status }) => status,
      ({ cause }: { cause?: { message?: string } }) => cause?.message,
    );
}

test('the database takes a reward of the inviter of its level alone, in the points of that level, which have moved', async () => {
  const top = await teams.join();
  const middle = await teams.join(top);
  const nearest = await teams.join(middle);
  const member = await teams.join(nearest);
  const stranger = await teams.join();
  await teams.verify(member);
  const { 1: first, 2: second, 3: third } = teamRules.points.firstResult;
  const notTheirs = 'a reward is an inviter’s';
  for (const [inviter, level, earned] of [
    [top, 1, first],
    [middle, 1, first],
    [nearest, 2, second],
    [nearest, 3, third],
    [middle, 3, third],
  ] as const) {
    expect(await give(member, inviter, level, earned), `${inviter} at ${level}`).toContain(notTheirs);
  }
  const later = await teams.join(stranger);
  await teams.verify(later);
  expect(await give(later, top, 1, first), 'of another team').toContain(notTheirs);
  const ofAnother = 'is written with the transfer of its points';
  expect(await give(member, middle, 2, first), 'the points of another level').toContain(ofAnother);
  expect(await give(member, middle, 2, second, first), 'more than was recorded').toContain(ofAnother);
  expect(await give(member, nearest, 1, first)).toBe('committed');
  expect(await give(member, nearest, 1, first, first, 1, 'once more'), 'once more').toBe(
    'points move for something that is recorded',
  );
  expect(await give(member, middle, 2, second)).toBe('committed');
  expect(await give(member, top, 3, third)).toBe('committed');
  expect(await Promise.all([nearest, middle, top].map(teams.promotionOf))).toEqual([first, second, third]);
  expect(await teams.faults()).toEqual([]);
});

test('what a level earned is the sum of its rewards, and nothing else changes it', async () => {
  const { database } = teams;
  const inviter = await teams.join();
  const earned = teamRules.points.firstResult[1];
  for (let count = 1; count <= 3; count++) {
    const member = await teams.join(inviter);
    await teams.verify(member);
    expect(await give(member, inviter, 1, earned)).toBe('committed');
    const { rows } = await database.pool.query('select points from team_points where inviter_id = $1', [inviter]);
    expect(rows).toEqual([{ points: BigInt(count * earned) }]);
  }
  for (const change of [
    'update team_points set points = points + 1',
    `insert into team_points values (${inviter}, 2, 'firstResult', 1, 30)`,
  ]) {
    await expect(database.pool.query(change), change).rejects.toThrow('only a reward adds to a team’s points');
  }
  await expect(database.owner.query('delete from team_points')).rejects.toThrow('what a team earned stays');
});

test('a level names the versions of the rules that gave its points, the oldest first, whichever milestone each was for', async () => {
  const inviter = await teams.join();
  const early = await teams.join(inviter);
  const late = await teams.join(inviter);
  await teams.database.owner.query(
    "insert into published_points (rule, version, kind, level, points) values ('team', 2, 'firstResult', 1, 7)",
  );
  await teams.verify(late);
  expect(await give(late, inviter, 1, 7, 7, 2)).toBe('committed');
  await checkInForAWeek(teams.node(), early);
  await teams.reward();
  const { levels } = await getTeam(teams.node().pool, inviter, {});
  expect(levels.map(({ points: earned, rules }) => [earned.firstResult, earned.firstWeek, rules])).toEqual([
    [7, teamRules.points.firstWeek[1], [1, 2]],
    [0, 0, []],
    [0, 0, []],
  ]);
});
