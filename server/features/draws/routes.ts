import * as contract from '#contract/draws.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { changeClientSeed } from './change-client-seed.ts';
import { type DrawDependencies, draw } from './draw.ts';
import { getDraw } from './get-draw.ts';
import { getDrawTranscript } from './get-draw-transcript.ts';
import { getEntries } from './get-entries.ts';
import { listDraws } from './list-draws.ts';
import { listPrizes } from './list-prizes.ts';
import { listWinners } from './list-winners.ts';

export type DrawRouteDependencies = DrawDependencies & { readonly ledger: Ledger };

/** Wall time for which callers share one response. */
const sharedForMs = 1_000;

export function drawRoutes(dependencies: DrawRouteDependencies): readonly Binding[] {
  return bindAll('draws', contract, {
    getEntries: (_, { member }) => getEntries(dependencies, member.memberId),
    draw: (input, { member, idempotencyKey }) => draw(dependencies, member.memberId, input, idempotencyKey),
    changeClientSeed: (input, { member }) => changeClientSeed(dependencies, member.memberId, input),
    listPrizes: { handler: () => listPrizes(dependencies), sharedForMs },
    listWinners: { handler: () => listWinners(dependencies), sharedForMs, weight: 2 },
    getDraw: ({ id }, { member }) => getDraw(dependencies, member.memberId, id),
    listDraws: ({ before }, { member }) => listDraws(dependencies, member.memberId, before ?? null),
    getDrawTranscript: ({ day }, { member }) => getDrawTranscript(dependencies, member.memberId, day),
  });
}
