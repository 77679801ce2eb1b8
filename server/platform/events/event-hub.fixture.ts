import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, vi } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import { createEventHub, type EventHub, type HubLimits } from './event-hub.ts';

export interface Page {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly text: () => string;
}

export interface Stage {
  readonly hub: EventHub;
  readonly responses: ServerResponse[];
  page(query?: string): Promise<Page>;
}

/** Patient: the machine may be busy with other tests. */
export const eventually = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000, interval: 10 });

export const endings: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A hub behind a real HTTP server; `?topics=a,b&member=7` says what a page subscribes to. */
export async function stage(limits: HubLimits = {}, welcome: readonly StreamEvent[] = []): Promise<Stage> {
  const hub = createEventHub(limits);
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://page').searchParams;
    const member = query.get('member');
    responses.push(response);
    const taken = hub.attach(response, {
      memberId: member === null ? null : BigInt(member),
      topics: query.get('topics')?.split(',') ?? ['prices'],
      welcome,
    });
    if (!taken) response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    hub.close();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const page = async (query = ''): Promise<Page> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    socket.on('error', () => undefined);
    endings.push(() => void socket.destroy());
    const before = responses.length;
    socket.write(`GET /${query} HTTP/1.1\r\nHost: page\r\n\r\n`);
    await eventually(() => responses.length > before && text.includes('\r\n\r\n'));
    return { socket, text: () => text };
  };
  return { hub, responses, page };
}
