import { setTimeout as wait } from 'node:timers/promises';
import type { QueryExecutorProvider } from 'kysely';
import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents } from '#contract/events.ts';
import { type Bus, publishWithin } from './bus.ts';
import { wireOf } from './encode-event.ts';

/** Events of single members, to every page that they have open on any node. */
export interface MemberEvents {
  /** Resolves when sent to the nodes; never rejects. */
  publish(memberIds: bigint | readonly bigint[], event: StreamEvent): Promise<void>;
  /** The same of changed balances, to each member with the id of their newest transfer: what follows within some milliseconds goes together. */
  publishBalances(newest: ReadonlyMap<bigint, bigint>): Promise<void>;
}

export const memberEventsTopic = 'member events';

const digits = z.string().check(z.regex(/^\d{1,19}$/));
const entrySchema = z.object({
  /** Members, each with the event id for that member, if any. */
  to: z.array(z.union([z.tuple([digits]), z.tuple([digits, digits])])),
  event: z.object({ name: z.enum(Object.keys(streamEvents) as [StreamEventName]), data: z.unknown() }),
});

/** Message between nodes: one event and its members. */
export type MemberEventEntry = z.output<typeof entrySchema>;

/** What this version knows of a message. Of a newer node, as while an update is under way, it may have events that are new. */
export function entriesIn(payload: unknown): MemberEventEntry[] {
  const entries = Array.isArray(payload) ? payload : [];
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}

export const balancesEvent: StreamEvent<'balances'> = { name: 'balances', value: {} };

/** Publishes with the commit of a transaction, or not at all. */
export async function publishToMemberWithin(
  within: QueryExecutorProvider,
  memberId: bigint,
  event: StreamEvent,
): Promise<void> {
  const message: MemberEventEntry[] = [{ to: [[String(memberId)]], event: wireOf(event) }];
  await publishWithin(within, memberEventsTopic, message);
}

/** Members per entry: with the longest ids it stays within one message. */
const membersPerEntry = 120;
const messageBytesMax = 7_200;
/** From one message of balances to the next: one for each small batch of the ledger would cost as much as the batch. */
const balancesRestMs = 25;

/** `close` waits for what was published. */
export function openMemberEvents(bus: Pick<Bus, 'publish'>): MemberEvents & { close(): Promise<void> } {
  const outbox = new Outbox(bus);
  const changed = new Map<bigint, bigint>();
  let restedAtMs = 0;
  let publishing: Promise<void> | null = null;

  const publishChanged = async (): Promise<void> => {
    const leftMs = restedAtMs - performance.now();
    await (leftMs > 0 ? wait(leftMs) : null);
    const to = Array.from(changed, ([memberId, transferId]): [string, string] => [
      String(memberId),
      String(transferId),
    ]);
    changed.clear();
    publishing = null;
    restedAtMs = performance.now() + balancesRestMs;
    await outbox.send(to, balancesEvent);
  };

  return {
    publish(memberIds, event) {
      const members = typeof memberIds === 'bigint' ? [memberIds] : memberIds;
      return outbox.send(
        members.map((memberId) => [String(memberId)]),
        event,
      );
    },
    publishBalances(newest) {
      for (const [memberId, transferId] of newest) changed.set(memberId, transferId);
      publishing ??= publishChanged();
      return publishing;
    },
    async close() {
      await publishing;
      await outbox.sent();
    },
  };
}

/** Sends entries in as few messages as possible. Entries published during a send go with the next message. */
class Outbox {
  readonly #bus: Pick<Bus, 'publish'>;
  #waiting: { readonly entry: MemberEventEntry; readonly bytes: number }[] = [];
  #sending: Promise<void> | null = null;

  constructor(bus: Pick<Bus, 'publish'>) {
    this.#bus = bus;
  }

  async send(to: MemberEventEntry['to'], event: StreamEvent): Promise<void> {
    const wire = wireOf(event);
    for (let from = 0; from < to.length; from += membersPerEntry) {
      const entry = { to: to.slice(from, from + membersPerEntry), event: wire };
      this.#waiting.push({ entry, bytes: Buffer.byteLength(JSON.stringify(entry)) });
    }
    this.#sending ??= this.#sendAll();
    await this.#sending;
  }

  /** Once nothing is under way. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    // Entries published in this turn of the event loop share the message.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const entries = this.#takeMessage();
      await this.#bus.publish(memberEventsTopic, entries);
    }
    this.#sending = null;
  }

  #takeMessage(): MemberEventEntry[] {
    let bytes = 0;
    let count = 0;
    for (const one of this.#waiting) {
      bytes += one.bytes + 1;
      if (count > 0 && bytes > messageBytesMax) break;
      count++;
    }
    return this.#waiting.splice(0, count).map(({ entry }) => entry);
  }
}
