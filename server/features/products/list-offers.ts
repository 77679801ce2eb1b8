import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { Offered, listOffers as operation } from '#contract/products.ts';
import { expectedValue, prizeTableOfDay } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { financingOffered, levelsOffered, shippedOffers } from '#core/products/offers.ts';
import { utcDay } from '#core/time/lengths.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import { causesAt } from '#server/platform/offers/causes.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';

/** The products as they are offered now, beside how they ship, and the causes. */
export async function listOffers({
  tables,
  offers,
  ledger,
  clock,
}: {
  readonly tables: Kysely<unknown>;
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
  readonly ledger: Pick<LedgerReader, 'houseBalances'>;
  readonly clock: { now(): number };
}): Promise<OutputOf<typeof operation>> {
  const now = Math.trunc(clock.now());
  const shipped = new Map(shippedOffers(now).map((one) => [`${one.kind} ${one.item}`, one]));
  const changes = offers.changes();
  const offeredLevels = levelsOffered(now, changes);
  const levels = offeredLevels.map(({ id, isOpen, amountMin, amountMax, leverageMax, terms }) => ({
    ...{ kind: 'level' as const, item: String(id), isOpen, minimum: amountMin, maximum: amountMax, dailyRatePpm: null },
    fixed: [
      { name: 'rounds' as const, value: terms.rounds },
      { name: 'leverageMax' as const, value: leverageMax },
    ],
  }));
  const financing = financingOffered(now, changes).map(({ id, isOpen, minimum, maximum, days, dailyRatePpm }) => ({
    ...{ kind: 'financing' as const, item: id, isOpen, minimum, maximum, dailyRatePpm },
    fixed: [{ name: 'days' as const, value: days }],
  }));
  const all = [...levels, ...financing].map((one): Offered => {
    const { minimum, maximum, dailyRatePpm } = shipped.get(`${one.kind} ${one.item}`) ?? one;
    return { ...one, shippedMinimum: minimum, shippedMaximum: maximum, shippedDailyRatePpm: dailyRatePpm };
  });
  const shippedWeights = new Map(levelsAt(now).map(({ id, weightMin }) => [id, weightMin]));
  const bands = offeredLevels.slice(1).map(({ id, weightMin }) => ({
    ...{ level: id, weightMin, shippedWeightMin: shippedWeights.get(id) ?? weightMin },
  }));
  const [causes, prizes] = [await causesAt(tables, now), await prizesNow(offers, ledger, now)];
  return { now, offers: all, bands, causes, prizes };
}

async function prizesNow(
  offers: Pick<ProductOffers, 'prizeTables'>,
  ledger: Pick<LedgerReader, 'houseBalances'>,
  now: number,
): Promise<OutputOf<typeof operation>['prizes']> {
  const table = prizeTableOfDay(offers.prizeTables(), utcDay(now));
  const fund = (await ledger.houseBalances()).get('prizes') ?? 0n;
  return { ...table, expectedValue: expectedValue(table), fund: usdt(fund) };
}
