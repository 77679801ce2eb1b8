import type { Amount, Asset } from '#core/money/amount.ts';
import { type AccountId, describeAccount, isMemberAccount, ownerOf } from './accounts.ts';

/** Why money moves: a closed list, so that a statement can word each one. */
export const transferKinds = [
  'depositConfirmed',
  'planPlaced',
  'planSettled',
  'planVoided',
  'withdrawalHeld',
  'withdrawalPaid',
  'withdrawalReturned',
  'withdrawalRefused',
  'yieldFunded',
  'financingSubscribed',
  'financingMatured',
  'financingRedeemed',
  'checkedIn',
  'roundsFunded',
  'orderPlaced',
  'orderWon',
  'orderLost',
  'orderReturned',
  'followReturned',
  'roundSettled',
  'donated',
  'prizesFunded',
  'prizeWon',
  'entryDrawn',
  'taskCollected',
  'charityDisbursed',
  'invitationRewarded',
] as const;

/** What a transfer is for. */
export type TransferKind = (typeof transferKinds)[number];

/** `amount` goes from one account to another of the same asset. */
interface PostingOf<A extends Asset> {
  readonly from: AccountId<A>;
  readonly to: AccountId<A>;
  readonly amount: Amount<A>;
}

/** An amount that goes from one account to another, of either asset. */
export type Posting = PostingOf<'USDT'> | PostingOf<'PTS'>;

/** The transfer is committed only if this account holds `atLeast` or more before its first posting. */
interface ConditionOf<A extends Asset> {
  readonly account: AccountId<A>;
  readonly atLeast: Amount<A>;
}

/** A balance that an account must hold, of either asset. */
export type Condition = ConditionOf<'USDT'> | ConditionOf<'PTS'>;

/** Postings that happen together or not at all. */
export interface Transfer {
  /** Idempotency key, unique in the whole ledger: its caller puts its own name first ("plan:42:…"). */
  readonly key: string;
  /** SHA-256 of what was asked for, 64 lowercase hexadecimal digits: distinguishes a repeated request from a different one under the same key. */
  readonly inputHash: string;
  readonly kind: TransferKind;
  /** What the transfer is about, in the words of its kind: a plan's id, a deposit's id. */
  readonly reference: string;
  /** Made in this order; each must be covered when its turn comes. */
  readonly postings: readonly Posting[];
  readonly conditions?: readonly Condition[];
}

/** A committed transfer, as it is returned for its key from then on. */
export interface Receipt {
  readonly transferId: bigint;
  readonly reference: string;
  /** Product time of the commit, milliseconds since 1970 UTC. */
  readonly at: number;
}

/**
 * Why a transfer was not made. `keyConflict`: its key belongs to another input. `conditionFailed`: the account holds less than
 * the condition asks. `insufficientFunds`: a posting takes more than the account holds. `unknownAccount`: the account was never
 * opened. A refused transfer leaves nothing behind, not even its key.
 */
type TransferRefusal =
  | { readonly reason: 'keyConflict' }
  | { readonly reason: 'unknownAccount'; readonly account: AccountId }
  | {
      readonly reason: 'conditionFailed' | 'insufficientFunds';
      readonly account: AccountId;
      readonly balance: bigint;
      readonly needed: bigint;
    };

/** Outcome of one transfer. `replayed`: its key was committed before with the same input; the receipt is the first one's. */
export type Outcome =
  | ({ readonly status: 'committed' | 'replayed' } & Receipt)
  | ({ readonly status: 'refused' } & TransferRefusal);

/** Longest key: three identifiers of 36 characters and their names. */
export const keyLengthMax = 160;

/** The longest reference, in characters. */
export const referenceLengthMax = 160;
/** Most postings of one transfer: bounds what a batch of transfers locks and writes. */
export const postingsMax = 32;
/** Largest amount of one posting: far over anything real, and nine of them still fit a 64-bit balance. */
export const amountMax = 10n ** 18n;

const printable = /^[\x20-\x7e]+$/;
const hash = /^[0-9a-f]{64}$/;

/**
 * Throws a RangeError for a transfer that no balance could make right: a mistake of the calling code, not of the member.
 * Postings must be positive, between two different accounts of one asset, and never from one member to another.
 */
export function assertTransfer({ key, inputHash, reference, postings, conditions = [] }: Transfer): void {
  if (key.length > keyLengthMax || !printable.test(key)) throw new RangeError(`not a transfer key: ${key}`);
  if (!hash.test(inputHash)) throw new RangeError(`not an input hash: ${inputHash}`);
  if (reference.length > referenceLengthMax || !printable.test(reference)) {
    throw new RangeError(`not a reference: ${reference}`);
  }
  if (postings.length < 1 || postings.length > postingsMax) {
    throw new RangeError(`a transfer has 1 to ${postingsMax} postings, not ${postings.length}`);
  }
  for (const posting of postings) assertPosting(posting);
  if (conditions.length > postingsMax) throw new RangeError(`a transfer has at most ${postingsMax} conditions`);
  for (const { account } of conditions) describeAccount(account);
}

/**
 * On whose history a posting is written: the member's it touches, else the house owner it leaves. There is one at most, because
 * no member pays another one.
 */
export function ownerOfPosting({ from, to }: Posting): bigint {
  return isMemberAccount(from) || !isMemberAccount(to) ? ownerOf(from) : ownerOf(to);
}

function assertPosting({ from, to, amount }: Posting): void {
  if (amount <= 0n || amount > amountMax) throw new RangeError(`a posting of ${amount}`);
  if (from === to) throw new RangeError(`a posting from account ${from} to itself`);
  if (describeAccount(from).asset !== describeAccount(to).asset) {
    throw new RangeError(`a posting between the assets of ${from} and ${to}`);
  }
  if (isMemberAccount(from) && isMemberAccount(to) && ownerOf(from) !== ownerOf(to)) {
    throw new RangeError(`a posting from member ${ownerOf(from)} to member ${ownerOf(to)}`);
  }
}
