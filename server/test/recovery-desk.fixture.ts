import { outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { findMember } from '#server/features/identity/members/member-store.ts';
import { type ProposeRecoveryDependencies, proposeRecovery } from '#server/features/identity/propose-recovery.ts';
import { findOpen } from '#server/features/identity/recovery/recovery-store.ts';
import {
  type Reviewer,
  type ReviewRecoveryDependencies,
  subjectOf,
} from '#server/features/identity/recovery/review-recovery.ts';
import { reviewedRecoveries } from '#server/features/identity/recovery/reviewed-recoveries.ts';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';

type Dependencies = ReviewRecoveryDependencies & Omit<ProposeRecoveryDependencies, 'memberNumbers'>;

/** Members are named by their ids here. */
const memberNumbers = { idOf: (number: string) => BigInt(number) };

async function memberOf({ tables }: Dependencies, username: string): Promise<bigint> {
  const member = await findMember(tables, username);
  if (!member) throw new Error(`There is no member ${username}.`);
  return member.id;
}

/** Asks for the recovery of an account, as an operator does at the console: `asked`, or the refusal. */
export async function askForRecovery(
  dependencies: Dependencies,
  username: string,
  { by, reason }: Reviewer,
  request?: string,
): Promise<string> {
  const member = String(await memberOf(dependencies, username));
  const asked = proposeRecovery(
    { ...dependencies, memberNumbers },
    { member, reason, ...(request !== undefined && { request }) },
    by,
  );
  const outcome = await outcomeOf(asked);
  return typeof outcome === 'string' ? outcome : 'asked';
}

/** Decides on the open recovery as the console shows it: its status then, or the refusal. */
export async function decideRecovery(
  dependencies: Dependencies,
  username: string,
  { by, reason }: Reviewer,
  decision: 'approved' | 'refused' = 'approved',
): Promise<string> {
  const memberId = await memberOf(dependencies, username);
  const open = await findOpen(dependencies.tables, memberId);
  if (!open) return 'noneOpen';
  const hash = hashOfContent(subjectOf(memberId, open).content).toString('hex');
  const id = `${memberId}.${open.id}`;
  const decided = reviewedRecoveries(dependencies).decide({ by, id, hash, decision, reason });
  const outcome = await outcomeOf(decided);
  return typeof outcome === 'string' ? outcome : outcome.status;
}
