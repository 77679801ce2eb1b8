import { type QueryExecutorProvider, sql } from 'kysely';
import type { SecurityAct } from '#contract/states.ts';
import type { MemberEvents } from './events/member-events.ts';
import { newPublicId } from './public-id.ts';
import type { SecurityLog } from './security-log.ts';

/** Security events of an account: stored permanently and published to its open pages. */
export interface SecurityActs {
  /** Records the act, in the caller's transaction if given. */
  record(within: QueryExecutorProvider, memberId: bigint, act: SecurityAct, detail?: string): Promise<void>;
  /** Logs it and publishes it to the member's pages; call after the commit. */
  announce(memberId: bigint, act: SecurityAct): Promise<void>;
}

/** Records an act of the given id, which begins with its product time; false where it is there already. */
export async function recordActOnce(
  within: QueryExecutorProvider,
  memberId: bigint,
  { act, id, at }: { readonly act: SecurityAct; readonly id: string; readonly at: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into security_act (member_id, id, act, at) values (${memberId}, ${id}, ${act}, ${new Date(at)})
    on conflict do nothing`.execute(within);
  return numAffectedRows === 1n;
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
