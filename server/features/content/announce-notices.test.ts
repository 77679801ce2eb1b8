import { expect, test } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { announceNotices } from './announce-notices.ts';
import type { Library, Page } from './library.ts';

const page = (id: string, locale: Page['locale']): Page => ({
  ...{ kind: 'notice', id, locale, title: `${id} ${locale}`, blocks: [] },
  ...{ publishedAt: 0, updatedAt: 0, folded: { title: '', text: '' } },
});

/** A node whose stored notices the test changes; `tell` is the message of another node that they changed. */
function openNode(stored: string[]) {
  let shown = [...stored];
  let fails = false;
  const library: Pick<Library, 'pages' | 'page' | 'reload'> = {
    pages: (_kind, locale) => shown.map((id) => page(id, locale)),
    page: (_kind, id, locale) => (shown.includes(id) ? page(id, locale) : undefined),
    async reload() {
      if (fails) throw new Error('the database is away');
      shown = [...stored];
    },
  };
  const heard: string[] = [];
  const listeners: ((payload: unknown) => void)[] = [];
  const listen = (_topic: string, listener: (payload: unknown) => void) => {
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  };
  const { stop } = announceNotices({
    library: library as Library,
    hub: {
      wanted: (topic) => topic !== 'notices zh',
      publish: (topic, { value }) => void heard.push(`${topic}: ${'title' in value ? value.title : ''}`),
    },
    bus: { subscribe: listen, onGap: (listener) => listen('', listener) },
    log: silentLog,
  });
  const tell = async (place = 0, isAway = false): Promise<void> => {
    fails = isAway;
    listeners[place]?.({});
    await new Promise(setImmediate);
  };
  const comeBack = (): void => {
    fails = false;
  };
  return { heard, tell, stop, listeners, comeBack };
}

test('texts that could not be read when they changed are read later, though no other message comes', async () => {
  const stored = ['A'];
  const { heard, tell, stop, comeBack } = openNode(stored);
  await tell();
  stored.unshift('B');
  await tell(0, true);
  comeBack();
  await expect.poll(() => heard).toContain('notices jp: B jp');
  await stop();
});

test('several notices at once are told with the newest last, each once, to the languages that listen', async () => {
  const stored = ['B', 'A'];
  const { heard, tell, stop, listeners } = openNode(stored);
  await tell();
  expect(heard).toEqual([]);
  stored.unshift('D', 'C');
  await tell(0, true);
  expect(heard).toEqual([]);
  // The database is back, and the messages of the gap are lost.
  await tell(1);
  expect(heard.filter((line) => line.startsWith('notices jp'))).toEqual(['notices jp: C jp', 'notices jp: D jp']);
  expect(heard.some((line) => line.startsWith('notices zh'))).toBe(false);
  const told = heard.length;
  await tell();
  stored.splice(0, 2);
  await tell();
  expect(heard).toHaveLength(told);
  await stop();
  expect(listeners).toEqual([]);
});
