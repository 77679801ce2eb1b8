import { expectedValue, largestPrize, type Prize, type PrizeTable, prizesFunding } from '#core/draws/prizes.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { noUsdt } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { RequestIdentity } from '#server/ledger/request-once.ts';
import type { StoredDraw } from './draw-store.ts';

/** The house account that prizes are paid from. */
export const prizesAccount = houseAccount('prizes', 0n);

/** Funds the prizes from the sponsor: one posting, when the first node starts. */
export function fundingOf(): Submission {
  return {
    key: 'draws:funding',
    inputHash: inputHashOf({ prizesFunding }),
    kind: 'prizesFunded',
    reference: 'prizes',
    postings: [{ from: houseAccount('sponsor', 0n), to: prizesAccount, amount: prizesFunding }],
  };
}

/** Whether the prize fund covers the largest prize of the table, as far as a read outside of its lock can say. */
export async function isCovered(ledger: Pick<LedgerReader, 'houseBalances'>, table: PrizeTable): Promise<boolean> {
  return ((await ledger.houseBalances()).get('prizes') ?? 0n) >= largestPrize(table);
}

/** Writes nothing, which refuses the transfer, once the member's day is over; the trigger `draw_in_turn` refuses a row that is out of turn. */
const recordDraw = {
  name: 'record draw',
  columns: {
    member_id: 'bigint',
    id: 'text',
    day: 'integer',
    entry: 'integer',
    prize_version: 'smallint',
    kind: 'text',
    subject: 'text',
    member_day: 'text',
    zone: 'text',
    ends_at: 'timestamptz',
    client_seed: 'text',
    transfer_at: 'timestamptz',
  },
  sql: `insert into draw (member_id, id, day, entry, prize_version, kind, subject, member_day, zone, ends_at, client_seed, drawn_at)
    select member_id, id, day, entry, prize_version, kind, subject, member_day::date, zone, ends_at, client_seed, transfer_at
    from given where transfer_at < ends_at`,
} as const;

/** An entry about to be drawn. */
export type NewDraw = Omit<StoredDraw, 'drawnAt' | 'username'> & {
  readonly memberId: bigint;
  readonly zone: string;
};

/**
 * Draws an entry. The sponsor pays the expected value of each into the fund, so that the fund lasts; the prize leaves it in the same transfer.
 * Both conditions are the same for an entry that wins nothing: whether the fund covers the largest prize is decided before the result counts,
 * under the lock of the fund, and the member's draws are decided one after another.
 */
export function drawTransferOf(
  entry: NewDraw,
  { prize, table }: { readonly prize: Prize | null; readonly table: PrizeTable },
  identity: RequestIdentity,
): Submission {
  const { memberId, id, memberDay, endsAt, clientSeed, ...drawn } = entry;
  const available = memberAccount(memberId, 'available');
  return {
    ...identity,
    kind: prize ? 'prizeWon' : 'entryDrawn',
    reference: id,
    conditions: [
      { account: prizesAccount, atLeast: largestPrize(table) },
      { account: available, atLeast: noUsdt },
    ],
    postings: [
      { from: houseAccount('sponsor', memberId), to: prizesAccount, amount: expectedValue(table) },
      ...(prize ? [{ from: prizesAccount, to: available, amount: prize.amount }] : []),
    ],
    rows: [
      attach(recordDraw, {
        member_id: memberId,
        id,
        ...{ day: drawn.day, entry: drawn.entry, kind: drawn.kind, subject: drawn.subject, zone: drawn.zone },
        prize_version: table.version,
        member_day: memberDay,
        ends_at: new Date(endsAt),
        client_seed: clientSeed,
      }),
    ],
  };
}
