import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { unfreezeAccount as operation } from '#contract/security.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { IdentityCheck } from './identity-check.ts';
import type { SecurityTables } from './security-tables.ts';

export interface FreezeNeeds {
  readonly tables: Kysely<SecurityTables>;
  readonly acts: SecurityActs;
  readonly identity: Pick<IdentityCheck, 'requireLoginPassword' | 'requireFactor'>;
  /** The product clock. */
  readonly clock: { now(): number };
  /** A recovery's freeze holds by the wall clock. */
  readonly wallNow: () => number;
}

/** Freezes the account at once: whoever fears for it needs no password for that. */
export async function freezeAccount(
  { tables, acts, clock }: FreezeNeeds,
  memberId: bigint,
): Promise<Record<string, never>> {
  const isNew = await tables.transaction().execute(async (transaction) => {
    const frozen = await transaction
      .insertInto('account_freeze')
      .values({ member_id: memberId, frozen_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (frozen.numInsertedOrUpdatedRows !== 1n) return false;
    await acts.record(transaction, memberId, 'accountFrozen');
    return true;
  });
  if (isNew) await acts.announce(memberId, 'accountFrozen');
  return {};
}

/** Freezes a recovered account, in the caller's transaction; until `holdsUntil` (wall time) not even its owner lifts it. */
export async function freezeRecovered(
  within: QueryExecutorProvider,
  memberId: bigint,
  now: number,
  holdsUntil: number,
): Promise<void> {
  await sql`
    insert into account_freeze (member_id, frozen_at, holds_until)
    values (${memberId}, ${new Date(now)}, ${new Date(holdsUntil)})
    on conflict (member_id) do update set holds_until = greatest(account_freeze.holds_until, excluded.holds_until)`.execute(
    within,
  );
}

/** Lifts the freeze for who knows the login password. */
export async function unfreezeAccount(
  { tables, acts, identity, wallNow }: FreezeNeeds,
  { password, code, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<Record<string, never>> {
  const { memberId, timeZone } = call.member;
  await identity.requireLoginPassword(call, password, code);
  await identity.requireFactor(memberId, factor);
  const wasFrozen = await tables.transaction().execute(async (transaction) => {
    const frozen = await transaction
      .selectFrom('account_freeze')
      .select('holds_until')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    if (!frozen) return false;
    const until = frozen.holds_until?.getTime() ?? 0;
    if (until > wallNow()) throw new Refusal('freezeHolds', { until: { at: until, timeZone } });
    await transaction.deleteFrom('account_freeze').where('member_id', '=', memberId).execute();
    await acts.record(transaction, memberId, 'accountUnfrozen');
    return true;
  });
  if (wasFrozen) await acts.announce(memberId, 'accountUnfrozen');
  return {};
}

export async function isFrozen(tables: Kysely<SecurityTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('account_freeze')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function requireUnfrozen(tables: Kysely<SecurityTables>, memberId: bigint): Promise<void> {
  if (await isFrozen(tables, memberId)) throw new Refusal('accountFrozen');
}
