import { type Kysely, sql } from 'kysely';
import { followsRunningMax, ordersOfRoundMax, winningsReservedMax } from '#core/limits/business-limits.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { type MemberLimit, openMemberLimit } from '#server/ledger/member-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** What an order asks of its member's limits: winnings in micro-USDT, of all its rounds. */
export interface AskedOfLimits {
  readonly round: RoundNumber;
  readonly reserves: bigint;
  readonly isFollow: boolean;
}

/** Enforces what one member may have in a round, in follows, and in winnings: so that nobody takes the house's funds or a round's list from everybody else. */
export function openOrderLimits(tables: Kysely<unknown>): MemberLimit<AskedOfLimits> {
  return openMemberLimit(async (memberId: bigint, { round, reserves, isFollow }: AskedOfLimits) => {
    const { rows } = await sql<{ reserved: bigint; of_round: bigint; follows: bigint }>`
      select (coalesce(sum(winnings), 0) + (select coalesce(sum(winnings * (rounds - placed)), 0) from round_follow
          where member_id = ${memberId} and "end" is null))::bigint as reserved,
        count(*) filter (where round_id = ${BigInt(round)}) as of_round,
        (select count(*) from round_follow where member_id = ${memberId} and "end" is null) as follows
      from round_order where member_id = ${memberId} and income is null`.execute(tables);
    const { reserved = 0n, of_round: ofRound = 0n, follows = 0n } = rows[0] ?? {};
    if (ofRound >= BigInt(ordersOfRoundMax)) throw new Refusal('ordersOfRound', { count: ordersOfRoundMax });
    if (isFollow && follows >= BigInt(followsRunningMax))
      throw new Refusal('followsRunning', { count: followsRunningMax });
    if (reserved + reserves > winningsReservedMax) throw new Refusal('winningsLimit', { maximum: winningsReservedMax });
  });
}
