import { act } from '@testing-library/react';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents } from '#contract/events.ts';

/** The server's stream of events, as a page has it open. */
export interface FakeStream {
  /** The addresses that were connected to, oldest first. */
  readonly addresses: readonly string[];
  /** The newest connection stands. */
  open(): Promise<void>;
  /** One event over the newest connection. */
  send<Name extends StreamEventName>(name: Name, value: StreamEvent<Name>['value']): Promise<void>;
}

/** Takes the place of the browser's `EventSource`, for components that listen to events. */
export function fakeStream(): FakeStream {
  const sources: FakeSource[] = [];
  class FakeSource extends EventTarget {
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    readonly address: string;
    constructor(address: string) {
      super();
      this.address = address;
      sources.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', FakeSource);
  const newest = async (): Promise<FakeSource> => {
    await vi.waitFor(() => sources.length > 0 || Promise.reject(new Error('nothing listens to the stream')));
    return sources.at(-1) as FakeSource;
  };
  return {
    get addresses() {
      return sources.map(({ address }) => address);
    },
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
