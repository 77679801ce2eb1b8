import type pg from 'pg';
import { type Milestone, type TeamLevel, teamRules } from '#core/invitations/rules.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { isStale } from '#server/ledger/failures.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';

export interface RewardTeamDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'submitPages'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly log: Log;
}

const pageSize = 500;
const lookEveryMs = 3_000;

/** Polls for milestones whose inviters have no points yet; any number of nodes may do so at once. */
export function pollMilestones(dependencies: RewardTeamDependencies): Poll {
  const { log } = dependencies;
  return poll({ name: 'team rewards', everyMs: lookEveryMs, log, run: () => rewardTeams(dependencies) });
}

/** Gives every inviter the points of the milestones reached since, and returns how many movements this call made. */
export async function rewardTeams({ pool, ledger, clock, log }: RewardTeamDependencies): Promise<number> {
  let made = 0;
  for (let after: ReachedMilestone | undefined; ; ) {
    const page: ReachedMilestone[] = await unrewarded(pool, after);
    const { committed, failed } = await ledger.submitPages(onePage(page.flatMap(rewardsOf)));
    made += committed;
    const failedKeys = new Set(failed.map(({ key }) => key));
    for (const { key, reason } of failed) {
      // An inviter's member left meanwhile: the next run reads the team again.
      if (isStale(reason)) continue;
      log.error({ err: reason, transfer: key }, 'an inviter’s points could not be given');
    }
    await markRewarded(
      pool,
      page.filter((milestone) => rewardsOf(milestone).every(({ key }) => !failedKeys.has(key))),
      clock.now(),
    );
    after = page.at(-1);
    if (page.length < pageSize) return made;
  }
}

async function* onePage(page: readonly Submission[]): AsyncGenerator<readonly Submission[]> {
  if (page.length > 0) yield page;
}

/** That the inviter has not deleted the account. */
const isThere = 'not exists (select from member_deletion where member_deletion.member_id = team.inviter_id)';

interface ReachedMilestone {
  readonly memberId: bigint;
  readonly milestone: Milestone;
  /** Who sees the member now, by level. */
  readonly inviters: readonly { readonly level: TeamLevel; readonly id: bigint }[];
}

async function unrewarded(pool: pg.Pool, after: ReachedMilestone | undefined): Promise<ReachedMilestone[]> {
  const { rows } = await pool.query<{ member_id: bigint; kind: Milestone; levels: TeamLevel[]; inviters: string[] }>({
    name: 'unrewarded milestones',
    text: `select milestone.member_id, milestone.kind,
        array(select level from team where team.member_id = milestone.member_id and ${isThere} order by level) as levels,
        array(select inviter_id::text from team where team.member_id = milestone.member_id and ${isThere} order by level) as inviters
      from milestone
      where rewarded_at is null and (milestone.member_id, milestone.kind) > ($1, $2)
      order by milestone.member_id, milestone.kind limit $3`,
    values: [after?.memberId ?? 0n, after?.milestone ?? '', pageSize],
  });
  return rows.map(({ member_id, kind, levels, inviters }) => ({
    memberId: member_id,
    milestone: kind,
    inviters: levels.map((level, place) => ({ level, id: BigInt(inviters[place] ?? 0) })),
  }));
}

/** Writes nothing, which refuses the transfer, where the inviter no longer sees the member or has deleted the account. */
const recordReward = {
  name: 'record team reward',
  columns: {
    member_id: 'bigint',
    milestone: 'text',
    level: 'integer',
    inviter_id: 'bigint',
    points: 'integer',
    rule_version: 'integer',
    transfer_at: 'timestamptz',
  },
  sql: `insert into team_reward (member_id, milestone, level, inviter_id, points, rule_version, rewarded_at)
    select given.member_id, given.milestone, given.level, given.inviter_id, given.points, given.rule_version, given.transfer_at
    from given join team
      on team.member_id = given.member_id and team.level = given.level and team.inviter_id = given.inviter_id
    where ${isThere}`,
} as const;

/** The movements of one milestone: to each level's inviter its own, under the key of member, milestone and level. */
function rewardsOf({ memberId, milestone, inviters }: ReachedMilestone): Submission[] {
  return inviters.map(({ level, id }) => {
    const earned = teamRules.points[milestone][level];
    return {
      key: `invitation:${memberId}:${milestone}:${level}`,
      inputHash: inputHashOf({ milestone, level }),
      kind: 'invitationRewarded',
      reference: `${milestone}.${level}`,
      postings: [
        { from: houseAccount('sponsorPoints', id), to: memberAccount(id, 'promotion'), amount: points(BigInt(earned)) },
      ],
      rows: [
        attach(recordReward, {
          member_id: memberId,
          milestone,
          level,
          inviter_id: id,
          points: earned,
          rule_version: teamRules.version,
        }),
      ],
    };
  });
}

async function markRewarded(pool: pg.Pool, done: readonly ReachedMilestone[], now: number): Promise<void> {
  if (done.length === 0) return;
  await pool.query({
    name: 'milestones rewarded',
    text: `update milestone set rewarded_at = greatest(reached_at, $3)
      from unnest($1::bigint[], $2::text[]) as done (member_id, kind)
      where milestone.member_id = done.member_id and milestone.kind = done.kind and rewarded_at is null`,
    values: [done.map(({ memberId }) => String(memberId)), done.map(({ milestone }) => milestone), new Date(now)],
  });
}
