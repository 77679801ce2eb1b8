import type { Kysely } from 'kysely';
import type { endMemberSessions as operation } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { onMember, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import type { Operator } from '#server/platform/session.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface EndMemberSessionsDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly sessions: Pick<Sessions, 'endOthers'>;
}

/** An operator signs a member out everywhere. */
export async function endMemberSessions(
  { tables, memberNumbers, sessions }: EndMemberSessionsDependencies,
  { member, reason }: InputOf<typeof operation>,
  by: Operator,
): Promise<Record<string, never>> {
  const { announce } = await tables.transaction().execute(async (transaction) => {
    const { memberId } = await requireMember(transaction, memberNumbers, member);
    const ended = await sessions.endOthers(transaction, memberId, '');
    await recordOperatorAct(transaction, { by, act: 'memberSessionsEnded', ...onMember(memberId), reason });
    return ended;
  });
  await announce();
  return {};
}
