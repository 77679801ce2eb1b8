import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamCountMax } from '#contract/invitations.ts';
import { teamLevels, teamRules } from '#core/invitations/rules.ts';
import { maskName } from '#server/platform/mask-name.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { getInvitation } from './get-invitation.ts';
import { getTeam } from './get-team.ts';
import { teamCountsSql, teamPageSql } from './team-store.ts';
import { openTeams, type Teams } from './teams.fixture.ts';

let teams: Teams;
beforeAll(async () => {
  teams = await openTeams();
});
afterAll(() => teams.close());

const { points } = teamRules;
const nameOf = async (memberId: bigint): Promise<string> => {
  const { rows } = await teams.database.pool.query('select username from member where id = $1', [memberId]);
  return maskName(rows[0]?.username);
};

test('a team has three levels, each seen by its inviter, and a fourth is seen by none of the first', async () => {
  const chain: bigint[] = [await teams.join()];
  for (let depth = 1; depth <= 4; depth++) chain.push(await teams.join(chain.at(-1)));
  const [top = 0n, one = 0n, two = 0n, three = 0n, four = 0n] = chain;
  expect((await teams.levelsOf(top)).map(({ members }) => members)).toEqual([1, 1, 1]);
  expect((await teams.levelsOf(three)).map(({ members }) => members)).toEqual([1, 0, 0]);
  for (const [level, memberId] of [
    [1, one],
    [2, two],
    [3, three],
  ] as const) {
    const { members } = await getTeam(teams.node().pool, top, { level });
    expect(members).toEqual([
      { id: expect.any(String), name: await nameOf(memberId), joinedAt: expect.any(Number), rewards: [] },
    ]);
  }
  expect(await getInvitation(teams.node().pool, four)).toMatchObject({
    inviters: [
      { level: 1, name: await nameOf(three) },
      { level: 2, name: await nameOf(two) },
      { level: 3, name: await nameOf(one) },
    ],
    leftAt: null,
    milestones: [],
  });
  expect((await getInvitation(teams.node().pool, top)).inviters).toEqual([]);
});

test('who leaves is neither counted nor named, with all who came through them; points given stay, none are added', async () => {
  const top = await teams.join();
  const one = await teams.join(top);
  const two = await teams.join(one);
  const three = await teams.join(two);
  await teams.verify(three);
  await teams.reward();
  const before = await teams.promotionOf(top);
  expect(before).toBe(points.firstResult[3]);

  teams.published.length = 0;
  const { leftAt } = await teams.leave(one);
  expect(teams.published).toEqual([{ to: [top], change: 'left' }]);
  expect(await teams.levelsOf(top)).toEqual([
    { members: 0, points: 0 },
    { members: 0, points: 0 },
    { members: 0, points: before },
  ]);
  for (const level of teamLevels) expect((await getTeam(teams.node().pool, top, { level })).members).toEqual([]);
  expect((await teams.levelsOf(one)).map(({ members }) => members)).toEqual([1, 1, 0]);
  expect((await getInvitation(teams.node().pool, one)).leftAt).toBe(leftAt);
  expect((await getInvitation(teams.node().pool, three)).inviters.map(({ level }) => level)).toEqual([1, 2]);

  teams.clock.advance(5);
  expect(await teams.leave(one)).toEqual({ leftAt });
  expect(teams.published.flatMap(({ to }) => to)).toEqual([top]);
  await teams.verify(two);
  await teams.verify(one);
  await teams.reward();
  expect(await teams.promotionOf(top)).toBe(before);
  expect(await teams.promotionOf(one)).toBe(points.firstResult[1] + points.firstResult[2]);
  // Who comes through them afterwards is not the top's either.
  await teams.join(one);
  expect((await teams.levelsOf(top)).map(({ members }) => members)).toEqual([0, 0, 0]);
  // Each inviter who still sees the member hears of it.
  teams.published.length = 0;
  await teams.leave(three);
  expect(teams.published).toEqual([{ to: [two, one], change: 'left' }]);
});

test('a member who was not invited cannot leave a team', async () => {
  await expect(teams.leave(await teams.join())).rejects.toMatchObject({ code: 'inviterUnset' });
});

