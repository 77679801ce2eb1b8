import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamRules } from '#core/invitations/rules.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { silentLog } from '#server/platform/log.ts';
import { recordAct } from '#server/rewards/acts.ts';
import { checkInForAWeek } from '#server/test/first-week.fixture.ts';
import { getInvitation } from './get-invitation.ts';
import { getTeam } from './get-team.ts';
import { leaveTeam } from './leave-team.ts';
import { openTeams, type Teams } from './teams.fixture.ts';

let teams: Teams;
beforeAll(async () => {
  teams = await openTeams();
});
afterAll(() => teams.close());

const { points } = teamRules;

test('the first verified result earns each inviter the points of the level, once, whatever is verified later', async () => {
  const top = await teams.join();
  const one = await teams.join(top);
  const two = await teams.join(one);
  const three = await teams.join(two);
  await recordAct(teams.database.pool, {
    memberId: three,
    kind: 'helpRead',
    subject: 'first-steps.2026-01-01',
    at: new Date(teams.clock.now()),
  });
  expect(await teams.reward()).toBe(0);
  await teams.verify(three, 'plan.A1');
  await teams.verify(three, 'plan.A2');
  expect(await teams.reward()).toBe(3);
  await teams.verify(three, 'round.7');
  expect(await teams.reward()).toBe(0);
  const earned = points.firstResult;
  expect([await teams.promotionOf(two), await teams.promotionOf(one), await teams.promotionOf(top)]).toEqual([
    earned[1],
    earned[2],
    earned[3],
  ]);
  expect(await teams.promotionOf(three)).toBe(0);
  expect((await teams.levelsOf(top)).map((level) => level.points)).toEqual([0, 0, earned[3]]);
  const { members } = await getTeam(teams.node().pool, two, {});
  expect(members[0]?.rewards).toEqual([
    { milestone: 'firstResult', points: earned[1], rule: 1, at: teams.clock.now() },
  ]);
  expect((await getInvitation(teams.node().pool, three)).milestones).toEqual(['firstResult']);
  // What a level earned is the sum over its members.
  await teams.verify(await teams.join(two), 'round.8');
  expect(await teams.reward()).toBe(3);
  expect((await teams.levelsOf(two)).map((level) => level.points)).toEqual([2 * earned[1], 0, 0]);
});

test('an inviter who deleted the account earns nothing, those above do', async () => {
  const top = await teams.join();
  const left = await teams.join(top);
  const member = await teams.join(left);
  await teams.database.owner.query('insert into member_deletion (member_id) values ($1)', [left]);
  await teams.verify(member, 'plan.B1');
  expect(await teams.reward()).toBe(1);
  expect([await teams.promotionOf(left), await teams.promotionOf(top)]).toEqual([0, points.firstResult[2]]);
});

