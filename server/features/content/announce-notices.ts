import { type Locale, locales } from '#contract/locale.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import type { Library } from './library.ts';
import { contentChangedTopic } from './publish-texts.ts';

export interface AnnounceDependencies {
  readonly library: Library;
  readonly hub: Pick<EventHub, 'publish' | 'wanted'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>;
  readonly log: Log;
}

/** All texts in all languages are read: seldom, where no message says that they changed. */
const readAgainMs = 10 * 60_000;

const noticesTopic = (locale: Locale): string => `notices ${locale}`;

export const noticeFeed: EventFeed = { topicsOf: (_query, locale) => [noticesTopic(locale)] };

/** Reloads the texts when they changed and publishes new notices to the phones of this node. */
export function announceNotices({ library, hub, bus, log }: AnnounceDependencies): { stop(): Promise<void> } {
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
  // Also where a reading fails: no other message comes of the same change.
  const reading = poll({
    name: 'texts',
    everyMs: readAgainMs,
    log,
    run: async () => {
      await library.reload();
      publishNew();
    },
  });
  const wake = (): void => reading.wake();
  const endings = [bus.subscribe(contentChangedTopic, wake), bus.onGap(wake)];
  return {
    async stop() {
      for (const end of endings) end();
      await reading.stop();
    },
  };
}
