import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import { weightRoutes } from './routes.ts';

/** The weight score and its entries, which other features write as points are earned. */
export function openWeight({ pool }: { readonly pool: pg.Pool }): Feature {
  return { bindings: weightRoutes(pool) };
}
