import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { checkTrialBalance } from './check-trial-balance.ts';
import { type Ledger, openLedger } from './ledger.ts';

export interface TestLedger {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Opens the accounts of a member, as the registration does. */
export async function openMember({ pool }: TestDatabase, memberId: bigint): Promise<void> {
  await pool.query('select ledger.open_member($1)', [memberId]);
}

/** A ledger on a fresh database, with these members' accounts open. */
export async function openTestLedger(memberIds: readonly bigint[]): Promise<TestLedger> {
  const database = await createTestDatabase();
  // Transfers of points alone, without the rows that they stand for.
  await allowMadeUpPoints(database);
  for (const memberId of memberIds) await openMember(database, memberId);
  const ledger = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  return {
    database,
    ledger,
    async close() {
      await ledger.close();
      await database.drop();
    },
  };
}

/** What the books' own check finds wrong: nothing, in sound books. */
export async function faultsOf({ pool }: TestDatabase): Promise<string[]> {
  const { sums, differences, tornTransfers, unfounded } = await checkTrialBalance(pool);
  return [
    ...sums.filter(({ balance }) => balance !== '0').map(({ asset, balance }) => `sum of ${asset} is ${balance}`),
    ...differences.map(({ account_id }) => `balance of ${account_id}`),
    ...tornTransfers.map(({ transfer_id }) => `torn ${transfer_id}`),
    ...unfounded.map(({ fault }) => fault),
  ];
}
