import { requireMember } from '#server/platform/named-member.ts';
import { recordOperatorView } from '#server/platform/operators/operator-acts.ts';
import type { Operator } from '#server/platform/session.ts';
import type { MembersDependencies } from './members-dependencies.ts';

/** The member of that number, whose records the operator is about to read: that is recorded. Throws `memberUnknown`. */
export async function viewedMember(
  { database, memberNumbers }: Pick<MembersDependencies, 'database' | 'memberNumbers'>,
  number: string,
  by: Operator,
): Promise<bigint> {
  const { memberId } = await requireMember(database, memberNumbers, number);
  await database.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));
  return memberId;
}
