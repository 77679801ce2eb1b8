import type pg from 'pg';
import { type AccountId, isMemberAccount, memberAccount, ownerOf } from '#core/ledger/accounts.ts';
import type { Outcome, Transfer } from '#core/ledger/transfer.ts';

/** Members whose balances a commit changed, each with the id of their newest transfer. */
export type OnCommitted = (newest: ReadonlyMap<bigint, bigint>) => void;

export interface MemberPosition {
  /** The member's newest transfer. */
  readonly transferId: bigint;
  /** Recorded less than a minute ago, by the database's clock. */
  readonly isRecent: boolean;
}

/**
 * The newest transfer of each member; members without a transfer are left out. Ids increase along a member's history
 * (`withMemberLocks`), so an unchanged newest id means unchanged balances.
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

/** The members of a batch's committed transfers, each with the id of the last one. */
export function newestTransfers(
  batch: readonly { readonly submission: Pick<Transfer, 'postings'> }[],
  outcomes: readonly Outcome[],
): ReadonlyMap<bigint, bigint> {
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
 * Adds the available account of every member in the batch. Every transfer of a member locks it, which serialises them: otherwise
 * a later id on one account could be committed before an earlier one on another.
 */
export function withMemberLocks(accounts: readonly AccountId[]): AccountId[] {
  const locked = new Set(accounts);
  for (const account of accounts) {
    if (isMemberAccount(account)) locked.add(memberAccount(ownerOf(account), 'available'));
  }
  return [...locked];
}
