import type pg from 'pg';
import type { getBooks as operation } from '#contract/books.ts';
import type { OutputOf } from '#contract/operation.ts';
import { type HouseAccountName, houseAccountNames } from '#core/ledger/accounts.ts';
import { amount, toDecimal } from '#core/money/amount.ts';
import { houseBalances } from '#server/ledger/ledger-reader.ts';

export interface GetBooksDependencies {
  readonly pool: pg.Pool;
  /** The product clock. */
  readonly clock: { now(): number };
}

export async function getBooks({ pool, clock }: GetBooksDependencies): Promise<OutputOf<typeof operation>> {
  const at = Math.trunc(clock.now());
  const balances = await houseBalances(pool);
  const house = balances.map(({ name, asset, balance }) => ({
    name: name as HouseAccountName,
    balance: { asset, amount: toDecimal(asset, amount(asset, balance)) },
  }));
  return {
    at,
    house: house.toSorted((one, other) => houseAccountNames.indexOf(one.name) - houseAccountNames.indexOf(other.name)),
  };
}
