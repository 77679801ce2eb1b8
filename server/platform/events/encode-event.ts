import * as z from 'zod/mini';
import { type StreamEvent, type StreamEventName, streamEvents } from '#contract/events.ts';

/** An event as JSON, between nodes and on the stream. */
export interface WireEvent {
  readonly name: StreamEventName;
  readonly data: unknown;
}

export function wireOf({ name, value }: StreamEvent): WireEvent {
  return { name, data: z.encode(streamEvents[name] as z.ZodMiniType, value) };
}

/** Null for an unknown event: during a rolling update two versions share the bus. */
export function eventOf({ name, data }: WireEvent): StreamEvent | null {
  const read = z.safeDecode(streamEvents[name] as z.ZodMiniType, data as never);
  return read.success ? ({ name, value: read.data } as StreamEvent) : null;
}

/** The bytes of one event on the stream; an id is sent back by the page when it reconnects. */
export function encodeEvent(event: StreamEvent, id?: string): Buffer {
  const { name, data } = wireOf(event);
  return Buffer.from(`${idLine(id)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** An id without an event: the page's next event carries it. */
export function encodeId(id: string): Buffer {
  return Buffer.from(`${idLine(id)}\n`);
}

function idLine(id: string | undefined): string {
  return id === undefined ? '' : `id: ${id}\n`;
}
