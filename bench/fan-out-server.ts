import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import { encodeEvent } from '#server/platform/events/encode-event.ts';
import { createEventHub } from '#server/platform/events/event-hub.ts';
import type { FanOutAnswer, FanOutOrder } from './fan-out.ts';

/** The price stream of the product, or Socket.IO with the same prices, in a process of its own, controlled by the fan-out bench. */
const prices = Array.from({ length: 13 }, (_, place): [string, number, number] => [`COIN${place}`, 61_234.5, -1.25]);
const topic = 'prices';
/** Longer than any run: keep-alive messages are not measured. */
const quietMs = 3_600_000;

interface Side {
  readonly http: HttpServer;
  /** Bytes that one publication puts on the wire of each connection. */
  readonly frameBytes: number;
  publish(): void;
}

function ours(): Side {
  const hub = createEventHub({ heartbeatMs: quietMs });
  const http = createServer((_request, response) => {
    hub.attach(response, { memberId: null, topics: [topic], welcome: [] });
  });
  const event = { name: 'prices', value: prices } as const;
  return { http, frameBytes: encodeEvent(event).length, publish: () => hub.publish(topic, event) };
}

function socketIo(): Side {
  const http = createServer();
  const sockets = new SocketServer(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
    pingInterval: quietMs,
  });
  const payloadBytes = Buffer.byteLength(`42${JSON.stringify([topic, prices])}`);
  // A WebSocket frame of a server: two bytes, and two more for a length from 126 on.
  return {
    http,
    frameBytes: payloadBytes + (payloadBytes < 126 ? 2 : 4),
    publish: () => void sockets.emit(topic, prices),
  };
}

const side = process.argv[2] === 'socket.io' ? socketIo() : ours();
const answer = (message: FanOutAnswer): void => void process.send?.(message);

process.on('message', (order: FanOutOrder) => {
  if (order === 'publish') return side.publish();
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  answer({ residentBytes: process.memoryUsage.rss(), processorMs: (user + system) / 1_000 });
});
side.http.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, () => {
  const { port } = side.http.address() as AddressInfo;
  answer({ port, frameBytes: side.frameBytes });
});
