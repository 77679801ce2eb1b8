import { type Kysely, sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { unfreezeAccount as operation } from '#contract/security.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';

export interface UnfreezeDependencies {
  readonly tables: Kysely<unknown>;
  readonly acts: SecurityActs;
  readonly identity: Pick<IdentityCheck, 'requireCaptcha' | 'reauthenticate'>;
  /** Wall time, by which a recovery's freeze ends. */
  readonly wallNow: () => number;
}

/** Lifts the freeze, given the login password. */
export async function unfreezeAccount(
  { tables, acts, identity, wallNow }: UnfreezeDependencies,
  { password, code, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<Record<string, never>> {
  const { memberId, timeZone } = call.member;
  await identity.requireCaptcha(call, code);
  await identity.reauthenticate(call, { password, factor });
  const wasFrozen = await tables.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ holdsUntil: Date | null; heldBy: string | null }>`
      select holds_until as "holdsUntil", held_by as "heldBy" from account_freeze where member_id = ${memberId}
      for update`.execute(transaction);
    const [frozen] = rows;
    if (!frozen) return false;
    const until = frozen.holdsUntil?.getTime() ?? 0;
    if (until > wallNow()) {
      throw new Refusal(frozen.heldBy === null ? 'freezeHolds' : 'operatorFreezeHolds', {
        until: { at: until, timeZone },
      });
    }
    await sql`delete from account_freeze where member_id = ${memberId}`.execute(transaction);
    await acts.record(transaction, memberId, 'accountUnfrozen');
    return true;
  });
  if (wasFrozen) await acts.announce(memberId, 'accountUnfrozen');
  return {};
}
