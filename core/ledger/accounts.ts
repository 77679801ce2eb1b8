import { type Amount, type Asset, type Usdt, usdt } from '#core/money/amount.ts';

declare const accountAsset: unique symbol;

/**
 * Number of one account, unique in the whole ledger: `owner * 32 + slot`. Owners above zero are members, owners below zero are
 * the house, one for each shard. The asset is part of the type, so that the compiler refuses a posting between two assets.
 */
export type AccountId<A extends Asset = Asset> = bigint & { readonly [accountAsset]: A };

interface AccountDefinition<A extends Asset = Asset> {
  /** Place among the accounts of its owner, 0..31; never reused for another name. */
  readonly slot: number;
  readonly asset: A;
}

interface HouseAccountDefinition extends AccountDefinition {
  /** Only accounts that represent the world outside the product may be negative. */
  readonly mayBeNegative: boolean;
  /**
   * A split account has one sub-account in each shard, so that members of different shards never wait for one row. Only an
   * account that may be negative is split: the others are guarded by what they hold in one place.
   */
  readonly split: boolean;
}

/** Accounts of every member. None of them can be negative. */
export const memberAccounts = {
  available: { slot: 0, asset: 'USDT' },
  plans: { slot: 1, asset: 'USDT' },
  financing: { slot: 2, asset: 'USDT' },
  stakes: { slot: 3, asset: 'USDT' },
  withdrawing: { slot: 4, asset: 'USDT' },
  assistance: { slot: 5, asset: 'PTS' },
  promotion: { slot: 6, asset: 'PTS' },
} as const satisfies Record<string, AccountDefinition>;

/**
 * Accounts of the house. An account has one asset, so those that deal in USDT and in points are two.
 *
 * May be negative, because they are the outside world and what they owe is what the members hold: `rail` (payment rail: minus
 * all that came in), `market` (other side of every plan), `sponsor` and `sponsorPoints` (who pays for what the house promises).
 * May not, because what they pay out was set aside before: `yield` (interest not yet promised), `yieldReserved` (promised), `prizes`, `prizePoints`, `rounds` (free for winnings), `roundsReserved` (what running orders may win), `charity`,
 * `charityPoints` (both not disbursed yet), `charitySpent`, `charityPointsSpent` (disbursed), `fees`.
 */
export const houseAccounts = {
  rail: { slot: 0, asset: 'USDT', mayBeNegative: true, split: true },
  market: { slot: 1, asset: 'USDT', mayBeNegative: true, split: true },
  sponsor: { slot: 2, asset: 'USDT', mayBeNegative: true, split: true },
  sponsorPoints: { slot: 3, asset: 'PTS', mayBeNegative: true, split: true },
  yield: { slot: 4, asset: 'USDT', mayBeNegative: false, split: false },
  prizes: { slot: 5, asset: 'USDT', mayBeNegative: false, split: false },
  prizePoints: { slot: 6, asset: 'PTS', mayBeNegative: false, split: false },
  rounds: { slot: 7, asset: 'USDT', mayBeNegative: false, split: false },
  charity: { slot: 8, asset: 'USDT', mayBeNegative: false, split: false },
  charityPoints: { slot: 9, asset: 'PTS', mayBeNegative: false, split: false },
  fees: { slot: 10, asset: 'USDT', mayBeNegative: false, split: false },
  charitySpent: { slot: 14, asset: 'USDT', mayBeNegative: false, split: false },
  charityPointsSpent: { slot: 15, asset: 'PTS', mayBeNegative: false, split: false },
  yieldReserved: { slot: 11, asset: 'USDT', mayBeNegative: false, split: false },
  roundsReserved: { slot: 12, asset: 'USDT', mayBeNegative: false, split: false },
} as const satisfies Record<string, HouseAccountDefinition>;

/** The house's accounts of points, each with the account of the same purpose in USDT. */
export const usdtCounterparts = {
  sponsorPoints: 'sponsor',
  prizePoints: 'prizes',
  charityPoints: 'charity',
  charityPointsSpent: 'charitySpent',
} as const satisfies Partial<Record<HouseAccountName, HouseAccountName>>;

/** The name of an account that every member has. */
export type MemberAccountName = keyof typeof memberAccounts;

/** The name of an account of the house. */
export type HouseAccountName = keyof typeof houseAccounts;

/** The name of an account, of members or of the house. */
export type AccountName = MemberAccountName | HouseAccountName;

type AssetOfMember<N extends MemberAccountName> = (typeof memberAccounts)[N]['asset'];
type AssetOfHouse<N extends HouseAccountName> = (typeof houseAccounts)[N]['asset'];

/** What each account of a member holds, in minor units of its asset. */
export type MemberBalances = { readonly [Name in MemberAccountName]: Amount<AssetOfMember<Name>> };

type MemberAccountList = Readonly<Record<string, AccountDefinition>>;

