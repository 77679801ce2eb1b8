import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import { type TeamLevelSum, type TeamMember, teamCountMax } from '#contract/invitations.ts';
import { type Milestone, type TeamLevel, teamLevels } from '#core/invitations/rules.ts';
import { maskName } from '#server/platform/mask-name.ts';
import { newPublicId } from '#server/platform/public-id.ts';

/** Writes the place of a new member whom somebody invited, in the transaction of the registration. */
export async function recordPlace(within: QueryExecutorProvider, memberId: bigint, at: number): Promise<void> {
  await sql`
    insert into team_place (member_id, id, inviter_1, inviter_2, inviter_3, joined_at)
    select member.id, ${newPublicId(Math.trunc(at))}, member.invited_by, above.inviter_1, above.inviter_2, ${new Date(at)}
    from member left join team_place as above on above.member_id = member.invited_by
    where member.id = ${memberId} and member.invited_by is not null`.execute(within);
}

/** The members who see this one in their teams, by level. */
export async function readInviters(
  pool: pg.Pool,
  memberId: bigint,
): Promise<{ level: TeamLevel; id: bigint; name: string | null }[]> {
  const { rows } = await pool.query<{ level: TeamLevel; id: bigint; username: string | null }>({
    name: 'inviters',
    text: `select team.level, member.id, member.username
      from team join member on member.id = team.inviter_id
      where team.member_id = $1 order by team.level`,
    values: [memberId],
  });
  return rows.map(({ level, id, username }) => ({ level, id, name: shownName(username) }));
}

/** Null for a member who deleted the account. */
const shownName = (username: string | null): string | null => (username === null ? null : maskName(username));

/** Own code, when the teams were left, and what was learned. */
export async function readStanding(
  pool: pg.Pool,
  memberId: bigint,
): Promise<{ code: string; leftAt: number | null; milestones: Milestone[] }> {
  const { rows } = await pool.query<{ code: string; left_at: Date | null; milestones: Milestone[] }>({
    name: 'invitation standing',
    text: `select member.invitation_code as code, team_exit.left_at,
        array(select kind from milestone where milestone.member_id = member.id order by reached_at, kind) as milestones
      from member left join team_exit on team_exit.member_id = member.id
      where member.id = $1`,
    values: [memberId],
  });
  const row = rows[0];
  if (!row) throw new Error(`there is no member ${memberId}`);
  return { code: row.code, leftAt: row.left_at?.getTime() ?? null, milestones: row.milestones };
}

/**
 * The members of one level of the team of `$1`, as in the view `team`. Not by that view: a page of it would sort the whole level, where
 * this reads the level's index from its end.
 */
const membersOf = (level: TeamLevel): string =>
  `select place.member_id, place.id, place.joined_at from team_place as place
  where place.inviter_${level} = $1
    and ${['member_id', 'inviter_1', 'inviter_2']
      .slice(0, level)
      .map((column) => `not exists (select from team_exit where team_exit.member_id = place.${column})`)
      .join(' and ')}`;

/** How many members each level of the team of `$1` has, counted up to `$2`. */
export const teamCountsSql: string = teamLevels
  .map(
    (level) => `select ${level} as level, count(*)::int as members
        from (${membersOf(level)} limit $2) as counted`,
  )
  .join(' union all ');

/** The levels in numbers. A count reads one row more than `teamCountMax` at most. */
export async function readLevels(pool: pg.Pool, memberId: bigint): Promise<TeamLevelSum[]> {
  const [counts, sums] = await Promise.all([
    pool.query<{ level: TeamLevel; members: number }>({
      name: 'team counts',
      text: teamCountsSql,
      values: [memberId, teamCountMax + 1],
    }),
    pool.query<{ level: TeamLevel; milestone: Milestone; rule: number; points: number }>({
      name: 'team points',
      text: `select level, milestone, rule_version as rule, points::float8 as points from team_points
        where inviter_id = $1 order by level, milestone, rule_version`,
      values: [memberId],
    }),
  ]);
  return teamLevels.map((level) => {
    const members = counts.rows.find((row) => row.level === level)?.members ?? 0;
    const earned = sums.rows.filter((row) => row.level === level);
    const pointsOf = (milestone: Milestone): number =>
      earned.reduce((sum, row) => (row.milestone === milestone ? sum + row.points : sum), 0);
    return {
      level,
      members: Math.min(members, teamCountMax),
      isMore: members > teamCountMax,
      points: { firstResult: pointsOf('firstResult'), firstWeek: pointsOf('firstWeek') },
      rules: [...new Set(earned.map(({ rule }) => rule))].toSorted((one, other) => one - other),
    };
  });
}

/** After every id, in any collation. */
const lastId = 'Z'.repeat(17);

/** A page of `$3` members of one level of the team of `$1`, the newest first, from the one before `$2` on. */
export const teamPageSql = (level: TeamLevel): string =>
  `select team.id, member.username, team.joined_at, coalesce(earned.rewards, '[]'::json) as rewards
  from (
    ${membersOf(level)} and place.id < coalesce($2, '${lastId}') order by place.id desc limit $3
  ) as team
  join member on member.id = team.member_id
  left join lateral (
    select json_agg(json_build_object('milestone', milestone, 'points', points, 'rule', rule_version, 'at',
      (extract(epoch from rewarded_at) * 1000)::bigint) order by rewarded_at, milestone) as rewards
    from team_reward
    where team_reward.member_id = team.member_id and team_reward.level = ${level}
  ) as earned on true
  order by team.id desc`;

/** A page of one level, the newest first. */
export async function readTeamMembers(
  pool: pg.Pool,
  memberId: bigint,
  level: TeamLevel,
  before: string | null,
): Promise<TeamMember[]> {
  const { rows } = await pool.query<TeamMemberRow>({
    // The level is part of the text, so that each has a plan of its own index.
    name: `team members ${level}`,
    text: teamPageSql(level),
    values: [memberId, before, pageSize],
  });
  return rows.map(({ username, joined_at, ...row }) => ({
    ...row,
    name: shownName(username),
    joinedAt: joined_at.getTime(),
  }));
}

interface TeamMemberRow extends Pick<TeamMember, 'id' | 'rewards'> {
  readonly username: string | null;
  readonly joined_at: Date;
}

/** The owner of an invitation code, or null. */
export async function findByCode(pool: pg.Pool, code: string): Promise<{ username: string } | null> {
  const { rows } = await pool.query<{ username: string }>({
    name: 'owner of invitation code',
    text: 'select username from member where invitation_code = $1',
    values: [code],
  });
  return rows[0] ?? null;
}

/** Records that the member left; null for one who was not invited. A second call finds the time of the first. */
export async function recordExit(pool: pg.Pool, memberId: bigint, at: number): Promise<number | null> {
  await pool.query({
    name: 'leave team',
    text: `insert into team_exit (member_id, left_at) select member_id, $2 from team_place where member_id = $1
      on conflict do nothing`,
    values: [memberId, new Date(at)],
  });
  return (await readStanding(pool, memberId)).leftAt;
}
