import type { Kysely } from 'kysely';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { noUsdt } from '#core/money/amount.ts';
import { separateHours, startsIn } from '#core/plans/distribution.ts';
import { canTake, termsOf, weightUnbounded } from '#core/plans/levels.ts';
import { levelsOffered } from '#core/products/offers.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { LosingPairs } from './losing-pairs.ts';
import { requireLeverage } from './plan-offer.ts';
import { weightOf } from './plan-store.ts';
import type { QuoteCache } from './quote-cache.ts';

export interface ListLevelsDependencies {
  readonly ledgerReader: Pick<LedgerReader, 'balancesOf'>;
  readonly market: Pick<Market, 'coins' | 'measured'>;
  readonly clock: { now(): number };
  readonly tables: Kysely<unknown>;
  readonly quotes: QuoteCache;
  readonly losingPairs: Pick<LosingPairs, 'ofLevel'>;
  readonly offers: Pick<ProductOffers, 'changes'>;
}

/** The open levels with what the member has unlocked, and the outcomes measured for this coin and leverage. */
export async function listLevels(
  { ledgerReader, market, clock, tables, quotes, losingPairs, offers }: ListLevelsDependencies,
  memberId: bigint,
  coin: string,
  leverage: number,
): Promise<LevelOffer[]> {
  const levels = levelsOffered(clock.now(), offers.changes());
  requireCoin(market, coin);
  requireLeverage(levels, leverage);
  const [balances, weight] = await Promise.all([ledgerReader.balancesOf(memberId), weightOf(tables, memberId)]);
  // A closed level is not offered; its place counts, because the first one is open to all.
  const offered = [...levels.entries()].filter(([, { isOpen }]) => isOpen);
  return offered.map(([index, level]): LevelOffer => {
    const { lacking } = canTake(level, index, weight, balances?.available ?? noUsdt);
    const history = market.measured(coin, level.terms.interval);
    const measured = quotes.distribution(coin, termsOf(level, leverage), history);
    const samples = measured?.samples ?? startsIn(level.terms, history);
    const pairs = losingPairs.ofLevel(level.id);
    return {
      id: level.id,
      weightMin: level.weightMin,
      weightMax: level.weightMax === weightUnbounded ? null : level.weightMax,
      amountMin: level.amountMin,
      amountMax: level.amountMax,
      expectedMin: measured?.lowerQuartile ?? null,
      expectedMax: measured?.upperQuartile ?? null,
      expectedMean: measured?.mean ?? null,
      samples,
      hours: separateHours(level.terms.interval, samples),
      shareLost: measured?.shareLost ?? null,
      shareFlat: measured?.shareFlat ?? null,
      shareEarned: measured?.shareEarned ?? null,
      pairs: pairs?.pairs ?? null,
      pairsLosing: pairs?.losing ?? null,
      pairsLosingWithoutFees: pairs?.losingWithoutFees ?? null,
      maximumLoss: level.terms.maximumLoss,
      maximumProfit: level.terms.maximumProfit,
      leverageMax: level.leverageMax,
      lockedBy: lacking.includes('weight') ? 'weight' : lacking.includes('available') ? 'balance' : null,
      strategy: level.terms.strategy,
      rounds: level.terms.rounds,
      interval: level.terms.interval,
      feeRate: level.terms.feeRate,
    };
  });
}
