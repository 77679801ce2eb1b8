import type { EndedRecovery, listEndedRecoveries as operation } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ListRecoveriesDependencies } from './list-open-recoveries.ts';
import { isRecovery, selectEnded } from './recovery/recovery-rows.ts';

/** The recoveries that are over, the newest first. */
export async function listEndedRecoveries(
  { tables, memberNumbers }: Pick<ListRecoveriesDependencies, 'tables' | 'memberNumbers'>,
  { before }: InputOf<typeof operation>,
): Promise<EndedRecovery[]> {
  if (before !== undefined && !(await isRecovery(tables, before))) throw new Refusal('recordUnknown');
  const { rows } = await selectEnded(before).execute(tables);
  return rows.map(inMs).flatMap(({ id, memberId, username, askedAt, request, decisions, endedAt, outcome }) => {
    if (endedAt === null || outcome === null) return [];
    const member = memberNumbers.numberOf(memberId);
    // The deletion of an account takes the number of the request away.
    const lost = username === null ? null : request === null ? 'secondFactors' : 'everyWayIn';
    return { id, member, username, askedAt, decisions, lost, endedAt, outcome };
  });
}
