import { pageSize } from '#contract/fields.ts';
import { type AccountRecord, getPurse, listAccountRecords, type RecordAccount } from '#contract/wallet.ts';
import { noUsdt, type Usdt, usdt } from '#core/money/amount.ts';
import { call } from '#web/platform/api/call.ts';
import { productClockSpeed } from '#web/platform/product-clock.ts';

/** The member's own accounts as they stand, with the records back to some moment: USDT accounts alone, newest record first. */
export interface OwnRecords {
  readonly balances: ReadonlyMap<RecordAccount, Usdt>;
  readonly records: readonly Pick<AccountRecord, 'account' | 'amount' | 'balance' | 'at' | 'transferId'>[];
  /** Time of the newest record before that moment; null where there is none. Records of points count as well. */
  readonly olderAt: number | null;
}

/** A span of product time in ms, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Wall time within which a movement decided before a snapshot may be committed after it. */
const commitMs = 10_000;
/** Bound of the same in product time: an accelerated clock stretches it no further. */
const spanMsMax = 7_200_000;

/** The moment of a snapshot, as wide as a commit may take. */
export function spanAround(at: number): Span {
  const width = Math.min(spanMsMax, commitMs * Math.max(1, productClockSpeed()));
  return { from: at - width, to: at + width };
}

/** What the member may have had at a moment, by the records. */
export interface RecordedBalance {
  /** After each transfer that may have been the last one of the snapshot: oldest last. One, unless money moved at that moment. */
  readonly possible: readonly Usdt[];
  /** A record whose balance the next one does not follow, as `account: balance`; null where all follow. */
  readonly broken: { readonly stated: string; readonly follows: string } | null;
}

/** Counts back from what the accounts hold. */
export function balanceAt({ balances, records }: OwnRecords, { from, to }: Span): RecordedBalance {
  const running = new Map(balances);
  let total: bigint = [...balances.values()].reduce<bigint>((sum, balance) => sum + balance, 0n);
  let newerAt = Number.POSITIVE_INFINITY;
  let broken: RecordedBalance['broken'] = null;
  const possible: Usdt[] = [];
  for (const [place, { account, amount, balance, at, transferId }] of records.entries()) {
    const isNewTransfer = records[place - 1]?.transferId !== transferId;
    if (isNewTransfer && at <= to && newerAt >= from) possible.push(usdt(total));
    const known = running.get(account) ?? noUsdt;
    if (balance !== known) broken ??= { stated: `${account}: ${balance}`, follows: `${account}: ${known}` };
    running.set(account, usdt(balance - amount));
    total -= amount;
    newerAt = at;
  }
  if (newerAt >= from) possible.push(usdt(total));
  return { possible: [...new Set(possible)], broken };
}

const attempts = 4;

/** Reads the accounts and their records back to a moment. Throws what `call` throws. */
export async function readOwnRecords(from: number, signal: AbortSignal): Promise<OwnRecords> {
  for (let attempt = 1; ; attempt++) {
    const own = await readOnce(from, signal);
    // Money that moved between the two reads makes them disagree: read again, and let the check report what stays.
    if (attempt === attempts || balanceAt(own, { from, to: from }).broken === null) return own;
  }
}

async function readOnce(from: number, signal: AbortSignal): Promise<OwnRecords> {
  const purse = await call(getPurse, {}, { signal });
  const balances = purse.flatMap(({ account, asset, balance }) =>
    asset === 'USDT' ? [[account, usdt(balance)] as const] : [],
  );
  const records: AccountRecord[] = [];
  let page: AccountRecord[];
  do {
    const last = records.at(-1);
    page = await call(listAccountRecords, last ? { before: last.id } : {}, { signal });
    records.push(...page);
  } while (page.length === pageSize && (page.at(-1)?.at ?? 0) >= from);
  return {
    balances: new Map(balances),
    records: records.filter(({ asset, at }) => asset === 'USDT' && at >= from),
    olderAt: records.find(({ at }) => at < from)?.at ?? null,
  };
}
