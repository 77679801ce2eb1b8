import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { quoteWithdrawal as operation } from '#contract/withdrawals.ts';
import { noUsdt } from '#core/money/amount.ts';
import { isSameName } from '#core/withdrawals/names.ts';
import { actualReceipt, approvalAbove, approvalsNeeded, reviewMs, withdrawalFee } from '#core/withdrawals/rules.ts';
import type { RequestWithdrawalDependencies } from './request-withdrawal.ts';
import { hasWithdrawalInReview, withdrawnBefore } from './withdrawal-store.ts';

type Quote = OutputOf<typeof operation>;

/** The cost of a withdrawal and all its current blockers. */
export async function quoteWithdrawal(
  { ledger, tables, identity, places, clock }: Omit<RequestWithdrawalDependencies, 'acts'>,
  memberId: bigint,
  { method, amount }: InputOf<typeof operation>,
): Promise<Quote> {
  const card = await identity.cardOf(memberId);
  // An address is not known yet: its sum of the day is counted when the withdrawal is recorded.
  const destinationHash = method === 'bank' && card ? card.fingerprint : null;
  const [balances, realName, hasPassword, isFrozen, limit, hasOne, before] = await Promise.all([
    ledger.balancesOf(memberId),
    identity.realNameOf(memberId),
    identity.hasWithdrawalPassword(memberId),
    identity.isFrozen(memberId),
    places.of(memberId),
    hasWithdrawalInReview(tables, memberId),
    withdrawnBefore(tables, memberId, destinationHash, clock.now()),
  ]);
  const available = balances?.available ?? noUsdt;
  const nameMatches = card !== null && realName !== null && isSameName(realName, card.nameOnCard);
  const blockers = [
    method === 'bank' && card === null && 'cardUnset',
    method === 'bank' && card !== null && !nameMatches && 'nameMismatch',
    !hasPassword && 'withdrawalPasswordUnset',
    isFrozen && 'accountFrozen',
    amount !== undefined && amount > available && 'insufficientFunds',
    limit === 'one' && hasOne && 'inReview',
  ] as const;
  return {
    method,
    available,
    quote:
      amount === undefined
        ? null
        : {
            amount,
            fee: withdrawalFee(method, amount),
            actualReceipt: actualReceipt(amount),
            approvalsNeeded: approvalsNeeded(amount, before),
          },
    approvalAbove,
    reviewSeconds: reviewMs / 1_000,
    card: card && {
      id: card.id,
      masked: card.masked,
      bankName: card.bankName,
      nameOnCard: card.nameOnCard,
      nameMatches,
    },
    realName,
    blockers: blockers.filter((one) => one !== false),
  };
}
