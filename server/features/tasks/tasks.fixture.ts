import type { TaskKind } from '#core/rewards/tasks.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { leastPublicId } from '#server/platform/public-id.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { collectTasks } from './collect-tasks.ts';
import { listTasks } from './list-tasks.ts';

/** Two nodes on one database, and acts of members at any product time. */
export async function openTasks() {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const { pool } = database;
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const nodes = [0, 1].map(() => ({ pool, ledger: openLedger({ pool, clock }), clock }));
  const node = (place = 0) => nodes[place % 2] as (typeof nodes)[number];
  let made = 0;

  /** The row that an act leaves, at that product time. */
  async function act(memberId: bigint, kind: TaskKind, at = clock.now()): Promise<void> {
    const time = new Date(at);
    const id = `${leastPublicId(Math.trunc(at)).slice(0, 9)}${String(++made).padStart(7, '0')}`;
    const insert = (text: string, ...values: unknown[]) => database.owner.query(text, [memberId, ...values]);
    const plan = `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)`;
    switch (kind) {
      case 'checkedIn':
        await insert(
          `insert into check_in select $1, member_day($2, time_zone), time_zone,
             (array[1, 5, 10, 20, 30, 40, 50])[extract(isodow from member_day($2, time_zone))::int], $2,
             start_of_day(member_day($2, time_zone) + 1, time_zone) from member where id = $1 on conflict do nothing`,
          time,
        );
        return;
      case 'planPlaced':
        await insert(`${plan} values ($1, $2, 1, 1, 10000000, 1, $3, null, null)`, id, time);
        return;
      case 'planSettled':
        // Placed long before.
        await insert(
          `${plan} values ($1, $2, 1, 1, 10000000, 1, $3, 0, $4)`,
          `${leastPublicId(Date.UTC(2020, 0, 1)).slice(0, 9)}${String(made).padStart(7, '0')}`,
          new Date(Date.UTC(2020, 0, 1)),
          time,
        );
        return;
      case 'donated':
        await insert(`insert into donation values ($1, $2, 10, 'masked', $3)`, id, time);
        return;
      case 'helpRead':
      case 'resultVerified':
        await insert(`insert into member_act values ($1, $2, $3, $4)`, kind, `x.${made}`, time);
    }
  }

  return {
    database,
    clock,
    node,
    act,
    setTime: (at: number): void => clock.advance(at - clock.now()),
    collect: (memberId: bigint, place = 0) => collectTasks(node(place), memberId),
    list: (memberId: bigint) => listTasks(node(), memberId),
    promotionOf: async (memberId: bigint) => (await node().ledger.balancesOf(memberId))?.promotion,
    async moveTo(memberId: bigint, zone: string): Promise<void> {
      await pool.query('update member set time_zone = $2 where id = $1', [memberId, zone]);
    },
    async close() {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}
