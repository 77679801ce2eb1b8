import { randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting, TransferKind } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createMovementSums } from '#server/ledger/movement-sums.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';

export type Reader = { readonly memberId: bigint; readonly timeZone: string };

/** Books with members whose movements a test makes and reads. */
export async function openMovements() {
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const ledger = openLedger({ pool: database.pool, clock });
  const movementSums = createMovementSums(database.pool);
  let lastMember = 0n;
  const book = async (kind: TransferKind, reference: string, postings: readonly Posting[], at?: string) => {
    if (at !== undefined) clock.advance(Date.parse(at) - clock.now());
    const outcome = await ledger.submit({ key: randomUUID(), inputHash: '0'.repeat(64), kind, reference, postings });
    if (outcome.status !== 'committed') throw new Error(outcome.status);
  };
  return {
    ...{ clock, database, book },
    dependencies: () => ({ pool: database.pool, clock, movementSums }),
    async newMember(timeZone = 'UTC'): Promise<Reader> {
      const memberId = ++lastMember;
      await database.pool.query('select ledger.open_member($1)', [memberId]);
      return { memberId, timeZone };
    },
    /** A deposit of 1,000, a plan of 200 that loses 6, one of 100 that earns 4. */
    async trade({ memberId }: Reader, at = '2026-02-01T10:00:00Z'): Promise<void> {
      const [available, plans] = [memberAccount(memberId, 'available'), memberAccount(memberId, 'plans')];
      const [rail, market] = [houseAccount('rail', memberId), houseAccount('market', memberId)];
      await book('depositConfirmed', 'D1', [{ from: rail, to: available, amount: usdt(1_000n) }], at);
      await book('planPlaced', 'PLOSS', [{ from: available, to: plans, amount: usdt(200n) }]);
      await book('planSettled', 'PLOSS', [
        { from: plans, to: market, amount: usdt(6n) },
        { from: plans, to: available, amount: usdt(194n) },
      ]);
      await book('planPlaced', 'PGAIN', [{ from: available, to: plans, amount: usdt(100n) }]);
      await book('planSettled', 'PGAIN', [
        { from: market, to: available, amount: usdt(4n) },
        { from: plans, to: available, amount: usdt(100n) },
      ]);
    },
    async close(): Promise<void> {
      await ledger.close();
      await database.drop();
    },
  };
}
