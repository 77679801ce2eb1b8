import { useEffect, useEffectEvent } from 'react';
import type { StreamEventName } from '#contract/events.ts';
import type { ChartRange } from '#contract/market.ts';
import { retryFailedReads } from '../api/query-client.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { session } from '../session/session.ts';
import { doubtSession } from '../session/session-end.ts';
import { useStore } from '../use-store.ts';
import type { StreamState } from './connection.ts';
import { createStream, type StreamValue } from './stream.ts';

export const stream = createStream({
  open: (address) => new EventSource(`${address}${address.includes('?') ? '&' : '?'}locale=${localeStore.locale()}`),
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
});

// The build draws pages without a browser.
if (!import.meta.env.SSR) {
  // A phone that wakes up does not sit out the pause between two attempts.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && stream.state() !== 'live') stream.restart();
  });
  // Another network may have left the old connection open at this end alone.
  window.addEventListener('online', stream.restart);
}
// A server that speaks again answers again.
stream.onState(() => {
  if (stream.state() === 'live') retryFailedReads();
});
// The server tells a member from a visitor when the connection is made.
session.subscribe(stream.restart);
// The server ends a member's connections together with any session of theirs: this page's may have been the one.
let hasBeenLive = false;
stream.onState(() => {
  if (stream.state() !== 'live') return;
  if (hasBeenLive) doubtSession();
  hasBeenLive = true;
});
// Notices come in the language that the connection was made with.
localeStore.subscribe(stream.restart);

/** Calls `listener` with each event of that name while the component is on the page. */
export function useStreamEvent<Name extends StreamEventName>(
  name: Name,
  listener: (value: StreamValue<Name>) => void,
): void {
  const latest = useEffectEvent(listener);
  useEffect(() => stream.subscribe(name, (value) => latest(value)), [name]);
}

/** Asks the stream for the candles of one chart; listen to `candle` beside it. */
export function useChartStream(coin: string, time: ChartRange): void {
  useEffect(() => stream.watchChart({ coin, time }), [coin, time]);
}

export function useStreamState(): StreamState {
  return useStore(stream.onState, stream.state);
}

/** For a query's `refetchInterval`: polls only while the stream is behind. */
export function usePollWhenBehind(intervalMs: number): number | false {
  return useStreamState() === 'behind' ? intervalMs : false;
}
