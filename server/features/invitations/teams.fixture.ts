import { Kysely, PostgresDialect } from 'kysely';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { recordAct } from '#server/rewards/acts.ts';
import { allowMadeUpResults } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { getTeam } from './get-team.ts';
import { leaveTeam } from './leave-team.ts';
import { rewardTeams } from './reward-team.ts';
import { recordPlace } from './team-store.ts';

type Published = { readonly to: readonly bigint[]; readonly change: string };

/** Two nodes on one database, and members in teams. */
export async function openTeams() {
  const database: TestDatabase = await createTestDatabase();
  await allowMadeUpResults(database);
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const published: Published[] = [];
  const memberEvents: Pick<MemberEvents, 'publish'> = {
    async publish(memberIds, { value }) {
      const to = typeof memberIds === 'bigint' ? [memberIds] : memberIds;
      published.push({ to, change: 'change' in value ? String(value.change) : '' });
    },
  };
  const nodes = [0, 1].map(() => ({ pool, clock, log: silentLog, memberEvents, ledger: openLedger({ pool, clock }) }));
  const node = (place = 0) => nodes[place % 2] as (typeof nodes)[number];
  return {
    database,
    clock,
    published,
    node,
    /** A new member, as its registration leaves it. */
    async join(inviter: bigint | null = null): Promise<bigint> {
      clock.advance(1);
      const memberId = await insertMember(database, 'UTC', inviter);
      await recordPlace(tables, memberId, clock.now());
      return memberId;
    },
    verify: (memberId: bigint, subject = 'plan.A1') =>
      recordAct(pool, { memberId, kind: 'resultVerified', subject, at: new Date(clock.now()) }),
    reward: (place = 0) => rewardTeams(node(place)),
    leave: (memberId: bigint) => leaveTeam(node(), memberId),
    async promotionOf(memberId: bigint): Promise<number> {
      return Number((await node().ledger.balancesOf(memberId))?.promotion ?? 0n);
    },
    /** Members and points by level. */
    async levelsOf(memberId: bigint): Promise<{ members: number; points: number }[]> {
      const { levels } = await getTeam(pool, memberId, {});
      return levels.map(({ members, points }) => ({ members, points: points.firstResult + points.firstWeek }));
    },
    faults: () => faultsOf(database),
    async close(): Promise<void> {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}

export type Teams = Awaited<ReturnType<typeof openTeams>>;
