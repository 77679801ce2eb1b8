import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { stakeMin, winningsOf } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { reservedAccount, roundsAccount } from './round-transfers.ts';

const rowsAtOnce = 20_000;

/** So many orders of a round put there at once, of members of their own: the books stand as if each had been placed. */
export async function fillRound(
  pool: pg.Pool,
  ledger: Pick<Ledger, 'submitPages'>,
  round: RoundNumber,
  counts: { readonly orders: number; readonly members: number; readonly firstMember: bigint },
): Promise<void> {
  const { orders, members, firstMember } = counts;
  await pool.query('select ledger.open_member($1::bigint + number) from generate_series(0, $2::int - 1) as number', [
    firstMember,
    members,
  ]);
  for (let from = 0; from < orders; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, orders - from) }, (_, place) =>
      orderAt(from + place, firstMember + BigInt((from + place) % members)),
    );
    const { failed } = await ledger.submitPages(pagesOf(rows, round));
    if (failed[0]) throw new Error('not funded', { cause: failed[0].reason });
    await pool.query(
      `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
       select member_id, id, $1, category, stake, winnings, salt, round_opens_at($1)
       from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bytea[])
         as placed (member_id, id, category, stake, winnings, salt)`,
      [
        round,
        ...(['memberId', 'id', 'category', 'stake', 'winnings', 'salt'] as const).map((name) =>
          rows.map((row) => row[name]),
        ),
      ],
    );
  }
}

function orderAt(place: number, memberId: bigint) {
  const category = categories[place % categories.length] ?? 'big';
  const stake = usdt(stakeMin + BigInt(place % 1_000) * 1_001n);
  const winnings = winningsOf(category, stake);
  return { memberId, id: newPublicId(place), category, stake, winnings, salt: randomBytes(32) };
}

type ManyOrder = ReturnType<typeof orderAt>;

/** One transfer for the orders of a member. */
async function* pagesOf(rows: readonly ManyOrder[], round: RoundNumber): AsyncGenerator<Submission[]> {
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId);
  yield [...byMember].map(([memberId, own]): Submission => {
    const total = (name: 'stake' | 'winnings') => usdt(own.reduce((sum, order) => sum + order[name], 0n));
    return {
      key: `many:${round}:${own[0]?.id}`,
      inputHash: '0'.repeat(64),
      kind: 'roundsFunded',
      reference: 'test',
      postings: [
        { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'stakes'), amount: total('stake') },
        { from: roundsAccount, to: reservedAccount, amount: total('winnings') },
      ],
    };
  });
}
