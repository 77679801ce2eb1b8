import type { EndedRecovery, listEndedRecoveries as operation } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ListRecoveriesDependencies } from './list-open-recoveries.ts';
import { isRecovery, selectEnded } from './recovery/recovery-rows.ts';

/** The recoveries that are over, the newest first. */
export async function listEndedRecoveries(
  { tables, memberNumbers }: Pick<ListRecoveriesDependencies, 'tables' | 'memberNumbers'>,
  { before }: InputOf<typeof operation>,
): Promise<EndedRecovery[]> {
  if (before !== undefined && !(await isRecovery(tables, before))) throw new Refusal('recordUnknown');
  const rows = await selectEnded(tables, before).execute();
  return rows.flatMap(({ id, member_id, username, asked_at, request_id, decisions, ended_at, outcome }) => {
    if (ended_at === null || outcome === null) return [];
    return {
      id,
      member: memberNumbers.numberOf(member_id),
      username,
      askedAt: asked_at.getTime(),
      decisions,
      // The deletion of an account takes the number of the request away.
      lost: username === null ? null : request_id === null ? 'secondFactors' : 'everyWayIn',
      endedAt: ended_at.getTime(),
      outcome,
    };
  });
}
