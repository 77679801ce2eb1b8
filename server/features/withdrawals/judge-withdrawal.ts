import type { WithdrawalReason } from '#contract/withdrawals.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import { isInReview } from './withdrawal-record.ts';
import type { StoredWithdrawal, WithdrawalStore } from './withdrawal-store.ts';
import { returnOf } from './withdrawal-transfers.ts';

export interface JudgeDependencies {
  readonly store: WithdrawalStore;
  readonly ledger: Pick<Ledger, 'submit'>;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
}

/** What became of an operator's word. */
export type Judgement =
  | { readonly answer: 'unknown' | 'over' | 'needsNobody' | 'saidOtherwise' }
  | { readonly answer: 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly answer: 'refused' };

/** Name of an operator: small letters, so that two spellings of one name are one voice. */
export const operatorPattern = /^[a-z][a-z0-9._-]{1,39}$/;

/** Adds one operator's approval; the payout goes on by itself when there are enough and the review time is over. */
export async function approveWithdrawal(
  { store, clock }: JudgeDependencies,
  id: string,
  operator: string,
): Promise<Judgement> {
  const withdrawal = await requireJudged(store, id);
  if ('answer' in withdrawal) return withdrawal;
  if (withdrawal.approvalsNeeded === 0) return { answer: 'needsNobody' };
  const isSaid = await store.addVerdict(withdrawal, operator, 'approved', clock.now());
  if (!isSaid) return { answer: 'saidOtherwise' };
  const after = await store.findAnyones(id);
  return { answer: 'approved', approvals: after?.approvals ?? 0, needed: withdrawal.approvalsNeeded };
}

/**
 * Refuses a withdrawal for one of the reasons of the closed list; the hold is returned. One operator can: it gives the member the money
 * back.
 */
export async function refuseWithdrawal(
  { store, ledger, clock, memberEvents }: JudgeDependencies,
  id: string,
  operator: string,
  reason: WithdrawalReason,
): Promise<Judgement> {
  const withdrawal = await requireJudged(store, id);
  if ('answer' in withdrawal) return withdrawal;
  // Said before by the same operator, it may have been cut off here: it goes on.
  const isSaid = await store.addVerdict(withdrawal, operator, 'refused', clock.now());
  if (!isSaid) return { answer: 'saidOtherwise' };
  const end = returnOf(withdrawal, { state: 'refused', reason, from: 'review' });
  if (!(await endWithdrawal(ledger, end))) return { answer: 'over' };
  await memberEvents.publish(withdrawal.memberId, { name: 'withdrawal', value: { id, state: 'refused' } });
  return { answer: 'refused' };
}

async function requireJudged(store: WithdrawalStore, id: string): Promise<StoredWithdrawal | Judgement> {
  const withdrawal = await store.findAnyones(id);
  if (!withdrawal) return { answer: 'unknown' };
  return isInReview(withdrawal) ? withdrawal : { answer: 'over' };
}
