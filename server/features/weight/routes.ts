import type pg from 'pg';
import * as contract from '#contract/weight.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { listWeightEntries } from './list-weight-entries.ts';

export function weightRoutes(pool: pg.Pool): readonly Binding[] {
  return bindAll('weight', contract, {
    listWeightEntries: ({ before }, { member }) => listWeightEntries(pool, member.memberId, before ?? null),
  });
}