test('nobody is their own inviter, nor in a circle, nor changes an invitation afterwards, even with the owner’s rights', async () => {
  const { owner } = teams.database;
  const one = await teams.join();
  const two = await teams.join(one);
  const set = (column: string, value: unknown, id: bigint) =>
    owner.query(`update member set ${column} = $1 where id = $2`, [value, id]);
  await expect(set('invited_by', one, one)).rejects.toThrow(/stays what it was/);
  await expect(set('invited_by', two, one)).rejects.toThrow(/stays what it was/);
  await expect(set('invited_by', null, two)).rejects.toThrow(/stays what it was/);
  await expect(set('invitation_code', 'NEWCODE1', one)).rejects.toThrow(/stays what it was/);
  await expect(owner.query('update team_place set inviter_1 = member_id')).rejects.toThrow(/never changed/);
  await expect(owner.query('delete from team_exit')).rejects.toThrow(/final/);
  await expect(owner.query('update team_reward set points = 5')).rejects.toThrow(/never changed/);
  await expect(owner.query('delete from milestone')).rejects.toThrow(/never removed/);
  await expect(owner.query('update milestone set rewarded_at = null where rewarded_at is not null')).rejects.toThrow(
    /rewarded once/,
  );
  const circle = `insert into team_place (member_id, id, inviter_1, joined_at) values ($1, 'CIRCLE', $2, now())`;
  await expect(owner.query(circle, [one, two])).rejects.toThrow(/has other inviters/);
  await expect(owner.query(circle, [one, one])).rejects.toThrow(/has other inviters/);
  const selfInvited = `insert into member (id, username, password_hash, locale, invitation_code, registration_proof, created_at, invited_by)
    overriding system value values (900001, 'selfmade1', '$argon2id$', 'en', 'SELFMADE', sha256('x'), now(), $1)`;
  await expect(owner.query(selfInvited, [900_001])).rejects.toThrow(/invited_by_an_earlier_member/);
});

test('a place is that of the inviters of the registration, and nobody who came uninvited gets one later', async () => {
  const { owner } = teams.database;
  const root = await teams.join();
  const other = await teams.join();
  const one = await teams.join(root);
  const two = await teams.join(one);
  const three = await insertMember(teams.database, 'UTC', two);
  const place = (...inviters: (bigint | null)[]) =>
    owner.query(`insert into team_place values ($1, 'LATER', $2, $3, $4, now())`, [three, ...inviters]);
  for (const inviters of [
    [one, root, null],
    [two, root, null],
    [two, one, null],
    [two, null, null],
    [two, other, root],
    [two, one, other],
  ]) {
    await expect(place(...inviters), String(inviters)).rejects.toThrow(/has other inviters/);
  }
  await place(two, one, root);
  const uninvited = await insertMember(teams.database);
  const toUninvited = `insert into team_place values ($1, 'LATER', $2, null, null, now())`;
  await expect(owner.query(toUninvited, [uninvited, root])).rejects.toThrow(/has other inviters/);
});

test('a level is read 20 at a time, the newest first, each member once', async () => {
  const inviter = await teams.join();
  const joined: string[] = [];
  for (let count = 0; count < 45; count++) joined.push(await nameOf(await teams.join(inviter)));
  const pages: number[] = [];
  const names: (string | null)[] = [];
  for (let before: string | undefined; ; ) {
    const { members } = await getTeam(teams.node().pool, inviter, { level: 1, ...(before && { before }) });
    pages.push(members.length);
    names.push(...members.map(({ name }) => name));
    before = members.at(-1)?.id;
    if (members.length < 20) break;
  }
  expect(pages).toEqual([20, 20, 5]);
  expect(names).toEqual(joined.reverse());
});

test('ten thousand members are counted and one more is not, and a page of them reads the index from its end', async () => {
  const inviter = await teams.join();
  const first = inviter + 1_000_000n;
  const add = async (from: number, through: number) => {
    await teams.database.owner.query(
      `with made as (
        insert into member (id, username, password_hash, locale, invitation_code, registration_proof, created_at, invited_by)
        overriding system value
        select $1::bigint + n, 'manyof' || n, '$argon2id$', 'en', 'MANY' || n, sha256(convert_to('many' || n, 'UTF8')), now(), $2
        from generate_series($3::int, $4::int) as n returning id
      ) select count(*) from made`,
      [first, inviter, from, through],
    );
    await teams.database.owner.query(
      `insert into team_place (member_id, id, inviter_1, joined_at)
       select id, 'M' || id, invited_by, now() from member where invited_by = $1 and id > $2`,
      [inviter, first + BigInt(from - 1)],
    );
  };
  const sums = async () => (await getTeam(teams.node().pool, inviter, {})).levels[0];
  await add(1, teamCountMax);
  expect(await sums()).toMatchObject({ members: teamCountMax, isMore: false });
  await add(teamCountMax + 1, teamCountMax + 1);
  expect(await sums()).toMatchObject({ members: teamCountMax, isMore: true });
  await teams.database.owner.query('analyze team_place');
  await teams.database.owner.query('analyze team_exit');
  const { members } = await getTeam(teams.node().pool, inviter, {});
  const { rows: counts } = await teams.database.pool.query(teamCountsSql, [inviter, 50]);
  expect(counts.find(({ level }) => level === 1)).toEqual({ level: 1, members: 50 });
  expect(members).toHaveLength(20);
  const { rows } = await teams.database.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) ${teamPageSql(1)
      .replaceAll('$1', String(inviter))
      .replace('$2', 'null')
      .replace('$3', '20')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan Backward using team_place_level_1/);
  const read = Array.from(plan.matchAll(/actual rows=(\d+)/g), ([, count]) => Number(count));
  expect(Math.max(...read)).toBeLessThan(100);
});
