import { act } from '@testing-library/react';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents } from '#contract/events.ts';

/** The server's stream of events, as a page has it open. */
export interface FakeStream {
  /** The newest connection stands. */
  open(): Promise<void>;
  /** One event over the newest connection. */
  send<Name extends StreamEventName>(name: Name, value: StreamEvent<Name>['value']): Promise<void>;
}

interface Source extends EventTarget {
  onopen: (() => void) | null;
}

/** The page keeps its connection for a moment after the last component that listens: the next test may go on with it. */
const sources: Source[] = [];

/** Takes the place of the browser's `EventSource`, for components that listen to events. */
export function fakeStream(): FakeStream {
  class FakeSource extends EventTarget implements Source {
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor() {
      super();
      sources.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', FakeSource);
  const newest = async (): Promise<Source> => {
    await vi.waitFor(() => sources.length > 0 || Promise.reject(new Error('nothing listens to the stream')));
    return sources.at(-1) as Source;
  };
  return {
    async open() {
      const source = await newest();
      act(() => source.onopen?.());
    },
    async send(name, value) {
      const source = await newest();
      const wire = z.encode(streamEvents[name] as z.ZodMiniType, value);
      act(() => void source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(wire) })));
    },
  };
}
