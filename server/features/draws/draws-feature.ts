import { fundOnce } from '#server/ledger/fund-once.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { type DrawSeeds, drawDaysOf } from './draw-seeds.ts';
import { fundingOf } from './draw-transfers.ts';
import { scheduleReveals } from './reveal-seeds.ts';
import { type DrawRouteDependencies, drawRoutes } from './routes.ts';

export type DrawsDependencies = Omit<DrawRouteDependencies, 'seeds'> & {
  readonly seeds: Pick<DrawSeeds, 'ofDay'>;
  readonly offers: Pick<ProductOffers, 'prizeTables'>;
  readonly clock: ProductClock;
  readonly log: Log;
};

/** The daily draw, its prize fund, and the reveal of each day's seed. */
export async function openDraws({ offers, ...dependencies }: DrawsDependencies): Promise<Feature> {
  await fundOnce(dependencies.ledger, fundingOf());
  const { seeds } = dependencies;
  const own = { ...dependencies, seeds: drawDaysOf((day) => seeds.ofDay(day), offers) };
  const revealing = scheduleReveals(own);
  return { bindings: drawRoutes(own), close: () => revealing.stop() };
}
