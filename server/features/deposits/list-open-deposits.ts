import { type Kysely, sql } from 'kysely';
import type { OpenDeposit } from '#contract/deposits-operators.ts';
import { pageSize } from '#contract/fields.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { type ActingOperator, recordOperatorLook } from '#server/platform/operators/operator-acts.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import { openDepositsAfter } from './deposit-store.ts';

export interface OpenDepositsDependencies {
  readonly tables: Kysely<unknown>;
  readonly rail: Pick<DepositRail, 'channels'>;
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
}

/** Deposits of all members that are under way, oldest first, a page after that id. */
export async function listOpenDeposits(
  { tables, rail, memberNumbers }: OpenDepositsDependencies,
  after: string,
  by: ActingOperator,
): Promise<OpenDeposit[]> {
  await recordOperatorLook(tables, { by, act: 'listViewed', subject: 'list deposits' });
  const deposits = await openDepositsAfter(tables, after, pageSize);
  const names = await namesOf(
    tables,
    deposits.map(({ memberId }) => memberId),
  );
  return deposits.flatMap((deposit) => {
    const { state, image, ...record } = depositRecord(deposit, rail);
    if (state !== 'requested' && state !== 'seen') return [];
    const { id, channel, amount, confirmations, confirmationsNeeded, address, transaction, requestedAt } = record;
    const shown = { id, channel, amount, confirmations, confirmationsNeeded, address, transaction, requestedAt };
    return {
      ...shown,
      state,
      member: memberNumbers.numberOf(deposit.memberId),
      username: names.get(deposit.memberId) ?? '',
      hasProof: image !== null,
      reviewedAt: deposit.reviewedAt,
      reviewedBy: deposit.reviewedBy,
    };
  });
}

async function namesOf(tables: Kysely<unknown>, memberIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ id: bigint; username: string }>`
    select id, username from member where id = any(${memberIds}::bigint[])`.execute(tables);
  return new Map(rows.map(({ id, username }) => [id, username]));
}
