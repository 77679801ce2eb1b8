import { type Usdt, usdt } from '#core/money/amount.ts';
import { type HouseAccountName, houseAccount } from './accounts.ts';
import type { Posting, TransferKind } from './transfer.ts';

/** The funds of the house that operators may add to: what pays for promised interest, for winnings of rounds, and for prizes. */
export const fundableAccounts = {
  yield: 'yieldFunded',
  rounds: 'roundsFunded',
  prizes: 'prizesFunded',
} as const satisfies Partial<Record<HouseAccountName, TransferKind>>;

/** The name of an account that operators may fund. */
export type FundableAccount = keyof typeof fundableAccounts;

/** Their names. */
export const fundableAccountNames = Object.keys(fundableAccounts) as FundableAccount[];

/** Where all of it comes from: the account of who pays for what the house promises, the only one that may go below zero for it. */
export const fundingSource = 'sponsor' satisfies HouseAccountName;

/** Most of one funding, in micro-USDT: a slip of the finger stays far below what a bigint holds. */
export const fundingMax: Usdt = usdt(1_000_000_000_000_000n);

/** Different operators who must approve a funding. */
export const fundingApprovals = 2;

/** A request for a funding lapses after a day, in ms of the wall clock. */
export const fundingLapsesMs = 86_400_000;

/** The posting of a funding, from the source to the account. */
export function fundingPosting(account: FundableAccount, amount: Usdt): Posting {
  return { from: houseAccount(fundingSource, 0n), to: houseAccount(account, 0n), amount };
}
