import type pg from 'pg';
import * as contract from '#contract/proofs.ts';
import type { Market } from '#server/market/market.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { getMinutes } from './get-minutes.ts';
import { getReplayDay } from './get-replay-day.ts';
import { listBalanceRoots } from './list-balance-roots.ts';
import { listClosedCandles } from './list-closed-candles.ts';

export type ProofMarket = Pick<Market, 'coins' | 'published' | 'binding' | 'recordedDay' | 'closedBetween'>;

const sharedForMs = 1_000;

export function proofRoutes(pool: pg.Pool, market: ProofMarket): readonly Binding[] {
  return bindAll('proofs', contract, {
    listBalanceRoots: { handler: ({ after }) => listBalanceRoots(pool, after ?? null), sharedForMs },
    getReplayDay: { handler: (input) => getReplayDay(market, input), sharedForMs },
    getMinutes: (input) => getMinutes(market, input),
    listClosedCandles: { handler: (input) => listClosedCandles(market, input), sharedForMs },
    getBalanceProof: ({ tree }, { member }) => getBalanceProof(pool, member, tree ?? null),
  });
}
