import { Kysely, PostgresDialect } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { AccountRecord } from '#contract/wallet.ts';
import type { listMemberRecords as operation } from '#contract/wallet-operators.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { recordOperatorView } from '#server/platform/operators/operator-acts.ts';
import type { Operator } from '#server/platform/session.ts';
import { listAccountRecords, type RecordDependencies } from './list-account-records.ts';

/** A member's records for an operator. That one looked is recorded. */
export async function listMemberRecords(
  dependencies: RecordDependencies & { readonly memberNumbers: Pick<MemberNumbers, 'idOf'> },
  { member, before }: InputOf<typeof operation>,
  by: Operator,
): Promise<AccountRecord[]> {
  const database = new Kysely({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const { memberId, timeZone } = await requireMember(database, dependencies.memberNumbers, member);
  await database.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));
  return await listAccountRecords(dependencies, { memberId, timeZone }, { before });
}
