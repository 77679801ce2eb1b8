import type { SecurityAct } from '#contract/security-acts.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';

/** The acts that a test's nodes announce to members, in step with those that stand in their lists. */
export interface AnnouncedActs {
  /** The same acts, with what they announce written down here. */
  listen(acts: SecurityActs): SecurityActs;
  /** Published events with their members, oldest first. */
  readonly announced: readonly (readonly [bigint, SecurityAct])[];
  /** Both, sorted: an act that was only recorded, or only published, is in one of them alone. */
  compare(): Promise<{ readonly recorded: string[]; readonly announced: string[] }>;
}

export function listenToActs({ pool }: Pick<TestDatabase, 'pool'>): AnnouncedActs {
  const announced: [bigint, SecurityAct][] = [];
  const textOf = (memberId: bigint, act: string): string => `${memberId} ${act}`;
  return {
    announced,
    listen: ({ record, announce }) => ({
      record,
      announce: (memberId: bigint, act: SecurityAct) => {
        announced.push([memberId, act]);
        return announce(memberId, act);
      },
    }),
    async compare() {
      // What an operator did is published with its commit.
      const sql = `select member_id, act from security_act where act <> 'operatorActed'`;
      const { rows } = await pool.query<{ member_id: bigint; act: string }>(sql);
      return {
        recorded: rows.map(({ member_id, act }) => textOf(member_id, act)).sort(),
        announced: announced.map(([memberId, act]) => textOf(memberId, act)).sort(),
      };
    },
  };
}
