import type pg from 'pg';
import * as contract from '#contract/proofs.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { listBalanceRoots } from './list-balance-roots.ts';

const sharedForMs = 1_000;

export function proofRoutes(pool: pg.Pool): readonly Binding[] {
  return bindAll('proofs', contract, {
    listBalanceRoots: { handler: ({ after }) => listBalanceRoots(pool, after ?? null), sharedForMs },
    getBalanceProof: ({ tree }, { member }) => getBalanceProof(pool, member, tree ?? null),
  });
}
