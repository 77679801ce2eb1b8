import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { listWeightEntries as operation } from '#contract/weight.ts';
import { rewardKinds } from '#core/rewards/rules.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** `$1` the member, `$2` and `$3` kind and reference of the last entry seen, `$4` how many. Reads a page from the end of the indexes. */
const weightEntriesSql = `with last_seen as (
    select earned_at, kind, reference from weight_entries where member_id = $1 and kind = $2 and reference = $3
  ), page as (
    select kind, reference, points, rule_version, earned_at from weight_entries
    where member_id = $1
      and ($2::text is null or (earned_at <= (select earned_at from last_seen)
        and (earned_at, kind, reference) < (select earned_at, kind, reference from last_seen)))
    order by earned_at desc, kind desc, reference desc
    limit $4
  ), newer as (
    select coalesce(sum(points), 0) as points from weight_entries
    where member_id = $1 and $2::text is not null and earned_at >= (select earned_at from last_seen)
      and (earned_at, kind, reference) >= (select earned_at, kind, reference from last_seen)
  ), total as (
    select coalesce((select weight from member_weight where member_id = $1), 0) as points
  )
  select total.points::int as total, $2::text is null or exists (select from last_seen) as is_known,
    page.kind, page.reference, page.points, page.rule_version, page.earned_at,
    (total.points - newer.points - coalesce(sum(page.points) over (
      order by page.earned_at desc, page.kind desc, page.reference desc rows between unbounded preceding and 1 preceding), 0))::int as score
  from total cross join newer left join page on true
  order by page.earned_at desc, page.kind desc, page.reference desc`;

/**
 * The entries of the member's weight score, newest first, one page after `before`, each with the score right after it. One
 * statement, so that a page adds up although points are earned meanwhile.
 */
export async function listWeightEntries(
  pool: pg.Pool,
  memberId: bigint,
  before: string | null,
): Promise<OutputOf<typeof operation>> {
  const [kind = null, reference = null] = before?.split('.') ?? [];
  const { rows } = await pool.query<EntryRow>({
    name: 'weight entries of member',
    text: weightEntriesSql,
    values: [memberId, kind, reference, pageSize],
  });
  if (!rows[0]?.is_known) throw new Refusal('weightEntryUnknown');
  return {
    score: rows[0].total,
    entries: rows.flatMap((row) => {
      if (row.kind === null || row.reference === null || row.earned_at === null) return [];
      return [
        {
          id: `${row.kind}.${row.reference}`,
          kind: kindOf(row.kind),
          reference: row.reference,
          points: row.points ?? 0,
          rule: row.rule_version ?? 0,
          score: row.score ?? 0,
          at: row.earned_at.getTime(),
        },
      ];
    }),
  };
}

interface EntryRow {
  readonly total: number;
  readonly is_known: boolean;
  readonly kind: string | null;
  readonly reference: string | null;
  readonly points: number | null;
  readonly rule_version: number | null;
  readonly score: number | null;
  readonly earned_at: Date | null;
}

/** Throws for a kind without a published rule. */
function kindOf(kind: string): OutputOf<typeof operation>['entries'][number]['kind'] {
  const published = rewardKinds.find((one) => one === kind);
  if (!published) throw new Error(`a weight entry of the unpublished kind ${kind}`);
  return published;
}
