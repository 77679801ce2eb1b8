import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import { weightRoutes } from './routes.ts';

/** The weight score as the entries that it adds up from; each is written where it is earned. */
export function openWeight({ pool }: { readonly pool: pg.Pool }): Feature {
  return { bindings: weightRoutes(pool) };
}
