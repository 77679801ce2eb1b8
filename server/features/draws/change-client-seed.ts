import type pg from 'pg';
import type { changeClientSeed as operation } from '#contract/draws.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { failureOf } from '#server/platform/database/database-failure.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Takes the place of the seed that the member has seen, for entries drawn from now on: drawn ones keep theirs. */
export async function changeClientSeed(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: { now(): number } },
  memberId: bigint,
  { seed, replaces }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const written = pool.query({
    name: 'change client seed',
    text: `insert into draw_client_seed (member_id, number, seed, set_at)
      select $1, coalesce(newest.number, 0) + 1, $2, $4
      from (values (1)) as one (row)
      left join (select number, seed from draw_client_seed where member_id = $1 order by number desc limit 1) as newest on true
      where newest.seed is not distinct from $3`,
    values: [memberId, seed, replaces ?? null, new Date(clock.now())],
  });
  const { rowCount } = await written.catch((error: unknown) => {
    // Another change was committed between this one's snapshot and its row.
    if (failureOf(error) === 'refused') return { rowCount: 0 };
    throw error;
  });
  if (rowCount !== 1) throw new Refusal('clientSeedChanged');
  return { clientSeed: seed };
}
