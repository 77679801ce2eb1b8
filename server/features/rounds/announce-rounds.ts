import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Log } from '#server/platform/log.ts';
import { findRound, roundRecord } from './round-store.ts';
import { roundTopic } from './run-rounds.ts';

export interface AnnounceDependencies {
  readonly tables: Kysely<unknown>;
  readonly clock: { now(): number };
  readonly hub: Pick<EventHub, 'publish' | 'wanted'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
}

/** Every page hears of rounds. */
export const roundFeed: EventFeed = { topicsOf: () => [roundTopic] };

const roundMessage = z.object({ round: z.int() });

/** Sends a round that opened, closed or ended to the pages open on this node. Returns a function that stops it. */
export function announceRounds({ tables, clock, hub, bus, log }: AnnounceDependencies): () => void {
  async function send(round: RoundNumber): Promise<void> {
    if (!hub.wanted(roundTopic)) return;
    const stored = await findRound(tables, round);
    const now = clock.now();
    const { state, digits } = roundRecord(round, stored, now);
    // Two rounds may change at once: a slow page gets the newest event of each.
    const slot = `${roundTopic} ${round % 2}`;
    hub.publish(
      roundTopic,
      { name: 'round', value: { round, state, digits, digest: stored?.digest ?? null, now } },
      slot,
    );
  }
  return bus.subscribe(roundTopic, (payload) => {
    const message = roundMessage.safeParse(payload);
    if (!message.success) return;
    send(message.data.round).catch((error: unknown) => log.warn({ err: error }, 'a round was not announced'));
  });
}
