import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import type { Submission } from './ledger.ts';

export const inputHash = 'a'.repeat(64);

/** Test funds for a member. */
export function deposit(memberId: bigint, key: string, units: bigint): Submission {
  return {
    key,
    inputHash,
    kind: 'depositConfirmed',
    reference: key,
    postings: [{ from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: usdt(units) }],
  };
}

/** A member puts funds into a plan. */
export function place(memberId: bigint, key: string, units: bigint): Submission {
  return {
    key,
    inputHash,
    kind: 'planPlaced',
    reference: key,
    postings: [
      { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'plans'), amount: usdt(units) },
    ],
  };
}