/**
 * The member accounts in USDT, by name: `available`, which the member may spend, and all the others, which hold what is locked.
 * Every sum of a member's accounts is derived from here, so that an account added to the list is in each of them.
 */
export function usdtAccounts(accounts: MemberAccountList = memberAccounts): {
  readonly available: readonly string[];
  readonly locked: readonly string[];
} {
  const names = Object.keys(accounts).filter((name) => accounts[name]?.asset === 'USDT');
  return {
    available: names.filter((name) => name === 'available'),
    locked: names.filter((name) => name !== 'available'),
  };
}

/** Sums over a member's USDT accounts, in micro-USDT: `total` is `available` and `locked` together. */
export interface MemberSums {
  readonly available: Usdt;
  readonly locked: Usdt;
  readonly total: Usdt;
}

/** The sums of these balances, by name of the account. An account without a balance counts as empty. */
export function sumsOf(
  balances: Readonly<Record<string, bigint>>,
  accounts: MemberAccountList = memberAccounts,
): MemberSums {
  const names = usdtAccounts(accounts);
  const sumOf = (some: readonly string[]): bigint => some.reduce((total, name) => total + (balances[name] ?? 0n), 0n);
  const available = sumOf(names.available);
  const locked = sumOf(names.locked);
  return { available: usdt(available), locked: usdt(locked), total: usdt(available + locked) };
}

/** Sub-accounts of a split house account. A member's postings use the one of the member's shard. */
export const shardCount = 8;

const slotBits = 5n;
const slotMask = 31n;
const shards = BigInt(shardCount);

/** The account `name` of a member. Throws a RangeError for a member id below 1. */
export function memberAccount<N extends MemberAccountName>(memberId: bigint, name: N): AccountId<AssetOfMember<N>> {
  if (memberId < 1n) throw new RangeError(`a member id is 1 or more, not ${memberId}`);
  return accountId(memberId, memberAccounts[name].slot);
}

/**
 * The house account `name` that a posting with `memberId` uses: the sub-account of the member's shard, or the one account where
 * the name is not split. For a posting inside the house, pass 0n.
 */
export function houseAccount<N extends HouseAccountName>(name: N, memberId: bigint): AccountId<AssetOfHouse<N>> {
  const { slot, split } = houseAccounts[name];
  return accountId(-1n - (split ? BigInt(shardOf(memberId)) : 0n), slot);
}

/** Shard of a member, 0..7; of the house's owner of a shard, that shard. */
export function shardOf(owner: bigint): number {
  return Number(owner < 0n ? -1n - owner : owner % shards);
}

/** Member id, or minus one minus the shard for an account of the house. */
export function ownerOf(account: AccountId): bigint {
  return account >> slotBits;
}

/** Whether the account is a member’s: ids of members are positive, those of the house negative. */
export function isMemberAccount(account: AccountId): boolean {
  return account > 0n;
}

/** Name, asset and whether it may be negative. Throws a RangeError for a number that is no account. */
export function describeAccount(account: AccountId): {
  readonly name: AccountName;
  readonly asset: Asset;
  readonly mayBeNegative: boolean;
} {
  const description = (isMemberAccount(account) ? memberSlots : houseSlots)[Number(account & slotMask)];
  if (!description) throw new RangeError(`${account} is no account`);
  return description;
}

/** Every sub-account of the house, each once. */
export function everyHouseAccount(): { readonly id: AccountId; readonly name: HouseAccountName }[] {
  return houseAccountNames.flatMap((name) =>
    Array.from({ length: houseAccounts[name].split ? shardCount : 1 }, (_, shard) => ({
      id: houseAccount(name, BigInt(shard)) as AccountId,
      name,
    })),
  );
}

/** An account id and an amount that are known to be of one asset: a row of the database. */
export function accountFromNumber(number: bigint): AccountId {
  const account = number as AccountId;
  describeAccount(account);
  return account;
}

/** Every account of a member, in the order of the table above. */
export const memberAccountNames = Object.keys(memberAccounts) as MemberAccountName[];

/** Every account of the house, in the order of the table above. */
export const houseAccountNames = Object.keys(houseAccounts) as HouseAccountName[];

type Description = ReturnType<typeof describeAccount>;
const memberSlots: Description[] = [];
const houseSlots: Description[] = [];
for (const name of memberAccountNames) {
  const { slot, asset } = memberAccounts[name];
  memberSlots[slot] = { name, asset, mayBeNegative: false };
}
for (const name of houseAccountNames) {
  const { slot, asset, mayBeNegative } = houseAccounts[name];
  houseSlots[slot] = { name, asset, mayBeNegative };
}

function accountId<A extends Asset>(owner: bigint, slot: number): AccountId<A> {
  return ((owner << slotBits) + BigInt(slot)) as AccountId<A>;
}
