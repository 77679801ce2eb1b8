import { Kysely, PostgresDialect } from 'kysely';
import { approvalKinds } from '#contract/operators-approvals.ts';
import { listRecoveries } from '#server/features/identity/recovery/list-recoveries.ts';
import type { RecoveryTables } from '#server/features/identity/recovery/recovery-tables.ts';
import {
  approveRecovery,
  type RecoveryReview,
  type Reviewer,
  type ReviewRecoveryDependencies,
  refuseRecovery,
} from '#server/features/identity/recovery/review-recovery.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { requireOperator, withOperatorTools } from './operator-tools.ts';

/** Who decides, as typed, and why. */
interface NamedReviewer {
  readonly operator: string;
  readonly reason: string;
}

export function listOpenRecoveries(): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const open = await listRecoveries(new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) }), 200);
    for (const { username, askedAt, takesEffectAt, requestId, operators } of open) {
      const wait = takesEffectAt === null ? 'waits for a second operator' : `takes effect ${isoOf(takesEffectAt)}`;
      const password = requestId === null ? [] : [`replaces the password, request ${requestId}`];
      console.log([username, `asked ${isoOf(askedAt)}`, `by ${operators.join(', ')}`, wait, ...password].join('  '));
    }
    if (open.length === 0) console.log('No account is being recovered.');
    return 0;
  });
}

/** Approves the recovery of lost factors, or with a request's number that of a forgotten login password. */
export function approveRecoveryOf(
  username: string,
  reviewer: NamedReviewer,
  requestId: string | null,
): Promise<number> {
  return review(username, reviewer, (dependencies, by) => approveRecovery(dependencies, username, by, requestId));
}

export function refuseRecoveryOf(username: string, reviewer: NamedReviewer): Promise<number> {
  return review(username, reviewer, (dependencies, by) => refuseRecovery(dependencies, username, by));
}

function review(
  username: string,
  { operator, reason }: NamedReviewer,
  decide: (dependencies: ReviewRecoveryDependencies, by: Reviewer) => Promise<RecoveryReview>,
): Promise<number> {
  return withOperatorTools(async ({ pool, memberEvents, operatorEvents, clock }) => {
    const by = await requireOperator(pool, operator, approvalKinds.recovery);
    const tables = new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) });
    // The terminal is not the server's log: the decision is in the database, with the operators' names.
    const acts = openSecurityActs(memberEvents, clock, silentSecurityLog);
    const result = await decide({ tables, acts, wallNow: Date.now }, { by, reason });
    await operatorEvents.publish({ subject: 'approvals', id: '' });
    console.log(wordingOf(result, username));
    return ['approved', 'waits', 'refused'].includes(result.outcome) ? 0 : 1;
  });
}

function wordingOf(review: RecoveryReview, username: string): string {
  switch (review.outcome) {
    case 'memberUnknown':
      return `There is no account ${username}.`;
    case 'nothingToRecover':
      return `${username} has no authenticator app: the login password alone signs in.`;
    case 'requestUnknown':
      return `${username} has no such request of the last seven days.`;
    case 'otherOpen':
      return `Another recovery of ${username} is open: refuse it first, or approve that one.`;
    case 'noneOpen':
      return `${username} is not being recovered.`;
    case 'refused':
      return `The recovery of ${username} is refused, and nothing has changed.`;
    case 'approved':
      return `${username} has ${review.approvals} of ${review.needed} approvals.`;
    case 'waits':
      return `The recovery of ${username} takes effect ${isoOf(review.takesEffectAt)}, unless somebody stops it.`;
  }
}

const isoOf = (at: number): string => new Date(at).toISOString();
