import { type Kysely, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { listPasswordRequests as operation, PasswordRequests } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { passwordRequestMs } from '#core/recovery/rules.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { approvalLifeMs } from './recovery/review-recovery.ts';

export interface ListPasswordRequestsDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: MemberNumbers;
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Members for whom a new login password is asked for, the longest waiting first. The numbers of the requests stay here: anybody may ask
 * for any account, so that an operator who could pick one from a list might approve a stranger's.
 */
export async function listPasswordRequests(
  { tables, memberNumbers, wallNow }: ListPasswordRequestsDependencies,
  { after }: InputOf<typeof operation>,
): Promise<PasswordRequests[]> {
  const now = wallNow();
  const since = new Date(now - passwordRequestMs);
  const last = after === undefined ? null : await placeOf(tables, memberNumbers.idOf(after), since);
  const { rows } = await sql<RequestsRow>`
    select m.id as "memberId", m.username, o.requests, o.first, o.last,
      exists (select from account_recovery as r where r.member_id = m.id and r.ended_at is null
        and (r.takes_effect_at is not null or r.asked_at > ${new Date(now - approvalLifeMs)})) as "isBeingRecovered"
    from (${openRequests(since)}) as o join member as m on m.id = o.member_id
    where m.username is not null
      and (${last === null} or (o.first, o.member_id) > (${last?.first ?? null}::timestamptz, ${last?.memberId ?? null}::bigint))
    order by o.first, o.member_id limit ${pageSize}`.execute(tables);
  return rows.map(({ memberId, first, last: latest, ...row }) => ({
    ...row,
    member: memberNumbers.numberOf(memberId),
    firstAskedAt: first.getTime(),
    lastAskedAt: latest.getTime(),
    lapsesAt: latest.getTime() + passwordRequestMs,
  }));
}

interface RequestsRow extends Pick<PasswordRequests, 'username' | 'requests' | 'isBeingRecovered'> {
  readonly memberId: bigint;
  readonly first: Date;
  readonly last: Date;
}

/** Of each member with requests on which no recovery was begun: how many, the first and the last. */
const openRequests = (since: Date) => sql`
  select q.member_id, count(*)::int as requests, min(q.asked_at) as first, max(q.asked_at) as last
  from password_request as q
  where q.asked_at > ${since} and q.member_id is not null
    and not exists (select from account_recovery as r where r.member_id = q.member_id and r.request_id = q.id
      and r.outcome is distinct from 'expired')
  group by q.member_id`;

/** Where a member is in the list. Throws `recordUnknown` for one who is not in it. */
async function placeOf(
  tables: Kysely<unknown>,
  memberId: bigint | null,
  since: Date,
): Promise<{ readonly memberId: bigint; readonly first: Date }> {
  const { rows } = await sql<{ first: Date }>`
    select first from (${openRequests(since)}) as o where member_id = ${memberId}`.execute(tables);
  const [row] = rows;
  if (memberId === null || !row) throw new Refusal('recordUnknown');
  return { memberId, first: row.first };
}
