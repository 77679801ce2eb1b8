import * as z from 'zod/mini';
import type { EventStream } from '#server/market/stream.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { DepositState } from './deposit-store.ts';

export interface MovedDeposit {
  readonly memberId: bigint;
  readonly id: string;
  readonly state: DepositState;
  readonly confirmations: number;
}

const topic = 'deposits moved';
const message = z.object({
  deposits: z.array(
    z.object({
      memberId: z.string().check(z.regex(/^\d{1,19}$/)),
      id: z.string(),
      state: z.enum(['requested', 'seen', 'confirmed', 'rejected']),
      confirmations: z.int(),
    }),
  ),
});
const movedPerMessage = 50;

/** Tells every node that deposits have moved. */
export async function tellOfDeposits(bus: Pick<Bus, 'publish'>, moved: readonly MovedDeposit[]): Promise<void> {
  for (let from = 0; from < moved.length; from += movedPerMessage) {
    const deposits = moved
      .slice(from, from + movedPerMessage)
      .map((one) => ({ ...one, memberId: String(one.memberId) }));
    await bus.publish(topic, { deposits });
  }
}

/** Passes what any node tells on to the open pages of the members; answers a function that ends it. */
export function passOnDeposits(bus: Pick<Bus, 'subscribe'>, stream: Pick<EventStream, 'sendTo'>): () => void {
  return bus.subscribe(topic, (payload) => {
    const told = message.safeParse(payload);
    for (const { memberId, ...value } of told.data?.deposits ?? []) {
      stream.sendTo(BigInt(memberId), { name: 'deposit', value });
    }
  });
}
