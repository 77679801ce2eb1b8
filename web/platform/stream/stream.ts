import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents, streamPath } from '#contract/events.ts';
import type { ChartRange } from '#contract/market.ts';

/** `behind`: nothing has come for a while, so whoever shows live figures polls and says so. */
export type StreamState = 'connecting' | 'live' | 'behind';

export type StreamValue<Name extends StreamEventName> = StreamEvent<Name>['value'];

interface Chart {
  readonly coin: string;
  readonly time: ChartRange;
}

/** What the stream needs of an EventSource and of the clock; the tests bring their own. */
export interface StreamDoors {
  open(address: string): EventSource;
  after(delayMs: number, act: () => void): () => void;
}

export interface Stream {
  subscribe<Name extends StreamEventName>(name: Name, listener: (value: StreamValue<Name>) => void): () => void;
  /** Asks for the candles of one chart; the last one asked for wins until it is given back. */
  watchChart(chart: Chart): () => void;
  state(): StreamState;
  onState(listener: () => void): () => void;
  /** Connects anew, as after a sign-in: the server tells a member from a visitor. */
  restart(): void;
}

const eventNames = Object.keys(streamEvents) as StreamEventName[];
const behindAfterMs = 6000;
const reconnectFirstMs = 1000;
const reconnectMostMs = 30_000;

/** One connection for the whole page, open while anybody listens, reopened with growing pauses when it breaks. */
export function createStream(doors: StreamDoors): Stream {
  const listeners = new Map<StreamEventName, Set<(value: never) => void>>();
  const stateListeners = new Set<() => void>();
  let charts: readonly Chart[] = [];
  let source: EventSource | null = null;
  let state: StreamState = 'connecting';
  let failures = 0;
  let cancelReconnect = () => {};
  let cancelBehind = () => {};

  const wanted = () => [...listeners.values()].some((set) => set.size > 0);

  function enter(next: StreamState): void {
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) listener();
  }

  function disconnect(): void {
    cancelReconnect();
    source?.close();
    source = null;
  }

  function fallBehindSoon(): void {
    cancelBehind();
    cancelBehind = doors.after(behindAfterMs, () => enter('behind'));
  }

  function alive(): void {
    failures = 0;
    cancelBehind();
    enter('live');
  }

  function connect(): void {
    disconnect();
    if (state !== 'behind') fallBehindSoon();
    const opened = doors.open(addressOf(charts.at(-1)));
    source = opened;
    opened.onopen = alive;
    opened.onerror = () => {
      if (source !== opened) return;
      disconnect();
      if (state === 'live') {
        enter('connecting');
        fallBehindSoon();
      }
      const pauseMs = Math.min(reconnectFirstMs * 2 ** failures, reconnectMostMs);
      failures += 1;
      cancelReconnect = doors.after(pauseMs, connect);
    };
    for (const name of eventNames) {
      opened.addEventListener(name, (event) => deliver(name, (event as MessageEvent<string>).data));
    }
  }

  /** A page that appears asks for several things at once: they share one connection. */
  function connectSoon(): void {
    cancelReconnect();
    cancelReconnect = doors.after(0, connect);
  }

  function deliver(name: StreamEventName, text: string): void {
    const value = readEvent(name, text);
    if (value === undefined) return;
    for (const listener of listeners.get(name) ?? []) listener(value as never);
  }

  function leaveIfUnwanted(): void {
    if (wanted()) return;
    disconnect();
    cancelBehind();
    failures = 0;
    enter('connecting');
  }

  return {
    subscribe(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      if (source === null && failures === 0) connectSoon();
      return () => {
        set.delete(listener);
        // A page that leaves is followed by one that comes: the connection outlives the change.
        doors.after(0, leaveIfUnwanted);
      };
    },
    watchChart(chart) {
      charts = [...charts, chart];
      if (source !== null) connectSoon();
      return () => {
        charts = charts.filter((each) => each !== chart);
      };
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    restart() {
      failures = 0;
      if (wanted()) connectSoon();
    },
  };
}

function addressOf(chart: Chart | undefined): string {
  const query = chart === undefined ? '' : `?${new URLSearchParams({ coin: chart.coin, time: chart.time })}`;
  return `/api${streamPath}${query}`;
}

function readEvent(name: StreamEventName, text: string): unknown {
  try {
    const read = z.safeDecode(streamEvents[name] as z.ZodMiniType, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
