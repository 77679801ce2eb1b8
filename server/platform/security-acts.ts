import { type QueryExecutorProvider, sql } from 'kysely';
import * as z from 'zod/mini';
import { type SecurityAct, securityActs } from '#contract/states.ts';
import type { Bus } from './bus.ts';
import { newPublicId } from './public-id.ts';

/** What touched the safety of an account: kept for good, and told to its open pages. */
export interface SecurityActs {
  /** Writes the act down, in the caller's transaction where it has one. */
  record(within: QueryExecutorProvider, memberId: bigint, act: SecurityAct, detail?: string): Promise<void>;
  /** Tells every page of the member, on every node: after the transaction has committed. */
  announce(memberId: bigint, act: SecurityAct): Promise<void>;
  /** Calls `listener` for what any node announces; answers a function that ends it. */
  onAct(listener: (memberId: bigint, act: SecurityAct) => void): () => void;
}

const topic = 'security act';
const message = z.object({ memberId: z.string().check(z.regex(/^\d{1,19}$/)), act: z.enum(securityActs) });

export function openSecurityActs(
  bus: Pick<Bus, 'publish' | 'subscribe'>,
  clock: { readonly now: () => number },
): SecurityActs {
  return {
    async record(within, memberId, act, detail = '') {
      const now = Math.trunc(clock.now());
      await sql`
        insert into security_act (member_id, id, act, detail, at)
        values (${memberId}, ${newPublicId(now)}, ${act}, ${detail}, ${new Date(now)})`.execute(within);
    },
    announce: (memberId, act) => bus.publish(topic, { memberId: String(memberId), act }),
    onAct: (listener) =>
      bus.subscribe(topic, (payload) => {
        const heard = message.safeParse(payload);
        if (heard.success) listener(BigInt(heard.data.memberId), heard.data.act);
      }),
  };
}
