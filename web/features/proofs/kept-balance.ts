import { get, set } from 'idb-keyval';
import * as z from 'zod/mini';
import { type MemberAccountName, memberAccountNames } from '#core/ledger/accounts.ts';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';
import { type OwnRecords, summedAccounts } from './own-records.ts';

/** What a member's accounts held after a transfer, in minor units, as this phone found it when everything matched. */
export interface KeptBalance {
  /** The newest transfer then, and its time. */
  readonly transferId: string;
  readonly at: number;
  readonly balances: ReadonlyMap<MemberAccountName, bigint>;
}

const stored = z.object({
  transferId: z.string(),
  at: z.number(),
  balances: z.array(z.tuple([z.enum(memberAccountNames), z.string().check(z.regex(/^-?\d+$/))])),
});

/** The copy of one member on this phone; it outlives sign-out. Null where there is none. */
export async function readKeptBalance(username: string): Promise<KeptBalance | null> {
  const read = z.safeParse(stored, await get(username, store()).catch(() => undefined));
  if (!read.success) return null;
  const { balances, ...moment } = read.data;
  return { ...moment, balances: new Map(balances.map(([account, balance]) => [account, BigInt(balance)])) };
}

export async function writeKeptBalance(username: string, { balances, ...moment }: KeptBalance): Promise<void> {
  const written = [...balances].map(([account, balance]) => [account, String(balance)]);
  await set(username, { ...moment, balances: written }, store()).catch(() => undefined);
}

const store = () => deviceDatabase(...keptByName.balances);

/** What the accounts hold now, to be kept; null before the first record. */
export function balanceToKeep({ balances, records }: OwnRecords): KeptBalance | null {
  const [newest] = records;
  return newest ? { transferId: newest.transferId, at: newest.at, balances } : null;
}

/**
 * An account whose kept balance the records since do not lead to, as `account: balance`; or the kept transfer, where it is gone. Null where
 * all lead there. The records have to reach back to the time of the kept balance.
 */
export function keptDifference(
  { balances, records }: OwnRecords,
  kept: KeptBalance,
): { readonly claimed: string; readonly computed: string } | null {
  const since = records.findIndex(({ transferId }) => transferId === kept.transferId);
  if (since === -1) return { claimed: '-', computed: kept.transferId };
  const running = new Map(balances);
  for (const { account, amount } of records.slice(0, since)) {
    running.set(account, (running.get(account) ?? 0n) - amount);
  }
  for (const account of new Set([...kept.balances.keys(), ...running.keys()])) {
    if (!isComparable(account, kept)) continue;
    const [then, now] = [kept.balances.get(account) ?? 0n, running.get(account) ?? 0n];
    if (then !== now) return { claimed: `${account}: ${now}`, computed: `${account}: ${then}` };
  }
  return null;
}

/** A copy that was kept before trees had points has USDT accounts alone. */
function isComparable(account: MemberAccountName, kept: KeptBalance): boolean {
  return kept.balances.has(account) || summedAccounts.usdt.includes(account);
}
