import { type Locale, locales } from '#contract/locale.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Log } from '#server/platform/log.ts';
import type { Library } from './library.ts';
import { contentChangedTopic } from './publish-texts.ts';

export interface AnnounceDependencies {
  readonly library: Library;
  readonly hub: Pick<EventHub, 'publish' | 'wanted'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>;
  readonly log: Log;
}

const noticesTopic = (locale: Locale): string => `notices ${locale}`;

export const noticeFeed: EventFeed = { topicsOf: (_query, locale) => [noticesTopic(locale)] };

/** Reloads the texts when they changed and publishes new notices to the phones of this node. */
export function announceNotices({ library, hub, bus, log }: AnnounceDependencies): { stop(): void } {
  const published = new Set(library.pages('notice', 'en').map(({ id }) => id));
  const publishNew = (): void => {
    const fresh = library.pages('notice', 'en').filter(({ id }) => !published.has(id));
    // Oldest first, so that a phone shows the newest last.
    for (const { id } of fresh.reverse()) {
      published.add(id);
      for (const locale of locales) {
        const notice = library.page('notice', id, locale);
        const topic = noticesTopic(locale);
        if (!notice || !hub.wanted(topic)) continue;
        const { title, blocks, publishedAt } = notice;
        hub.publish(topic, { name: 'notice', value: { id, title, blocks, publishedAt } }, `notice ${id}`);
      }
    }
  };
  const reload = (): void => {
    library.reload().then(publishNew, (error: unknown) => {
      log.warn({ err: error }, 'the stored texts could not be reloaded');
    });
  };
  const endings = [bus.subscribe(contentChangedTopic, reload), bus.onGap(reload)];
  return {
    stop() {
      for (const end of endings) end();
    },
  };
}