test('a thousand verifications and twenty runs on two nodes at once earn once', async () => {
  const inviter = await teams.join();
  const member = await teams.join(inviter);
  const verified = Array.from({ length: 1_000 }, (_, count) => teams.verify(member, `round.${count + 10}`));
  const runs = Array.from({ length: 20 }, (_, place) => teams.reward(place));
  await Promise.all([...verified, ...runs]);
  await Promise.all([teams.reward(0), teams.reward(1)]);
  expect(await teams.promotionOf(inviter)).toBe(points.firstResult[1]);
  const { rows } = await teams.database.pool.query(
    'select count(*)::int as count from team_reward where inviter_id = $1',
    [inviter],
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect(await teams.faults()).toEqual([]);
});

test('a run that is killed after its movements is completed by the next one, which gives nothing twice', async () => {
  const inviter = await teams.join();
  const member = await teams.join(inviter);
  await teams.verify(member);
  const { ledger } = teams.node();
  const dying = { ...teams.node(), pool: failingOn(teams.node().pool, 'milestones rewarded'), ledger };
  const { rewardTeams } = await import('./reward-team.ts');
  await expect(rewardTeams(dying)).rejects.toThrow('killed');
  expect(await teams.promotionOf(inviter)).toBe(points.firstResult[1]);
  expect(await teams.reward(1)).toBe(0);
  expect(await teams.promotionOf(inviter)).toBe(points.firstResult[1]);
  const { rows } = await teams.database.pool.query(
    'select count(*)::int as count from milestone where rewarded_at is null',
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('a member who leaves while the points are on their way earns none afterwards', async () => {
  const inviter = await teams.join();
  const member = await teams.join(inviter);
  await teams.verify(member);
  const node = teams.node();
  const { rewardTeams } = await import('./reward-team.ts');
  const errors: unknown[] = [];
  // Leaves after the milestone was read, before it is written.
  const leaving = {
    ...node,
    log: logOf(errors),
    ledger: {
      submitPages: async (pages: Parameters<typeof node.ledger.submitPages>[0]) => {
        await teams.leave(member);
        return node.ledger.submitPages(pages);
      },
    },
  };
  expect(await rewardTeams(leaving)).toBe(0);
  expect(errors).toEqual([]);
  expect(await teams.reward()).toBe(0);
  expect(await teams.promotionOf(inviter)).toBe(0);
  const { rows } = await teams.database.pool.query(
    'select rewarded_at is not null as done from milestone where member_id = $1',
    [member],
  );
  expect(rows).toEqual([{ done: true }]);
});

test('points that the ledger could not give are given by the next run, and a second milestone gives its own', async () => {
  const inviter = await teams.join();
  const member = await teams.join(inviter);
  await teams.verify(member);
  const { rewardTeams } = await import('./reward-team.ts');
  const submitPages: Ledger['submitPages'] = async (pages) => {
    const failed = [];
    for await (const page of pages)
      failed.push(...page.map(({ key }) => ({ key, reason: new Error('no connection') })));
    return { committed: 0, failed };
  };
  const errors: unknown[] = [];
  expect(await rewardTeams({ ...teams.node(), log: logOf(errors), ledger: { submitPages } })).toBe(0);
  expect(errors).toEqual([`invitation:${member}:firstResult:1`]);
  expect(await teams.promotionOf(inviter)).toBe(0);
  expect(await teams.reward()).toBe(1);
  await checkInForAWeek(teams.node(), member);
  expect(await teams.reward()).toBe(1);
  expect(await teams.promotionOf(inviter)).toBe(points.firstResult[1] + points.firstWeek[1]);
});

test('leaving on many phones at once is one leaving, and earns each inviter what was reached before it or nothing, never a part', async () => {
  const inviter = await teams.join();
  const middle = await teams.join(inviter);
  const member = await teams.join(middle);
  await teams.verify(member);
  const [times] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, (_, place) => leaveTeam(teams.node(place), member))),
    teams.reward(0),
    teams.reward(1),
  ]);
  expect(new Set(times.map(({ leftAt }) => leftAt)).size).toBe(1);
  const { rows } = await teams.database.pool.query('select left_at from team_exit where member_id = $1', [member]);
  expect(rows).toEqual([{ left_at: new Date(times[0]?.leftAt ?? 0) }]);
  await teams.reward();
  expect([0, points.firstResult[1]]).toContain(await teams.promotionOf(middle));
  expect([0, points.firstResult[2]]).toContain(await teams.promotionOf(inviter));
  await checkInForAWeek(teams.node(), member);
  const before = [await teams.promotionOf(middle), await teams.promotionOf(inviter)];
  expect(await teams.reward()).toBe(0);
  expect([await teams.promotionOf(middle), await teams.promotionOf(inviter)]).toEqual(before);
  expect(await teams.faults()).toEqual([]);
});

/** A log that keeps the transfers of its errors. */
const logOf = (errors: unknown[]) =>
  Object.assign(Object.create(silentLog), { error: ({ transfer }: { transfer: unknown }) => errors.push(transfer) });

/** The pool, but the query of that name fails as in a process that is killed. */
function failingOn<Pool extends { query: unknown }>(pool: Pool, name: string): Pool {
  return new Proxy(pool, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property !== 'query' || typeof value !== 'function') return value;
      return (query: { name?: string }) =>
        query.name === name ? Promise.reject(new Error('killed')) : Reflect.apply(value, target, [query]);
    },
  });
}
