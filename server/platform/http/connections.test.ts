import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { proxiesIn } from '../trusted-proxies.ts';
import { type Connections, connectionBounds, createConnections } from './connections.ts';

const bounds = { max: 12, ofNetworkMax: 5 };

let server: Server;
let connections: Connections;
let metrics: Metrics;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  metrics = createMetrics();
  connections = createConnections({ log: silentLog, metrics, isProxy: proxiesIn(['127.0.3.0/24']), bounds });
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/stream') connections.keepOpen(request.socket, false);
    if (request.url === '/stream' || request.url === '/long') response.write('begun');
    else response.end('done');
  });
  connections.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(localAddress: string, text = ''): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  await wait(5);
  return socket;
}

const openMany = async (count: number, address: string, text = ''): Promise<Socket[]> => {
  const opened: Socket[] = [];
  for (let number = 0; number < count; number++) opened.push(await open(address, text));
  return opened;
};

const livingOf = (all: readonly Socket[]): number => all.filter(({ readyState }) => readyState === 'open').length;

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const withBody = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody`;

test('a network has its bound, and the others lose nothing by it', async () => {
  const others = await openMany(3, '127.0.1.2');
  const crowd = await openMany(9, '127.0.1.1');
  await expect.poll(() => livingOf(crowd)).toBe(bounds.ofNetworkMax);
  // The newest are let in, the oldest make room.
  expect(livingOf(crowd.slice(-bounds.ofNetworkMax))).toBe(bounds.ofNetworkMax);
  await expect.poll(() => livingOf(others)).toBe(3);
});

test('a proxy speaks for many networks: its connections count in all only', async () => {
  const ofProxy = await openMany(bounds.max + 4, '127.0.3.1');
  await expect.poll(() => livingOf(ofProxy)).toBe(bounds.max);
});

test('calls under way and streams are not closed to make room: the newcomer is', async () => {
  const streams = await openMany(6, '127.0.3.1', request('/stream'));
  const calls = await openMany(3, '127.0.3.1', request('/long'));
  calls.push(...(await openMany(3, '127.0.3.1', withBody('/long'))));
  const newcomers = await openMany(3, '127.0.1.9');
  await expect.poll(() => [livingOf(streams), livingOf(calls), livingOf(newcomers)]).toEqual([6, 6, 0]);
});

test.each([
  { whose: 'visitors', isMember: false, closed: [0] },
  { whose: 'members', isMember: true, closed: [10] },
])('where all others are streams of $whose of one network, a newcomer takes their place only from visitors', (all) => {
  const accepting = new EventEmitter() as Server;
  const full = createConnections({
    ...{ log: silentLog, metrics: createMetrics(), isProxy: () => false },
    bounds: { max: 10, ofNetworkMax: 20 },
  });
  full.watch(accepting);
  const addresses = [...Array<string>(10).fill('203.0.113.1'), '203.0.113.2'];
  const opened = addresses.map((value) => {
    const socket: Socket = Object.defineProperty(new Socket(), 'remoteAddress', { value });
    accepting.emit('connection', socket);
    if (value === addresses[0]) full.keepOpen(socket, all.isMember);
    return socket;
  });
  expect(opened.flatMap(({ destroyed }, place) => (destroyed ? [place] : []))).toEqual(all.closed);
});

test('what waits between two requests makes room for what asks', async () => {
  const idle = await openMany(bounds.max, '127.0.3.1', request('/'));
  await expect.poll(() => livingOf(idle)).toBe(bounds.max);
  const streams = await openMany(2, '127.0.1.9', request('/stream'));
  await expect.poll(() => [livingOf(idle), livingOf(streams)]).toEqual([bounds.max - 2, 2]);
});

test('who still waits for the second of two answers does not wait between two requests', async () => {
  const busy = await openMany(bounds.max, '127.0.3.1');
  let begun = 0;
  for (const socket of busy) {
    socket.on('data', (chunk) => {
      begun += String(chunk).split('begun').length - 1;
    });
    socket.write(request('/') + request('/long'));
  }
  await expect.poll(() => begun).toBe(bounds.max);
  const newcomers = await openMany(2, '127.0.1.9', request('/stream'));
  await expect.poll(() => [livingOf(busy), livingOf(newcomers)]).toEqual([bounds.max, 0]);
});

test('an account that is signed in makes a few connections of its network prompt, and not all it opens', () => {
  const accepting = new EventEmitter() as Server;
  const handled: Socket[] = [];
  accepting.on('connection', (socket: Socket) => handled.push(socket));
  const wide = createConnections({
    log: silentLog,
    metrics: createMetrics(),
    isProxy: () => false,
    bounds: { max: 100, ofNetworkMax: 100 },
  });
  wide.watch(accepting);
  const arrive = (count: number, remoteAddress: string): void => {
    for (let number = 0; number < count; number += 1) {
      accepting.emit('connection', Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }));
    }
  };
  // Four are usual, more are a crowd.
  arrive(20, '203.0.113.1');
  expect(handled).toHaveLength(4);
  wide.prefer('203.0.113.2', 'member 7');
  arrive(20, '203.0.113.2');
  expect(handled).toHaveLength(4 + 8);
  // Those that waited for it, as many as it may have; its next calls change nothing.
  for (let calls = 0; calls < 9; calls += 1) wide.prefer('203.0.113.1', 'member 8');
  expect(handled).toHaveLength(4 + 8 + 8);
});

test('what is still sending its body makes room, however long it has been sending', async () => {
  const slow = await openMany(bounds.max, '127.0.3.1', withBody('/long').slice(0, -1));
  const newcomers = await openMany(2, '127.0.1.9', request('/stream'));
  await expect.poll(() => [livingOf(slow), livingOf(newcomers)]).toEqual([bounds.max - 2, 2]);
});

test('a chunk of many requests is not worked off', async () => {
  const socket = await open('127.0.1.1', request('/long').repeat(500));
  await expect.poll(() => livingOf([socket])).toBe(0);
  const closed = await metrics.registry.getSingleMetricAsString('clearlot_connections_closed_total');
  expect(closed).toContain('{reason="pipeline"} 1');
});

test('a connection that was closed counts no more, in all and for its network', async () => {
  const first = await openMany(bounds.ofNetworkMax, '127.0.1.1', request('/stream'));
  for (const socket of first) socket.destroy();
  const openCount = () => metrics.registry.getSingleMetricAsString('clearlot_connections');
  await expect.poll(openCount).toMatch(/clearlot_connections 0$/m);
  // Streams never make room: these find theirs only because the ones before are gone.
  const second = await openMany(bounds.ofNetworkMax, '127.0.1.1', request('/stream'));
  await expect.poll(() => livingOf(second)).toBe(bounds.ofNetworkMax);
  expect(await openCount()).toMatch(new RegExp(`clearlot_connections ${bounds.ofNetworkMax}$`, 'm'));
});

test('the bounds of this process leave room among what it may open', () => {
  const { max, ofNetworkMax } = connectionBounds();
  expect(max).toBeGreaterThan(ofNetworkMax);
  expect(max).toBeLessThanOrEqual(30_000);
});
