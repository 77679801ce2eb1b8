import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { type Asset, points, usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { nameCause } from '#server/test/named-cause.fixture.ts';
import { askForDisbursement, type DisburseDependencies } from './disburse.ts';
import type { DisbursementContent } from './disbursement-store.ts';
import { getGiving } from './get-giving.ts';
import { listDisbursements } from './list-disbursements.ts';

export const texts = { name: 'Books <b>&amp;</b>', about: '=1+1 "quoted" <script>' };

/** A charity with a cause, on two nodes of one database, and what operators ask for. */
export async function openDisbursements() {
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await addOperators(database.owner);
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  let wall = 0;
  const nodes = [0, 1].map(() => ({
    ...{ tables, ledger: openLedger({ pool, clock }), clock },
    wallNow: () => Date.now() + wall,
  }));
  await nameCause(database, 'books', texts, { by: [owner('anna'), owner('bert')], now: clock.now() });
  beforeEach(() => {
    wall = 0;
  });
  const node = (place = 0) => nodes[place % 2] as DisburseDependencies;
  let funded = 0;
  let receipts = 0;
  return {
    ...{ database, node },
    passTime(ms: number): void {
      wall += ms;
    },
    /** What the charity receives, as from rounds and donations. */
    async receive(asset: Asset, amount: bigint): Promise<void> {
      const postings =
        asset === 'USDT'
          ? [{ from: houseAccount('sponsor', 0n), to: houseAccount('charity', 0n), amount: usdt(amount) }]
          : [
              {
                from: houseAccount('sponsorPoints', 0n),
                to: houseAccount('charityPoints', 0n),
                amount: points(amount),
              },
            ];
      const outcome = await node().ledger.submit({
        ...{ key: `receive:${++funded}`, inputHash: '0'.repeat(64), kind: 'donated', reference: 'test', postings },
      });
      expect(outcome.status).toBe('committed');
    },
    content: (change: Partial<DisbursementContent> = {}): DisbursementContent => ({
      ...{ causeId: 'books', asset: 'PTS', amount: 5n, receipt: `Receipt ${++receipts}`, ...change },
    }),
    ask: (of: DisbursementContent, operator: string, place = 0, key: string | null = null) =>
      askForDisbursement(node(place), of, { by: owner(operator), key }),
    async columns() {
      const { points: inPoints, usdt: inUsdt } = await getGiving({ ...node(), pool } as never);
      return { PTS: inPoints, USDT: inUsdt };
    },
    listed: () => listDisbursements(pool, {}),
    async close(): Promise<void> {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}

export const idOf = (result: object): string => ('id' in result ? String(result.id) : '-');
