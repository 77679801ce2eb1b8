import { Kysely, PostgresDialect } from 'kysely';
import type { RecoveryTables } from '#server/features/identity/recovery/recovery-tables.ts';
import {
  approveRecovery,
  listRecoveries,
  type RecoveryReview,
  type Reviewer,
  refuseRecovery,
} from '#server/features/identity/recovery/review-recovery.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { withOperatorTools } from './operator-tools.ts';

export function listOpenRecoveries(): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const open = await listRecoveries(new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) }), 200);
    for (const { username, askedAt, takesEffectAt, operators } of open) {
      const wait = takesEffectAt === null ? 'waits for a second operator' : `takes effect ${isoOf(takesEffectAt)}`;
      console.log([username, `asked ${isoOf(askedAt)}`, `by ${operators.join(', ')}`, wait].join('  '));
    }
    if (open.length === 0) console.log('No account is being recovered.');
    return 0;
  });
}

export function reviewRecovery(
  username: string,
  reviewer: Reviewer,
  decision: 'approved' | 'refused',
): Promise<number> {
  return withOperatorTools(async ({ pool, memberEvents, clock }) => {
    const tables = new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) });
    // The terminal is not the server's log: the decision is in the database, with the operators' names.
    const acts = openSecurityActs(memberEvents, clock, silentSecurityLog);
    const dependencies = { tables, acts, wallNow: Date.now };
    const decide = decision === 'approved' ? approveRecovery : refuseRecovery;
    const review = await decide(dependencies, username, reviewer);
    console.log(wordingOf(review, username));
    return ['approved', 'waits', 'refused'].includes(review.outcome) ? 0 : 1;
  });
}

function wordingOf(review: RecoveryReview, username: string): string {
  switch (review.outcome) {
    case 'memberUnknown':
      return `There is no account ${username}.`;
    case 'nothingToRecover':
      return `${username} has no authenticator app: the login password alone signs in.`;
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
