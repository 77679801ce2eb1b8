import type { SecurityAct } from '#contract/security-acts.ts';
import type { WithdrawalReason } from '#contract/withdrawals.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import type { RequestIdentity } from '#server/ledger/request-once.ts';
import type { StoredWithdrawal } from './withdrawal-store.ts';

/** A withdrawal to be recorded with its hold. The database decides then how many approvals it needs. */
export interface NewWithdrawal
  extends Omit<
    StoredWithdrawal,
    'approvals' | 'isApproved' | 'approvalsNeeded' | 'refusal' | 'state' | 'reason' | 'sentAt' | 'endedAt'
  > {
  readonly onlyOne: boolean;
  /** Hexadecimal; equal for all withdrawals to this destination, of any members. */
  readonly destinationHash: string;
  /** The security act that records a new address, or null. */
  readonly act: { readonly id: string; readonly act: SecurityAct } | null;
}

/** Name of the unique index that allows one withdrawal in review. */
export const oneInReview = 'withdrawal_one_in_review';

/** Writes nothing, which refuses the hold, where the account is frozen: decided under the lock of the balance, which a freeze takes too. */
const recordWithdrawal = {
  name: 'record withdrawal',
  columns: {
    member_id: 'bigint',
    id: 'text',
    method: 'text',
    amount: 'bigint',
    fee: 'bigint',
    destination: 'text',
    destination_hash: 'bytea',
    card_id: 'text',
    comment: 'text',
    requested_at: 'timestamptz',
    review_ends_at: 'timestamptz',
    only_one: 'boolean',
  },
  sql: `insert into withdrawal
      (member_id, id, method, amount, fee, destination, destination_hash, card_id, comment, requested_at, review_ends_at, only_one)
    select member_id, id, method, amount, fee, destination, destination_hash, card_id, comment, requested_at, review_ends_at, only_one
    from given
    where not exists (select from account_freeze as frozen where frozen.member_id = given.member_id)
    -- Each row locks its destination: in one order, batches cannot deadlock.
    order by destination_hash, id`,
} as const;

const recordAct = {
  name: 'record security act',
  columns: { member_id: 'bigint', id: 'text', act: 'text', detail: 'text', at: 'timestamptz' },
  sql: `insert into security_act (member_id, id, act, detail, at) select member_id, id, act, detail, at from given`,
} as const;

/** The hold: from available to withdrawing, with the withdrawal itself and the act of a new address. */
export function holdOf(withdrawal: NewWithdrawal, identity: RequestIdentity): Submission {
  const { memberId, id, amount, act } = withdrawal;
  const at = new Date(withdrawal.requestedAt);
  return {
    ...identity,
    kind: 'withdrawalHeld',
    reference: id,
    postings: [{ from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'withdrawing'), amount }],
    rows: [
      attach(recordWithdrawal, {
        member_id: memberId,
        id,
        method: withdrawal.method,
        amount,
        fee: withdrawal.fee,
        destination: withdrawal.destination,
        destination_hash: withdrawal.destinationHash,
        card_id: withdrawal.cardId,
        comment: withdrawal.comment,
        requested_at: at,
        review_ends_at: new Date(withdrawal.reviewEndsAt),
        only_one: withdrawal.onlyOne,
      }),
      ...(act === null ? [] : [attach(recordAct, { member_id: memberId, ...act, detail: withdrawal.destination, at })]),
    ],
  };
}

const endPaid = {
  name: 'withdrawal paid',
  columns: { member_id: 'bigint', id: 'text', transfer_at: 'timestamptz' },
  sql: `update withdrawal set state = 'done', ended_at = paid.transfer_at
    from given as paid
    where withdrawal.member_id = paid.member_id and withdrawal.id = paid.id and withdrawal.state = 'sent'`,
} as const;

/**
 * The payout: the held amount leaves by the rail, and so does the fee, which the house bears. The sponsor account provides it, so
 * that the fees account shows every fee and ends at zero.
 */
export function payOf({ memberId, id, amount, fee }: StoredWithdrawal): Submission {
  const rail = houseAccount('rail', memberId);
  const fees = houseAccount('fees', memberId);
  const paid = { from: memberAccount(memberId, 'withdrawing'), to: rail, amount };
  return {
    key: `withdraw:${memberId}:${id}:pay`,
    inputHash: inputHashOf({ amount, fee }),
    kind: 'withdrawalPaid',
    reference: id,
    postings:
      fee > 0n
        ? [
            paid,
            { from: houseAccount('sponsor', memberId), to: fees, amount: fee },
            { from: fees, to: rail, amount: fee },
          ]
        : [paid],
    rows: [attach(endPaid, { member_id: memberId, id })],
  };
}

/** How a withdrawal ends without a payout, and the states from which it may. */
export type ReturnEnd =
  | { readonly state: 'cancelled' }
  | { readonly state: 'refused'; readonly reason: WithdrawalReason; readonly from: 'review' | 'sent' };

const endReturned = {
  name: 'withdrawal returned',
  columns: {
    member_id: 'bigint',
    id: 'text',
    state: 'text',
    reason: 'text',
    sent: 'boolean',
    transfer_at: 'timestamptz',
  },
  sql: `update withdrawal set state = ended.state, reason = ended.reason, ended_at = ended.transfer_at
    from given as ended
    where withdrawal.member_id = ended.member_id and withdrawal.id = ended.id
      and case when ended.sent then withdrawal.state = 'sent' else withdrawal.state in ('requested', 'inReview') end`,
} as const;

/** The return: the whole hold is available again. Payout and return both end the withdrawal, so only one of them finds it open. */
export function returnOf({ memberId, id, amount }: StoredWithdrawal, end: ReturnEnd): Submission {
  const held: Usdt = usdt(amount);
  return {
    key: `withdraw:${memberId}:${id}:return`,
    inputHash: inputHashOf({ amount }),
    kind: end.state === 'refused' ? 'withdrawalRefused' : 'withdrawalReturned',
    reference: id,
    postings: [
      { from: memberAccount(memberId, 'withdrawing'), to: memberAccount(memberId, 'available'), amount: held },
    ],
    rows: [
      attach(endReturned, {
        member_id: memberId,
        id,
        state: end.state,
        reason: end.state === 'refused' ? end.reason : null,
        sent: end.state === 'refused' && end.from === 'sent',
      }),
    ],
  };
}
