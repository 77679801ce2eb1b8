import type { getTrialBalance as operation } from '#contract/books.ts';
import type { OutputOf } from '#contract/operation.ts';
import { amount, toDecimal } from '#core/money/amount.ts';
import { houseBalances, memberSums } from '#server/ledger/ledger-reader.ts';
import { inTransaction, readingOneMoment } from '#server/platform/database/transaction.ts';
import type { GetBooksDependencies } from './get-books.ts';

/** The sum of every account by its name, of all members and of the house: those of one asset add up to zero. */
export async function getTrialBalance({
  pool,
  clock,
}: Pick<GetBooksDependencies, 'pool' | 'clock'>): Promise<OutputOf<typeof operation>> {
  const at = Math.trunc(clock.now());
  // Of one moment: between two statements money moves on.
  const rows = await inTransaction(
    pool,
    async (client) => [
      ...(await memberSums(client)).map((one) => ({ of: 'members' as const, ...one })),
      ...(await houseBalances(client)).map((one) => ({ of: 'house' as const, ...one })),
    ],
    readingOneMoment,
  );
  return {
    at,
    rows: rows.map(({ of, name, asset, balance }) => ({
      of,
      name,
      balance: { asset, amount: toDecimal(asset, amount(asset, balance)) },
    })),
  };
}
