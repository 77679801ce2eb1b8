import type pg from 'pg';
import { type AccountId, isMemberAccount, memberAccount, ownerOf } from '#core/ledger/accounts.ts';
import type { Outcome } from '#core/ledger/transfer.ts';
import type { Pending } from './commit-batch.ts';

/** Members whose balances a commit moved, each with the id of their newest transfer. */
export type OnCommitted = (newest: ReadonlyMap<bigint, bigint>) => void;

export interface MemberPosition {
  /** The member's newest transfer. */
  readonly transferId: bigint;
  /** Recorded less than a minute ago, by the database's clock. */
  readonly isRecent: boolean;
}

/**
 * How far each member's history has come; members without a transfer are left out. Ids grow along it (`withMemberLocks`): a member
 * whose newest id is unchanged has unchanged balances.
 */
export async function positionsOf(
  pool: pg.Pool,
  memberIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, MemberPosition>> {
  const { rows } = await pool.query<{ memberId: bigint; transferId: bigint; isRecent: boolean }>({
    name: 'ledger positions of members',
    text: `select m.id as "memberId", newest.transfer_id as "transferId",
        t.recorded_at > now() - interval '1 minute' as "isRecent"
      from unnest($1::bigint[]) as m (id)
      cross join lateral (
        select p.transfer_id from ledger.postings as p
        where p.member_id = m.id order by p.transfer_id desc limit 1
      ) as newest
      join ledger.transfers as t on t.id = newest.transfer_id`,
    values: [memberIds],
  });
  return new Map(rows.map(({ memberId, ...position }) => [memberId, position]));
}

/** The members that the committed transfers of a batch touch, each with the id of the last one. */
export function newestTransfers(batch: readonly Pending[], outcomes: readonly Outcome[]): ReadonlyMap<bigint, bigint> {
  const newest = new Map<bigint, bigint>();
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome.status !== 'committed') continue;
    for (const { from, to } of batch[place]?.submission.postings ?? []) {
      for (const account of [from, to]) {
        if (isMemberAccount(account)) newest.set(ownerOf(account), outcome.transferId);
      }
    }
  }
  return newest;
}

/**
 * Adds the available account of every member that is touched. Locked by each transfer of that member, it gives them one order:
 * without it, a later id on one account could be committed before an earlier one on another.
 */
export function withMemberLocks(accounts: readonly AccountId[]): AccountId[] {
  const locked = new Set(accounts);
  for (const account of accounts) {
    if (isMemberAccount(account)) locked.add(memberAccount(ownerOf(account), 'available'));
  }
  return [...locked];
}
