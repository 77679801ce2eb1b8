import type pg from 'pg';
import * as contract from '#contract/proofs.ts';
import type { Market } from '#server/market/market.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { getMinutes } from './get-minutes.ts';
import { getReplay } from './get-replay.ts';
import { listBalanceRoots } from './list-balance-roots.ts';

const sharedForMs = 1_000;

export function proofRoutes(
  pool: pg.Pool,
  market: Pick<Market, 'coins' | 'published' | 'closedBetween'>,
): readonly Binding[] {
  return bindAll('proofs', contract, {
    listBalanceRoots: { handler: ({ after }) => listBalanceRoots(pool, after ?? null), sharedForMs },
    getReplay: { handler: ({ name }) => getReplay(market, name), sharedForMs },
    getMinutes: (input) => getMinutes(market, input),
    getBalanceProof: ({ tree }, { member }) => getBalanceProof(pool, member, tree ?? null),
  });
}
