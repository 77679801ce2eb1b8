import type * as z from 'zod/mini';
import { type StreamEvent, streamPath, streamQuery } from '#contract/events.ts';
import type { Locale } from '#contract/locale.ts';
import type { StreamBinding } from '../http/binding.ts';
import { Refusal } from '../refusal.ts';
import type { EventHub } from './event-hub.ts';
import type { MemberDelivery } from './member-delivery.ts';

type StreamQuery = z.output<typeof streamQuery>;

/** A public feed of the stream: prices, notices. */
export interface EventFeed {
  /** Topics for a query. Throws a Refusal for an unknown one. */
  topicsOf(query: StreamQuery, locale: Locale): readonly string[];
  /** Snapshot of those topics, sent on connect. */
  welcome?(query: StreamQuery): readonly StreamEvent[];
}

export interface StreamRouteDependencies {
  readonly hub: Pick<EventHub, 'attach'>;
  readonly delivery: Pick<MemberDelivery, 'catchUp'>;
  readonly feeds: readonly EventFeed[];
}

/** The event stream: every feed's topics, and a signed-in member's own events. */
export function streamRoute({ hub, delivery, feeds }: StreamRouteDependencies): StreamBinding {
  return {
    path: streamPath,
    open({ query, session, locale, response }) {
      const read = streamQuery.safeParse(query);
      if (!read.success) throw new Refusal('malformedRequest');
      const { account } = read.data;
      const own = account === undefined || account === session?.username ? session : null;
      const page = hub.attach(response, {
        memberId: own?.memberId ?? null,
        topics: feeds.flatMap((feed) => feed.topicsOf(read.data, read.data.locale ?? locale)),
        welcome: feeds.flatMap((feed) => feed.welcome?.(read.data) ?? []),
      });
      if (!page) throw new Refusal('serverBusy');
      // After the page is attached, so that later commits reach it as events.
      if (own) void delivery.catchUp(page, own.memberId, read.data.after);
    },
  };
}
