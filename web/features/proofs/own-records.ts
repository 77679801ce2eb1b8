import { pageSize } from '#contract/fields.ts';
import { type AccountRecord, getPurse, listAccountRecords } from '#contract/wallet.ts';
import { type MemberAccountName, usdtAccounts } from '#core/ledger/accounts.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { call } from '#web/platform/api/call.ts';
import type { Span } from '#web/platform/snapshot-span.ts';

/** The member's own accounts as they stand, in minor units, with the records back to some moment or further, newest first. */
export interface OwnRecords {
  readonly balances: ReadonlyMap<MemberAccountName, bigint>;
  readonly records: readonly Pick<AccountRecord, 'account' | 'amount' | 'balance' | 'at' | 'transferId'>[];
  /** Time of the newest record before that moment; null where there is none. */
  readonly olderAt: number | null;
}

/** The sums of a leaf, by the accounts that each is of. */
export const summedAccounts = {
  usdt: [...usdtAccounts().available, ...usdtAccounts().locked],
  assistance: ['assistance'],
  promotion: ['promotion'],
} as const satisfies Record<string, readonly string[]>;

/** What the member may have had at a moment, by the records. */
export interface RecordedBalance {
  /** After each transfer that may have been the last one of the snapshot: oldest last. One, unless these accounts moved at that moment. */
  readonly possible: readonly bigint[];
  /** A record whose balance the next one does not follow, as `account: balance`; null where all follow. */
  readonly broken: { readonly stated: string; readonly follows: string } | null;
}

/** Counts back from what the accounts of one sum hold. */
export function balanceAt(
  { balances, records }: Pick<OwnRecords, 'balances' | 'records'>,
  { from, to }: Span,
  of: keyof typeof summedAccounts,
): RecordedBalance {
  const accounts: readonly string[] = summedAccounts[of];
  const running = new Map([...balances].filter(([account]) => accounts.includes(account)));
  const moves = records.filter(({ account }) => accounts.includes(account));
  let total = [...running.values()].reduce((sum, balance) => sum + balance, 0n);
  let newerAt = Number.POSITIVE_INFINITY;
  let broken: RecordedBalance['broken'] = null;
  const possible: bigint[] = [];
  for (const [place, { account, amount, balance, at, transferId }] of moves.entries()) {
    const isNewTransfer = moves[place - 1]?.transferId !== transferId;
    if (isNewTransfer && at <= to && newerAt >= from) possible.push(total);
    const known = running.get(account) ?? 0n;
    if (balance !== known) broken ??= { stated: `${account}: ${balance}`, follows: `${account}: ${known}` };
    running.set(account, balance - amount);
    total -= amount;
    newerAt = at;
  }
  if (newerAt >= from) possible.push(total);
  return { possible: [...new Set(possible)], broken };
}

/** Every sum by itself. */
export const sumsOfLeaf = Object.keys(summedAccounts) as (keyof typeof summedAccounts)[];

const attempts = 4;

/** Reads the accounts and their records back to a moment, or further, to include an earlier one. Throws what `call` throws. */
export async function readOwnRecords(from: number, signal: AbortSignal, including: number = from): Promise<OwnRecords> {
  for (let attempt = 1; ; attempt++) {
    const own = await readOnce(from, Math.min(from, including), signal);
    // Money that moved between the two reads makes them disagree: read again, and let the check report what stays.
    const isBroken = sumsOfLeaf.some((of) => balanceAt(own, { from, to: from }, of).broken !== null);
    if (attempt === attempts || !isBroken) return own;
  }
}

/** A member who moves money every two minutes, day and night, has fewer in a year. */
const recordsMax = 600_000;

async function readOnce(from: number, backTo: number, signal: AbortSignal): Promise<OwnRecords> {
  const purse = await call(getPurse, {}, { signal });
  const records: AccountRecord[] = [];
  const seen = new Set<string>();
  for (;;) {
    const before = records.at(-1)?.id;
    const page = await call(listAccountRecords, before === undefined ? {} : { before }, { signal });
    for (const { id } of page) {
      if (seen.has(id)) throw new AnswerRefused(`records before ${before ?? '-'}: ${id}`);
      seen.add(id);
    }
    records.push(...page);
    if (page.length < pageSize || (page.at(-1)?.at ?? 0) < backTo) break;
    if (records.length >= recordsMax) throw new AnswerRefused(`records: > ${recordsMax}`);
  }
  return {
    balances: new Map(purse.map(({ account, balance }) => [account, balance])),
    records,
    olderAt: records.find(({ at }) => at < from)?.at ?? null,
  };
}
