import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { allowMadeUpChances, allowMadeUpPoints } from './made-up-points.fixture.ts';

/** Books with members who delete their accounts. */
export async function openDeletions() {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await allowMadeUpChances(database);
  const ledger = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  const erase = (memberId: bigint, by = database.pool) =>
    by.query('insert into member_deletion (member_id) values ($1) on conflict do nothing', [memberId]);
  /** Moves test money between the rail and a member's account. */
  const move = async (
    memberId: bigint,
    amount: bigint,
    account: 'available' | 'plans',
    back = false,
  ): Promise<void> => {
    const [from, to] = [houseAccount('rail', memberId), memberAccount(memberId, account)];
    await ledger.submit({
      key: `move:${memberId}:${account}:${back}`,
      inputHash: inputHashOf({ amount }),
      kind: 'depositConfirmed',
      reference: 'D1',
      postings: [back ? { from: to, to: from, amount: usdt(amount) } : { from, to, amount: usdt(amount) }],
    });
  };
  return {
    ...{ database, ledger, erase, move },
    async close(): Promise<void> {
      await ledger.close();
      await database.drop();
    },
  };
}

/** How a statement ended: done, or by which code. */
export const stateOf = async (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
