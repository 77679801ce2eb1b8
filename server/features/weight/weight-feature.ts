import type pg from 'pg';
import { listWeightEntries } from '#contract/weight.ts';
import { bind, type Feature } from '#server/platform/http/binding.ts';
import { listWeightEntries as readEntries } from './list-weight-entries.ts';

/** The weight score as the entries that it adds up from; each is written where it is earned. */
export function openWeight({ pool }: { readonly pool: pg.Pool }): Feature {
  return {
    bindings: [bind(listWeightEntries, ({ before }, { member }) => readEntries(pool, member.memberId, before ?? null))],
  };
}
