import { type AccountId, describeAccount, isMemberAccount } from './accounts.ts';
import type { Condition, Outcome, Posting, Receipt, Transfer } from './transfer.ts';

/** A key that is already committed. */
export interface RecordedTransfer extends Receipt {
  readonly inputHash: string;
}

/** What is known of the books, under their locks, when a batch is decided. */
export interface BatchInput {
  /** Balance of every open account that the batch names; an account that is missing was never opened. */
  readonly balances: ReadonlyMap<AccountId, bigint>;
  /** The committed transfers among the batch's keys. */
  readonly recorded: ReadonlyMap<string, RecordedTransfer>;
  /** Id of the first transfer that is committed; the following ones count on. */
  readonly firstTransferId: bigint;
  /** Product time of the batch, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly transfers: readonly Transfer[];
}

/** One posting as it is written down, with both balances right after it. */
export interface Entry {
  readonly transferId: bigint;
  /** Place among the postings of its transfer, from 0. */
  readonly place: number;
  readonly posting: Posting;
  readonly fromAfter: bigint;
  readonly toAfter: bigint;
}

/** What a batch will write and return. */
export interface BatchPlan {
  /** The outcome of each transfer, in the order given. */
  readonly outcomes: readonly Outcome[];
  /** Entries of the committed transfers, in order. */
  readonly entries: readonly Entry[];
  /** Balances after the batch of the accounts it changed. */
  readonly balances: ReadonlyMap<AccountId, bigint>;
}

/**
 * Decides a batch of transfers: outcomes, entries and balances equal those of one transfer at a time, in order. The key is
 * looked at first (a repeated request gets its first outcome whatever the balances are now), then the conditions, then the
 * postings one by one.
 */
export function planBatch({ balances, recorded, firstTransferId, at, transfers }: BatchInput): BatchPlan {
  const working = new WorkingBalances(balances);
  const committed = new Map<string, RecordedTransfer>();
  const entries: Entry[] = [];
  let transferId = firstTransferId;
  const outcomes = transfers.map((transfer): Outcome => {
    const { key, inputHash, reference, postings, conditions } = transfer;
    const earlier = committed.get(key) ?? recorded.get(key);
    if (earlier) return answerAgain(earlier, inputHash);
    const refusal = (conditions && unmet(working, conditions)) ?? makePostings(working, transferId, postings, entries);
    if (refusal) return refusal;
    const outcome: Outcome = { status: 'committed', transferId, reference, at };
    committed.set(key, { transferId, reference, at, inputHash });
    transferId += 1n;
    return outcome;
  });
  return { outcomes, entries, balances: working.changed };
}

/** Every account that deciding these transfers reads or changes, in ascending order. */
export function accountsOf(transfers: readonly Transfer[]): AccountId[] {
  const accounts = new Set<AccountId>();
  for (const { postings, conditions } of transfers) {
    for (const { from, to } of postings) accounts.add(from).add(to);
    if (conditions) for (const { account } of conditions) accounts.add(account);
  }
  return [...accounts].sort((left, right) => (left < right ? -1 : 1));
}

function answerAgain(earlier: RecordedTransfer, inputHash: string): Outcome {
  if (earlier.inputHash !== inputHash) return { status: 'refused', reason: 'keyConflict' };
  const { transferId, reference, at } = earlier;
  return { status: 'replayed', transferId, reference, at };
}

function unmet(working: WorkingBalances, conditions: readonly Condition[]): Outcome | undefined {
  for (const { account, atLeast } of conditions) {
    const balance = working.of(account);
    if (balance === undefined) return unknownAccount(account);
    if (balance < atLeast) {
      return { status: 'refused', reason: 'conditionFailed', account, balance, needed: atLeast };
    }
  }
  return undefined;
}

/** Makes all postings and appends their entries, or leaves balances and entries as they were and says why. */
function makePostings(
  working: WorkingBalances,
  transferId: bigint,
  postings: readonly Posting[],
  entries: Entry[],
): Outcome | undefined {
  const start = entries.length;
  for (const [place, posting] of postings.entries()) {
    const { from, to, amount } = posting;
    const source = working.of(from);
    const target = working.of(to);
    const covered = source !== undefined && (source >= amount || mayBeNegative(from));
    if (!covered || target === undefined) {
      undo(working, entries, start);
      if (source === undefined) return unknownAccount(from);
      if (target === undefined) return unknownAccount(to);
      return { status: 'refused', reason: 'insufficientFunds', account: from, balance: source, needed: amount };
    }
    const fromAfter = source - amount;
    const toAfter = target + amount;
    working.set(from, fromAfter);
    working.set(to, toAfter);
    entries.push({ transferId, place, posting, fromAfter, toAfter });
  }
  return undefined;
}

function undo(working: WorkingBalances, entries: Entry[], start: number): void {
  for (const { posting, fromAfter, toAfter } of entries.splice(start).reverse()) {
    working.set(posting.from, fromAfter + posting.amount);
    working.set(posting.to, toAfter - posting.amount);
  }
}

function mayBeNegative(account: AccountId): boolean {
  return !isMemberAccount(account) && describeAccount(account).mayBeNegative;
}

function unknownAccount(account: AccountId): Outcome {
  return { status: 'refused', reason: 'unknownAccount', account };
}

class WorkingBalances {
  readonly changed = new Map<AccountId, bigint>();
  readonly #given: ReadonlyMap<AccountId, bigint>;

  constructor(given: ReadonlyMap<AccountId, bigint>) {
    this.#given = given;
  }

  of(account: AccountId): bigint | undefined {
    return this.changed.get(account) ?? this.#given.get(account);
  }

  set(account: AccountId, balance: bigint): void {
    this.changed.set(account, balance);
  }
}
