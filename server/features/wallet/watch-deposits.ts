import * as z from 'zod/mini';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { EventStream } from '#server/market/stream.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { DepositRail } from './deposit-rail.ts';
import type { DepositStore, StoredDeposit } from './deposit-store.ts';

export interface WatchNeeds {
  readonly store: DepositStore;
  readonly rail: DepositRail;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly stream: Pick<EventStream, 'sendTo'>;
  readonly log: Log;
}

const movedTopic = 'deposits moved';
const movedMessage = z.object({
  deposits: z.array(
    z.object({
      memberId: z.string().check(z.regex(/^\d{1,19}$/)),
      id: z.string(),
      state: z.enum(['requested', 'seen', 'confirmed', 'rejected']),
      confirmations: z.int(),
    }),
  ),
});

type Moved = z.output<typeof movedMessage>['deposits'][number];

const pageSize = 200;
const movedPerMessage = 50;
/** However fast the product clock runs. */
const pauseWallMsMin = 200;

/** Follows every open deposit by the rail's sight until it is credited or rejected; any number of nodes may do so at once. */
export function watchDeposits(needs: WatchNeeds): { stop(): Promise<void> } {
  const { rail, clock, bus, stream, log } = needs;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await lookAtDeposits(needs);
    } catch (error) {
      log.error({ err: error }, 'deposits could not be looked at, they wait for the next turn');
    }
    if (stopped) return;
    timer = setTimeout(begin, Math.max(pauseWallMsMin, clock.wallDelayMs(rail.lookEveryMs)));
    timer.unref();
  };
  let running = Promise.resolve();
  const begin = (): void => {
    running = turn();
  };
  begin();
  const end = bus.subscribe(movedTopic, (payload) => {
    const message = movedMessage.safeParse(payload);
    if (!message.success) return;
    for (const { memberId, ...value } of message.data.deposits) {
      stream.sendTo(BigInt(memberId), { name: 'deposit', value });
    }
  });
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      end();
      await running;
    },
  };
}

/** Looks once at every open deposit and answers how many moved on by this call. */
export async function lookAtDeposits(needs: Omit<WatchNeeds, 'stream'>): Promise<number> {
  let moved = 0;
  for (let after = ''; ; ) {
    const page = await needs.store.open(after, pageSize);
    const changes = (await Promise.all(page.map((deposit) => follow(needs, deposit)))).flatMap(
      (change) => change ?? [],
    );
    for (let from = 0; from < changes.length; from += movedPerMessage) {
      await needs.bus.publish(movedTopic, { deposits: changes.slice(from, from + movedPerMessage) });
    }
    moved += changes.length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return moved;
    after = last.id;
  }
}

/** Takes one deposit as far as the rail has seen it, and answers where it stands now if this call moved it. */
async function follow(
  { store, rail, ledger, clock, log }: Omit<WatchNeeds, 'stream'>,
  deposit: StoredDeposit,
): Promise<Moved | null> {
  const { memberId, id } = deposit;
  const channel = rail.channels.find((one) => one.id === deposit.channel);
  if (!channel) return null;
  try {
    const sighting = await rail.look(deposit, clock.now());
    if (sighting.state === 'requested') return null;
    const confirmations = sighting.state === 'seen' ? sighting.confirmations : deposit.confirmations;
    const confirmed = sighting.state === 'seen' && confirmations >= channel.confirmationsNeeded;
    const changed = confirmed
      ? await confirmDeposit(ledger, deposit, confirmations)
      : await store.moveOn(deposit, sighting.state, confirmations);
    if (!changed) return null;
    return { memberId: memberId.toString(), id, state: confirmed ? 'confirmed' : sighting.state, confirmations };
  } catch (error) {
    // One that fails must not hold up the others.
    log.error({ err: error, deposit: id }, 'a deposit could not be moved on');
    return null;
  }
}
