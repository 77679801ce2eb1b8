import * as contract from '#contract/draws.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { changeClientSeed } from './change-client-seed.ts';
import { type DrawDependencies, draw } from './draw.ts';
import { type DrawSeeds, drawDaysOf } from './draw-seeds.ts';
import { fundingOf } from './draw-transfers.ts';
import { getDraw } from './get-draw.ts';
import { getDrawTranscript } from './get-draw-transcript.ts';
import { getEntries } from './get-entries.ts';
import { listDraws } from './list-draws.ts';
import { listPrizes } from './list-prizes.ts';
import { listWinners } from './list-winners.ts';
import { scheduleReveals } from './reveal-seeds.ts';

/** Wall time for which callers share one response. */
const sharedForMs = 1_000;

export interface DrawsDependencies extends Omit<DrawDependencies, 'seeds'> {
  readonly ledger: Ledger;
  readonly seeds: Pick<DrawSeeds, 'ofDay'>;
  readonly offers: Pick<ProductOffers, 'prizeTables'>;
  readonly clock: ProductClock;
  readonly log: Log;
}

/** The daily draw, its prize fund, and the reveal of each day's seed. */
export async function openDraws({ offers, ...dependencies }: DrawsDependencies): Promise<Feature> {
  await fundOnce(dependencies.ledger, fundingOf());
  const { seeds } = dependencies;
  const own = { ...dependencies, seeds: drawDaysOf((day) => seeds.ofDay(day), offers) };
  const revealing = scheduleReveals(own);
  return {
    bindings: bindAll('draws', contract, {
      getEntries: (_, { member }) => getEntries(own, member.memberId),
      draw: (input, { member, idempotencyKey }) => draw(own, member.memberId, input, idempotencyKey),
      changeClientSeed: (input, { member }) => changeClientSeed(own, member.memberId, input),
      listPrizes: { handler: () => listPrizes(own), sharedForMs },
      listWinners: { handler: () => listWinners(own), sharedForMs, weight: 2 },
      getDraw: ({ id }, { member }) => getDraw(own, member.memberId, id),
      listDraws: ({ before }, { member }) => listDraws(own, member.memberId, before ?? null),
      getDrawTranscript: ({ day }, { member }) => getDrawTranscript(own, member.memberId, day),
    }),
    close: () => revealing.stop(),
  };
}
