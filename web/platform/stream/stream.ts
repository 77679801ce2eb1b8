import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents, streamPath } from '#contract/events.ts';
import type { ChartRange } from '#contract/market.ts';
import { createListeners } from '../listeners.ts';
import { type ConnectionDependencies, createConnection } from './connection.ts';

export type Stream = ReturnType<typeof createStream>;

export type StreamValue<Name extends StreamEventName> = StreamEvent<Name>['value'];

export interface Chart {
  readonly coin: string;
  readonly time: ChartRange;
}

const eventNames = Object.keys(streamEvents) as StreamEventName[];

/** One connection per page, open while there are subscribers. */
export function createStream(dependencies: ConnectionDependencies) {
  const listeners = new Map<string, Set<(value: never) => void>>(eventNames.map((name) => [name, new Set()]));
  const states = createListeners();
  const events = createListeners<[name: StreamEventName]>();
  /** Undefined until the first attempt to connect, empty until the server has set an id. */
  let lastEventId: string | undefined;
  let charts: readonly Chart[] = [];
  let isAsleep = false;

  const connection = createConnection(dependencies, {
    eventNames,
    address() {
      const address = addressOf(charts.at(-1), lastEventId);
      lastEventId ??= '';
      return address;
    },
    onEvent(name, text, id) {
      if (id !== '') lastEventId = id;
      const value = readEvent(name as StreamEventName, text);
      if (value === undefined) return;
      for (const listener of listeners.get(name) ?? []) listener(value as never);
      events.notify(name as StreamEventName);
    },
    onState: states.notify,
  });

  const restart = () => {
    if (wanted() && !isAsleep) connection.connectSoon(true);
  };

  const wanted = () => [...listeners.values()].some((each) => each.size > 0);

  return {
    subscribe<Name extends StreamEventName>(name: Name, listener: (value: StreamValue<Name>) => void): () => void {
      const each = listeners.get(name);
      each?.add(listener);
      if (!connection.active && !isAsleep) connection.connectSoon();
      return () => {
        each?.delete(listener);
        // The next page subscribes within the same tick: keep the connection open across the change.
        dependencies.after(0, () => wanted() || connection.disconnect());
      };
    },
    /** Requests one chart's candles; the latest request wins until it is released. */
    watchChart(chart: Chart): () => void {
      charts = [...charts, chart];
      if (connection.active) connection.connectSoon();
      return () => {
        charts = charts.filter((each) => each !== chart);
      };
    },
    state: () => connection.state,
    onState: states.subscribe,
    /** Subscribes to the names of all events, without keeping the connection open. */
    onEvent: events.subscribe,
    /** Reconnects, as after a change of network: the server sends what was missed. */
    restart,
    /** Reconnects for another member, or none: a connection is authenticated when it opens, and what was missed is not theirs. */
    restartForMember(): void {
      lastEventId = undefined;
      restart();
    },
    /** Closes the connection until `wake`, which has the server send what was missed. */
    sleep(): void {
      isAsleep = true;
      connection.disconnect();
    },
    wake(): void {
      if (!isAsleep) return;
      isAsleep = false;
      // Another member's by now, it has missed something as well.
      lastEventId ??= '';
      restart();
    },
  };
}

function addressOf(chart: Chart | undefined, after: string | undefined): string {
  const query = new URLSearchParams({
    ...(chart && { coin: chart.coin, time: chart.time }),
    ...(after !== undefined && { after }),
  });
  return `/api${streamPath}${query.size > 0 ? `?${query}` : ''}`;
}

function readEvent(name: StreamEventName, text: string): unknown {
  try {
    const read = z.safeDecode(streamEvents[name] as z.ZodMiniType, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
