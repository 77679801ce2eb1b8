import { locales } from '#contract/locale.ts';
import { type EventStream, noticesTopic } from '#server/market/stream.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Log } from '#server/platform/log.ts';
import type { Library } from './library.ts';
import { contentChangedTopic } from './publish-notice.ts';

export interface AnnounceDependencies {
  readonly library: Library;
  readonly stream: Pick<EventStream, 'publish' | 'wanted'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>;
  readonly log: Log;
}

/** Reads the texts again when they changed, and shows notices that are new since to the phones of this node. */
export function announceNotices({ library, stream, bus, log }: AnnounceDependencies): { stop(): void } {
  const told = new Set(library.pages('notice', 'en').map(({ id }) => id));
  const tellNew = (): void => {
    const fresh = library.pages('notice', 'en').filter(({ id }) => !told.has(id));
    // Oldest first, so that the newest is what a phone shows last.
    for (const { id } of fresh.reverse()) {
      told.add(id);
      for (const locale of locales) {
        const notice = library.page('notice', id, locale);
        const topic = noticesTopic(locale);
        if (!notice || !stream.wanted(topic)) continue;
        const { title, blocks, publishedAt } = notice;
        stream.publish(topic, { name: 'notice', value: { id, title, blocks, publishedAt } }, `notice ${id}`);
      }
    }
  };
  const look = (): void => {
    library.reload().then(tellNew, (error: unknown) => {
      log.warn({ err: error }, 'the stored texts could not be read again');
    });
  };
  const endings = [bus.subscribe(contentChangedTopic, look), bus.onGap(look)];
  return {
    stop() {
      for (const end of endings) end();
    },
  };
}
