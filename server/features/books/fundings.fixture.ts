import { Kysely, PostgresDialect } from 'kysely';
import type { FundableAccount } from '#core/ledger/funding.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { proposeFunding } from './propose-funding.ts';
import { reviewedFundings } from './reviewed-fundings.ts';

/** What is asked for, unless a test says otherwise. */
export const asked = {
  account: 'rounds' as FundableAccount,
  amount: usdt(2_500_000n),
  reason: 'winnings of the week',
};

/** Two nodes on one database, and operators who ask for fundings and decide on them. */
export async function openFundings(wallNow: () => number = Date.now) {
  const database = await createTestDatabase();
  await addOperators(database.owner);
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const published: unknown[] = [];
  const nodes = [0, 1].map(() => {
    const { pool } = database;
    const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const operatorEvents = { publish: async (event: unknown) => void published.push(event) };
    const own = { operatorEvents, tables, ledger: openLedger({ pool, clock }), clock, wallNow };
    return { ...own, reviewed: reviewedFundings(own) };
  });
  const node = (place = 0) => nodes[place % 2] as (typeof nodes)[number];

  async function waiting(id: string) {
    const found = (await node().reviewed.list(200)).find((one) => one.id === `0.${id}`);
    if (!found) throw new Error(`${id} does not wait`);
    return found;
  }

  return {
    ...{ database, clock, published, node, waiting },
    async propose(operator = 'anna', key: string | null = null): Promise<string> {
      return (await proposeFunding(node(), asked, owner(operator), key)).id;
    },
    async decide(id: string, operator: string, decision: 'approved' | 'refused' = 'approved', place = 0) {
      const { hash } = await waiting(id);
      return await node(place).reviewed.decide({ by: owner(operator), id: `0.${id}`, hash, decision, reason: 'seen' });
    },
    async close() {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}
