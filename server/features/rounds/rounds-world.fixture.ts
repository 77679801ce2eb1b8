import { randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { setProductTime } from '#server/test/product-time.fixture.ts';
import type { BeaconSource } from './beacon-source.ts';
import { endRound } from './end-round.ts';
import { createTestBeacon, micro, openNode, type RoundsNode, worldStart } from './round-node.fixture.ts';
import { findRound, type StoredRound } from './round-store.ts';

export type RoundsWorld = Awaited<ReturnType<typeof openWorld>>;

/** A database of its own and one node on it, at a product time that stands until it is moved. `source` replaces the test's own beacon. */
export async function openWorld(source: BeaconSource | null = null, start: number = worldStart) {
  const database = await createTestDatabase();
  const { pool, owner } = database;
  let time = start;
  const clock = { now: () => time };
  await setProductTime(owner, time);
  const beacon = createTestBeacon();
  const nodes: RoundsNode[] = [];
  const open = async () => {
    const node = await openNode(pool, clock, source ?? beacon);
    nodes.push(node);
    return node;
  };
  const node = await open();
  await node.run();
  let members = 0n;
  const moveTo = async (ms: number): Promise<void> => {
    time = ms;
    await setProductTime(owner, ms);
  };
  return {
    ...node,
    ...{ database, beacon, clock, openNode: open },
    /** Moves node and database to that product time. */
    moveTo,
    /** Closes, draws and pays the running round, and leaves the clock at the opening of the next one. */
    async finish(): Promise<number> {
      const round = roundAt(time);
      await moveTo(timesOf(round).closesAt);
      await node.run();
      await moveTo(timesOf(round).resultAt);
      await node.run();
      return round;
    },
    /** Closes and draws the running round, and leaves it unpaid. */
    async draw(): Promise<StoredRound> {
      const round = roundAt(time);
      const found = async () => {
        const stored = await findRound(node.tables, round);
        if (!stored) throw new Error(`round ${round} was not closed`);
        return stored;
      };
      await moveTo(timesOf(round).closesAt);
      await node.run();
      await moveTo(timesOf(round).resultAt);
      await endRound(node, await found(), time, new AbortController().signal);
      return await found();
    },
    /** The node's clock alone: one that is behind the database's. */
    setNodeClock(ms: number): void {
      time = ms;
    },
    async member(funds: number): Promise<bigint> {
      const memberId = ++members;
      await pool.query('select ledger.open_member($1)', [memberId]);
      if (funds > 0) {
        const outcome = await node.ledger.submit({
          ...{ key: `fund:${randomUUID()}`, inputHash: '0'.repeat(64), kind: 'roundsFunded', reference: 'test' },
          postings: [
            { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: micro(funds) },
          ],
        });
        if (outcome.status !== 'committed') throw new Error(`not funded: ${outcome.status}`);
      }
      return memberId;
    },
    /** Available and staked, in micro-USDT. */
    async balances(memberId: bigint): Promise<readonly [available: bigint, stakes: bigint]> {
      const found = await node.ledger.balancesOf(memberId);
      return [found?.available ?? 0n, found?.stakes ?? 0n];
    },
    house: async (name: 'rounds' | 'roundsReserved' | 'charity') => (await node.ledger.houseBalances()).get(name) ?? 0n,
    async close(): Promise<void> {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}
