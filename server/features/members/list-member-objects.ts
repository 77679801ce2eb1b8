import type { listMemberObjects as operation } from '#contract/members.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Operator } from '#server/platform/session.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { viewedMember } from './viewed-member.ts';

/** What the member has of that kind. That an operator looked is recorded. */
export async function listMemberObjects(
  dependencies: MembersDependencies,
  { member, kind, before }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const memberId = await viewedMember(dependencies, member, by);
  return await dependencies.listObjects(memberId, kind, before ?? null);
}
