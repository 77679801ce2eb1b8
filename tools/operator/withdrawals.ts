import { Kysely, PostgresDialect } from 'kysely';
import { approvalKinds } from '#contract/operators-approvals.ts';
import type { WithdrawalReason } from '#contract/withdrawals.ts';
import { toDecimal } from '#core/money/amount.ts';
import { approveWithdrawal, type Review, refuseWithdrawal } from '#server/features/withdrawals/review-withdrawal.ts';
import { type WithdrawalTables, withdrawalsWaiting } from '#server/features/withdrawals/withdrawal-store.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { requireOperator, withOperatorTools } from './operator-tools.ts';

export function listWaitingWithdrawals(): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const tables = new Kysely<WithdrawalTables>({ dialect: new PostgresDialect({ pool }) });
    const waiting = await withdrawalsWaiting(tables, 200);
    for (const { id, memberId, method, amount, destination, requestedAt, toDestination, ...review } of waiting) {
      const fields = [
        id,
        new Date(requestedAt).toISOString(),
        `member ${memberId}`,
        `${toDecimal('USDT', amount)} USDT`,
        `${method} ${destination}`,
        `${toDecimal('USDT', toDestination)} USDT to it in a day`,
        `${review.approvals} of ${review.approvalsNeeded} approvals`,
      ];
      console.log(fields.join('  '));
    }
    if (waiting.length === 0) console.log('No withdrawal waits for approval.');
    return 0;
  });
}

/** Approves the withdrawal, or refuses it for a reason. */
export function reviewWithdrawal(id: string, operator: string, reason: WithdrawalReason | null): Promise<number> {
  return withOperatorTools(async ({ pool, memberEvents, operatorEvents, clock }) => {
    const by = await requireOperator(pool, operator, approvalKinds.withdrawal);
    const ledger = openLedger({ pool, clock, onCommitted: (newest) => void memberEvents.publishBalances(newest) });
    try {
      const tables = new Kysely<WithdrawalTables>({ dialect: new PostgresDialect({ pool }) });
      const dependencies = { tables, ledger, clock, memberEvents };
      const review = await (reason === null
        ? approveWithdrawal(dependencies, id, by)
        : refuseWithdrawal(dependencies, id, by, reason));
      await operatorEvents.publish({ subject: 'approvals', id: '' });
      console.log(wordingOf(review, id));
      return review.outcome === 'approved' || review.outcome === 'refused' ? 0 : 1;
    } finally {
      await ledger.close();
    }
  });
}

function wordingOf(review: Review, id: string): string {
  switch (review.outcome) {
    case 'unknown':
      return `There is no withdrawal ${id}.`;
    case 'over':
      return `${id} is no longer in review.`;
    case 'needsNoApproval':
      return `${id} needs nobody's approval: it is paid out after its review time.`;
    case 'decidedOtherwise':
      return `This operator has decided otherwise about ${id} before.`;
    case 'approved':
      return `${id} has ${review.approvals} of ${review.needed} approvals.`;
    case 'refused':
      return `${id} is refused, and the money is back with its member.`;
  }
}
