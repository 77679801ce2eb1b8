import fc from 'fast-check';
import { points, usdt } from '#core/money/amount.ts';
import { type AccountId, describeAccount, houseAccount, memberAccount } from './accounts.ts';
import type { Condition, Outcome, Posting, Transfer } from './transfer.ts';

/**
 * The ledger as anyone would write it down: one transfer at a time, on a copy of the balances that is kept or thrown away. What the
 * batches are compared with.
 */
export class PlainLedger {
  balances: Map<AccountId, bigint>;
  readonly committed = new Map<string, { inputHash: string; reference: string; postings: readonly Posting[] }>();

  constructor(balances: ReadonlyMap<AccountId, bigint>) {
    this.balances = new Map(balances);
  }

  submit({ key, inputHash, reference, postings, conditions = [] }: Transfer): string {
    const earlier = this.committed.get(key);
    if (earlier) return earlier.inputHash === inputHash ? `replayed ${earlier.reference}` : 'keyConflict';
    for (const { account, atLeast } of conditions) {
      const balance = this.balances.get(account);
      if (balance === undefined) return 'unknownAccount';
      if (balance < atLeast) return 'conditionFailed';
    }
    const draft = new Map(this.balances);
    for (const { from, to, amount } of postings) {
      const source = draft.get(from);
      const target = draft.get(to);
      if (source === undefined || target === undefined) return 'unknownAccount';
      if (!describeAccount(from).mayBeNegative && source < amount) return 'insufficientFunds';
      draft.set(from, source - amount);
      draft.set(to, target + amount);
    }
    this.balances = draft;
    this.committed.set(key, { inputHash, reference, postings });
    return `committed ${reference}`;
  }
}

/** An outcome in the model's words. */
export function inWords(outcome: Outcome): string {
  return outcome.status === 'refused' ? outcome.reason : `${outcome.status} ${outcome.reference}`;
}

/** Members that the random transfers are about; the last of them never opened an account. */
export const memberIds = [1n, 2n, 3n, 9n, 10n] as const;
export const strangerId = 10n;

/** Every account that the random transfers name and that is open. */
export const openAccounts: readonly AccountId[] = memberIds.flatMap((memberId) => [
  houseAccount('rail', memberId),
  houseAccount('sponsorPoints', memberId),
  houseAccount('fees', memberId),
  houseAccount('prizePoints', memberId),
  ...(memberId === strangerId
    ? []
    : [memberAccount(memberId, 'available'), memberAccount(memberId, 'plans'), memberAccount(memberId, 'assistance')]),
]);

/** Small amounts, so that accounts run empty all the time. */
const smallAmount = fc.bigInt({ min: 1n, max: 60n });

const postingOf = (memberId: bigint): fc.Arbitrary<Posting> => {
  const dollars = fc.constantFrom(
    memberAccount(memberId, 'available'),
    memberAccount(memberId, 'plans'),
    houseAccount('rail', memberId),
    houseAccount('fees', memberId),
  );
  const pointAccounts = fc.constantFrom(
    memberAccount(memberId, 'assistance'),
    houseAccount('sponsorPoints', memberId),
    houseAccount('prizePoints', memberId),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ from: dollars, to: dollars, amount: smallAmount.map(usdt) }) },
    { weight: 1, arbitrary: fc.record({ from: pointAccounts, to: pointAccounts, amount: smallAmount.map(points) }) },
  );
};

const conditionOf = (memberId: bigint): fc.Arbitrary<Condition> =>
  fc.record({ account: fc.constant(memberAccount(memberId, 'available')), atLeast: smallAmount.map(usdt) });

/** Strangers are rare, so that most transfers get as far as the balances. */
const anyMember = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...memberIds.slice(0, -1)) },
  { weight: 1, arbitrary: fc.constant(strangerId) },
);

/** Few keys and two inputs, so that keys repeat and conflict; `scope` keeps two histories apart. */
export function anyTransfer(scope: string): fc.Arbitrary<Transfer> {
  const member = fc.tuple(fc.uniqueArray(anyMember, { minLength: 1, maxLength: 2 }), fc.nat());
  return member.chain(([members, reference]) =>
    fc.record({
      key: fc.nat({ max: 40 }).map((number) => `${scope}:"${number}"`),
      inputHash: fc.constantFrom('0'.repeat(64), 'f'.repeat(64)),
      kind: fc.constantFrom('depositConfirmed', 'planPlaced', 'planSettled'),
      reference: fc.constant(`r\\${reference}`),
      postings: fc
        .array(fc.oneof(...members.map(postingOf)), { minLength: 1, maxLength: 4 })
        .map((postings) => postings.filter(({ from, to }) => from !== to))
        .filter((postings) => postings.length > 0),
      conditions: fc.oneof(fc.constant([]), fc.array(fc.oneof(...members.map(conditionOf)), { maxLength: 2 })),
    }),
  );
}
