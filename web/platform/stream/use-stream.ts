import { useEffect, useEffectEvent } from 'react';
import type { StreamEventName } from '#contract/events.ts';
import type { Locale } from '#contract/locale.ts';
import type { ChartRange } from '#contract/market.ts';
import { queryClient, retryFailedReads } from '../api/query-client.ts';
import { makesStale, markStale } from '../api/stale-reads.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { session } from '../session/session.ts';
import { requestSessionCheck } from '../session/session-end.ts';
import { useStore } from '../use-store.ts';
import type { StreamState } from './connection.ts';
import { restWhileHidden } from './hidden-pages.ts';
import { createStream, type StreamValue } from './stream.ts';

/** The language of the last connection, which is fixed when it opens. */
let openedIn: Locale | null = null;

const after = (delayMs: number, act: () => void) => {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
};

export const stream = createStream({
  open: (address) => {
    openedIn = localeStore.locale();
    return new EventSource(`${address}${address.includes('?') ? '&' : '?'}${visitor()}`);
  },
  after,
});

/** The language, and the account that the page shows. */
function visitor(): URLSearchParams {
  const account = session.username();
  return new URLSearchParams({ locale: localeStore.locale(), ...(account !== null && { account }) });
}

// Not when prerendering: there is no document.
if (!import.meta.env.SSR) {
  // Skip the retry delay when the page becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && stream.state() !== 'live') stream.restart();
  });
  restWhileHidden(stream, { page: document, locks: navigator.locks, after });
  // After a change of network the old connection may be dead without an error.
  window.addEventListener('online', stream.restart);
}
stream.onEvent((name) => {
  if (makesStale(name)) markStale(queryClient, name);
});
// Back online: refetch what failed meanwhile.
stream.onState(() => {
  if (stream.state() === 'live') retryFailedReads();
});
// The server authenticates a connection when it opens.
session.subscribe(stream.restartForMember);
// The server closes a member's connections when any session of theirs ends: it may have been this one.
let hasBeenLive = false;
stream.onState(() => {
  if (stream.state() !== 'live') return;
  if (hasBeenLive) requestSessionCheck();
  hasBeenLive = true;
});
// The store notifies of more texts of the same language as well.
localeStore.subscribe(() => {
  if (openedIn !== null && openedIn !== localeStore.locale()) stream.restart();
});

/** Subscribes to one event type while the component is mounted. */
export function useStreamEvent<Name extends StreamEventName>(
  name: Name,
  listener: (value: StreamValue<Name>) => void,
): void {
  const latest = useEffectEvent(listener);
  useEffect(() => stream.subscribe(name, (value) => latest(value)), [name]);
}

/** Subscribes to one chart's candles; listen to the `candle` event. */
export function useChartStream(coin: string, time: ChartRange): void {
  useEffect(() => stream.watchChart({ coin, time }), [coin, time]);
}

export function useStreamState(): StreamState {
  return useStore(stream.onState, stream.state);
}

/** For `refetchInterval`: polls only while the stream is behind. */
export function usePollWhenBehind(intervalMs: number): number | false {
  return useStreamState() === 'behind' ? intervalMs : false;
}
