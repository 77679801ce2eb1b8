import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { SecurityAct } from '#contract/security-acts.ts';
import type { MemberEvents } from './events/member-events.ts';
import { lockInTransaction } from './locks.ts';
import { idOfMark, newPublicId } from './public-id.ts';
import type { SecurityLog } from './security-log.ts';

/** Security events of an account: stored permanently and published to its open pages. */
export interface SecurityActs {
  /** Records the act, in the caller's transaction if given. */
  record(within: QueryExecutorProvider, memberId: bigint, act: SecurityAct, detail?: string): Promise<void>;
  /** Logs it and publishes it to the member's pages; call after the commit. */
  announce(memberId: bigint, act: SecurityAct): Promise<void>;
}

/**
 * Records an act once for each `mark`, an id that was given out before it; false where it was. It stands at its own time: what was read up to
 * an act that came between is before it.
 */
export function recordActOnce(
  tables: Kysely<unknown>,
  memberId: bigint,
  { act, mark, at }: { readonly act: SecurityAct; readonly mark: string; readonly at: number },
): Promise<boolean> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'marksOfMember', memberId);
    const id = idOfMark(at, mark);
    const { numAffectedRows } = await sql`
      insert into security_act (member_id, id, act, at) select ${memberId}::bigint, ${id}, ${act}, ${new Date(at)}
      where not exists (
        select from security_act where member_id = ${memberId} and act = ${act} and substr(id, 10) = substr(${id}, 10)
      )`.execute(transaction);
    return numAffectedRows === 1n;
  });
}

export function openSecurityActs(
  memberEvents: Pick<MemberEvents, 'publish'>,
  clock: { readonly now: () => number },
  securityLog: SecurityLog,
): SecurityActs {
  return {
    async record(within, memberId, act, detail = '') {
      const now = Math.trunc(clock.now());
      await sql`
        insert into security_act (member_id, id, act, detail, at)
        values (${memberId}, ${newPublicId(now)}, ${act}, ${detail}, ${new Date(now)})`.execute(within);
    },
    announce: (memberId, act) => {
      securityLog.write('securityAct', { memberId, act });
      return memberEvents.publish(memberId, { name: 'security', value: { act } });
    },
  };
}
