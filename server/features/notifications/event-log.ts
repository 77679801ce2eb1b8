import { kindsOf, type NotificationKind, type NotificationTopic } from '#contract/notification-kinds.ts';
import { readPage } from '#server/platform/read-page.ts';
import type { EventSource, MemberEvent } from './event-source.ts';

/** A place in a member's events: one key per source, in the order of the sources. */
export type Position = readonly string[];

export interface LoggedEvent extends MemberEvent {
  readonly id: string;
}

export interface EventLog {
  /** The position before every event. */
  readonly start: Position;
  /** Of events before the position, the newest first; `next` is where the page after them begins, null when there is none. */
  page(
    memberId: bigint,
    topic: NotificationTopic | null,
    before: Position | null,
    limit: number,
  ): Promise<{ readonly events: readonly LoggedEvent[]; readonly next: Position | null }>;
  /** Events of those kinds after the position, oldest first, each with the position right after it. */
  after(
    memberId: bigint,
    kinds: readonly NotificationKind[],
    position: Position,
    limit: number,
  ): Promise<readonly { readonly event: LoggedEvent; readonly position: Position }[]>;
  /** How many events are after the position, without those ids; counted up to `limit`. */
  count(
    memberId: bigint,
    kinds: readonly NotificationKind[],
    position: Position,
    except: ReadonlySet<string>,
    limit: number,
  ): Promise<number>;
  /** The newest position of each member. */
  newest(memberIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Position>>;
  /** Whether the event is at the position or before it. */
  isWithin(id: string, position: Position): boolean;
  /** Whether the position is after the other one in some source. */
  isAhead(position: Position, other: Position): boolean;
  /** The first position at which all of those events have happened, but for the `newest` last ones of each source. */
  covering(ids: ReadonlySet<string>, newest: number): Position;
  /** The later of the two in each source. */
  later(position: Position, other: Position): Position;
  encode(position: Position): string;
  /** Null for what no `encode` made. */
  decode(text: string): Position | null;
  /** Whether the member has an event of that id. */
  has(memberId: bigint, id: string): Promise<boolean>;
}

/** A member's events of all sources in the order of time. */
export function openEventLog(sources: readonly EventSource[]): EventLog {
  const start = sources.map(({ first }) => first);
  const idOf = (place: number, { key }: MemberEvent): string => `${sources[place]?.prefix}${key}`;
  const placeOf = (id: string): number => sources.findIndex(({ prefix }) => id.startsWith(prefix));
  const keyAt = (position: Position, place: number): string => position[place] ?? sources[place]?.first ?? '';
  const replaced = (position: Position, place: number, key: string): Position => position.with(place, key);

  return {
    start,
    async page(memberId, topic, before, limit) {
      const kinds = kindsOf(topic);
      const from = before ?? sources.map(({ last }) => last);
      const { rows, edge } = await readPage(limit, async (most) => {
        const read = await Promise.all(
          sources.map((source, place) =>
            source.read(memberId, { kinds, after: source.first, before: keyAt(from, place) }, 'newest', most),
          ),
        );
        return merge(read, (one, other) => one.at >= other.at);
      });
      const next = rows.reduce<Position>((position, { place, event }) => replaced(position, place, event.key), from);
      return { events: rows.map(({ place, event }) => ({ ...event, id: idOf(place, event) })), next: edge && next };
    },
    async after(memberId, kinds, position, limit) {
      const read = await Promise.all(
        sources.map((source, place) =>
          source.read(memberId, { kinds, after: keyAt(position, place), before: source.last }, 'oldest', limit),
        ),
      );
      let reached = position;
      return merge(read, (one, other) => one.at <= other.at)
        .slice(0, limit)
        .map(({ place, event }) => {
          reached = replaced(reached, place, event.key);
          return { event: { ...event, id: idOf(place, event) }, position: reached };
        });
    },
    async count(memberId, kinds, position, except, limit) {
      const counts = await Promise.all(
        sources.map((source, place) => {
          const own = [...except].filter((id) => placeOf(id) === place).map((id) => id.slice(source.prefix.length));
          return source.count(memberId, { kinds, after: keyAt(position, place), before: source.last }, own, limit);
        }),
      );
      return Math.min(
        limit,
        counts.reduce((sum, count) => sum + count, 0),
      );
    },
    async newest(memberIds) {
      const read = await Promise.all(sources.map((source) => source.newest(memberIds)));
      return new Map(
        memberIds.map((memberId) => [memberId, sources.map(({ first }, place) => read[place]?.get(memberId) ?? first)]),
      );
    },
    isWithin(id, position) {
      const place = placeOf(id);
      const source = sources[place];
      return source !== undefined && !source.isAfter(id.slice(source.prefix.length), keyAt(position, place));
    },
    isAhead: (position, other) =>
      sources.some((source, place) => source.isAfter(keyAt(position, place), keyAt(other, place))),
    covering: (ids, newest) => sources.map((source) => keysOf(source, ids)[newest] ?? source.first),
    later: (position, other) =>
      sources.map((source, place) => {
        const [one, two] = [keyAt(position, place), keyAt(other, place)];
        return source.isAfter(one, two) ? one : two;
      }),
    encode: (position) => position.join('.'),
    decode(text) {
      const keys = text.split('.');
      const isPosition =
        keys.length === sources.length && sources.every((source, place) => source.isKey(keys[place] ?? ''));
      return isPosition ? keys : null;
    },
    async has(memberId, id) {
      const source = sources[placeOf(id)];
      const key = id.slice(source?.prefix.length);
      return source?.isKey(key) === true && (await source.has(memberId, key));
    },
  };
}

/** The keys of events of one source, the newest first. */
function keysOf(source: EventSource, ids: ReadonlySet<string>): readonly string[] {
  return [...ids]
    .filter((id) => id.startsWith(source.prefix))
    .map((id) => id.slice(source.prefix.length))
    .sort((one, other) => Number(source.isAfter(other, one)) - Number(source.isAfter(one, other)));
}

interface Placed {
  readonly place: number;
  readonly event: MemberEvent;
}

/** Merges lists, each in order. The order within a list is kept even where its times are not: a position names one key per list. */
function merge(
  lists: readonly (readonly MemberEvent[])[],
  isFirst: (one: MemberEvent, other: MemberEvent) => boolean,
): Placed[] {
  const merged: Placed[] = [];
  const heads = lists.map(() => 0);
  for (;;) {
    let best: Placed | null = null;
    for (const [place, list] of lists.entries()) {
      const event = list[heads[place] ?? 0];
      if (event && (best === null || !isFirst(best.event, event))) best = { place, event };
    }
    if (best === null) return merged;
    merged.push(best);
    heads[best.place] = (heads[best.place] ?? 0) + 1;
  }
}
