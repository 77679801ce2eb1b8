import { Kysely, PostgresDialect } from 'kysely';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import type { RequestRail } from './deposit-rail.ts';
import { requestDeposit } from './request-deposit.ts';

/** A node on a database of its own, with that rail, and members who deposit. */
export async function openDeposits(usual: RequestRail) {
  const database = await createTestDatabase();
  const { pool } = database;
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const published: (readonly [to: unknown, event: unknown])[] = [];

  function openNode(rail: RequestRail = usual) {
    const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const memberEvents = {
      publish: async (memberIds: unknown, event: unknown) => void published.push([memberIds, event]),
    };
    const images = { give: async () => undefined };
    const guard = { requireNotExcluded: async () => undefined };
    return { tables, rail, clock, images, guard, ledger: openLedger({ pool, clock }), memberEvents, log: silentLog };
  }

  const world = openNode();
  let lastMember = 0n;
  return {
    ...{ database, clock, published, openNode, world },
    async newMember(): Promise<bigint> {
      const memberId = ++lastMember;
      await pool.query('select ledger.open_member($1)', [memberId]);
      return memberId;
    },
    request: (memberId: bigint, units: number, key: string | null = null, channel = 'sandbox') =>
      requestDeposit(world, memberId, { channel, amount: usdt(BigInt(units * 1_000_000)) }, key),
    availableOf: async (memberId: bigint) => (await world.ledger.balancesOf(memberId))?.available,
    async close() {
      await world.ledger.close();
      await database.drop();
    },
  };
}
