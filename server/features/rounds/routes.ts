import * as contract from '#contract/rounds.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { sharedFor } from '#server/platform/shared-for.ts';
import type { BeaconSource } from './beacon-source.ts';
import { cancelFollow } from './cancel-follow.ts';
import { getDayTranscript } from './get-day-transcript.ts';
import { getFairness, readStanding } from './get-fairness.ts';
import { getRound } from './get-round.ts';
import { getRoundOrders } from './get-round-orders.ts';
import { getRoundProof, type OrderProofDependencies } from './get-round-proof.ts';
import { getTranscript, type TranscriptDependencies } from './get-transcript.ts';
import { listCategories } from './list-categories.ts';
import { listFairDays } from './list-fair-days.ts';
import { listFollows } from './list-follows.ts';
import { listOrders } from './list-orders.ts';
import { listResults, type ResultsCache } from './list-results.ts';
import { listRounds } from './list-rounds.ts';
import { followBounds, type PlaceOrderDependencies, placeOrder } from './place-order.ts';

export type RoundRouteDependencies = TranscriptDependencies &
  OrderProofDependencies &
  PlaceOrderDependencies & { readonly ledger: Ledger; readonly results: ResultsCache; readonly beacon: BeaconSource };

/** Wall time for which callers share one response, and a longer one for what is large or seldom changes. */
const sharedForMs = 250;
const sharedForLongMs = 5_000;

export function roundRoutes(dependencies: RoundRouteDependencies): readonly Binding[] {
  const { tables, ledger, results } = dependencies;
  const standing = sharedFor(sharedForLongMs, () => readStanding(dependencies));
  return bindAll('rounds', contract, {
    listCategories: { handler: () => listCategories(ledger), sharedForMs },
    listRounds: { handler: ({ before }) => listRounds(dependencies, before ?? null), sharedForMs },
    listResults: { handler: () => listResults(results), sharedForMs },
    getRound: { handler: ({ round }) => getRound(dependencies, round), sharedForMs },
    getTranscript: {
      handler: ({ round }) => getTranscript(dependencies, round),
      sharedForMs: sharedForLongMs,
      weight: 2,
    },
    getDayTranscript: {
      handler: ({ day }) => getDayTranscript(dependencies, day),
      sharedForMs: sharedForLongMs,
      weight: 10,
    },
    getRoundOrders: {
      handler: ({ round, from }) => getRoundOrders(dependencies, round, from),
      sharedForMs: sharedForLongMs,
      weight: 5,
    },
    getRoundProof: {
      handler: ({ order }, { member }) => getRoundProof(dependencies, member.memberId, order),
      weight: 5,
    },
    getFairness: {
      handler: ({ before }) => getFairness(dependencies, before ?? null, standing),
      sharedForMs: sharedForLongMs,
    },
    listFairDays: {
      handler: ({ before }) => listFairDays(dependencies, before ?? null),
      sharedForMs: sharedForLongMs,
    },
    placeOrder: {
      handler: (input, { member, idempotencyKey }) => placeOrder(dependencies, member.memberId, input, idempotencyKey),
      values: { followInvalid: followBounds },
    },
    listOrders: ({ before, round, order }, { member }) =>
      listOrders(tables, member.memberId, { before: before ?? null, round: round ?? null }, order ?? null),
    listFollows: ({ before }, { member }) => listFollows(tables, member.memberId, before ?? null),
    cancelFollow: ({ follow }, { member }) => cancelFollow(dependencies, member.memberId, follow),
  });
}
