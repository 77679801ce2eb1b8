import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventHub } from '../events/event-hub.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { silentSecurityLog } from '../security-log.ts';
import type { Operator, Session } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import type { StreamBinding } from './binding.ts';
import { createHttpServer } from './http-server.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createStreamPlaces, type StreamRequest } from './stream-places.ts';
import { addStreamRoutes } from './stream-routes.ts';

const session: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

test('a page that is closed while its session is looked up holds neither a place nor a stream', async () => {
  const hub = createEventHub();
  const metrics = createMetrics();
  const waiting: ((found: Session) => void)[] = [];
  const responses: ServerResponse[] = [];
  app = await createHttpServer({
    bindings: [],
    streams: [
      {
        path: '/stream',
        open: ({ response, session }) => {
          responses.push(response);
          hub.attach(response, { memberId: session?.memberId ?? null, topics: ['prices'], welcome: [] });
        },
      },
    ],
    files: [],
    operatorSessions: { peek: () => 'none', find: async () => 'none' },
    sessions: { peek: () => undefined, find: () => new Promise((found) => waiting.push(found)) },
    log: silentLog,
    securityLog: silentSecurityLog,
    metrics,
    metricsKey: undefined,
    limits: null,
    webFolder: '/nonexistent',
    probe: async () => undefined,
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const open = async (): Promise<ReturnType<typeof connect>> => {
    const before = waiting.length;
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\nCookie: clearlot_session=token\r\n\r\n');
    await expect.poll(() => waiting.length).toBe(before + 1);
    return socket;
  };
  const connections = () => new Promise<number>((done) => app?.server.getConnections((_, count) => done(count)));

  for (let count = 0; count < 3; count += 1) (await open()).destroy();
  await expect.poll(connections).toBe(0);
  for (const found of waiting) found(session);
  const staying = await open();
  let answer = '';
  staying.on('data', (chunk) => (answer += chunk));
  waiting.at(-1)?.(session);
  await expect.poll(() => hub.isConnected(7n)).toBe(true);
  expect(hub.connections).toBe(1);
  expect((await metrics.streams.get()).values).toMatchObject([{ value: 1 }]);
  await expect.poll(() => answer).toContain('\r\n\r\n');
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(answer).toMatch(/^cache-control: no-store\b/im);
  staying.destroy();
  await expect.poll(() => hub.connections).toBe(0);
  hub.close();
  // A server that drains ends what is open, and no page that has gone: those would be kept for ever.
  const ended = responses.map((response) => vi.spyOn(response, 'end'));
  await app.close();
  app = undefined;
  expect(ended.map((end) => end.mock.calls.length)).toEqual([0]);
});

const operator: Operator = { operator: 'anna', role: 'support', locale: 'en' };

/** Streams alone, with what was taken of the places and what stays open; each answers with its first line. */
async function streamsOnly(visitorsOfNetworkMax = 9, burst = 1_000) {
  const places = createStreamPlaces({ max: 9, visitorsOfNetworkMax, ofNetworkMax: 9 });
  const taken: StreamRequest[] = [];
  const kept: boolean[] = [];
  const opened: Parameters<StreamBinding['open']>[0][] = [];
  /** Whether each look-up of an operator’s session was a use of it. */
  const uses: (boolean | undefined)[] = [];
  const metrics = createMetrics();
  const failures: unknown[] = [];
  const open: StreamBinding['open'] = (stream) => {
    opened.push(stream);
    if (stream.query.fails === 'early') throw new Error('a bug');
    stream.response.write('begun');
    if (stream.query.fails === 'late') throw new Error('a bug');
  };
  const limiter = () => createRateLimiter({ burst, perSecond: 0.001 });
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(JSON.parse(line)) });
  app = fastify();
  await app.register(cookie, { hook: false });
  addStreamRoutes(app, {
    streams: [
      { path: '/prices', open },
      { path: '/desk', roles: ['support'], open },
    ],
    sessions: { peek: (token) => (token === 'mine' ? session : 'none'), find: async () => 'none' },
    operatorSessions: {
      peek: (token) => (token === 'mine' ? operator : 'none'),
      async find(_token, isUse) {
        uses.push(isUse);
        return 'none';
      },
    },
    metrics,
    limits: { ofAddress: limiter(), ofMember: limiter() },
    connections: {
      watch: () => undefined,
      keepOpen: (_, isMember) => kept.push(isMember),
      prefer: () => undefined,
      isCrowded: false,
    },
    streamPlaces: {
      take(request) {
        taken.push(request);
        return places.take(request);
      },
    },
    log,
    securityLog: silentSecurityLog,
    publicOrigin: undefined,
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const follow = async (path: string, cookies = '') => {
    const page = { answer: '', hasEnded: false, close: () => void socket.destroy() };
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.on('data', (chunk) => (page.answer += chunk)).on('close', () => (page.hasEnded = true));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\n\r\n`);
    await expect.poll(() => page.answer !== '' || page.hasEnded).toBe(true);
    return page;
  };
  const streams = async () => (await metrics.streams.get()).values[0]?.value;
  return { taken, kept, opened, uses, failures, follow, streams };
}

test('streams of members and operators count as members’, all others as visitors’, of their network', async () => {
  const { taken, kept, opened, uses, follow, streams } = await streamsOnly(1);
  const member = 'clearlot_session=mine';
  const pages = [await follow('/prices'), await follow('/prices', member), await follow('/prices', member)];
  pages.push(await follow('/desk', 'clearlot_operator=mine'));
  expect(taken.map(({ isMember, network }) => [isMember, network])).toEqual(
    [false, true, true, true].map((isMember) => [isMember, '127.0.0.1']),
  );
  expect(kept).toEqual([false, true, true, true]);
  expect(opened.map((one) => [one.session?.memberId, one.operator?.operator])).toEqual([
    [undefined, undefined],
    [7n, undefined],
    [7n, undefined],
    [undefined, 'anna'],
  ]);
  // To look whether the operator is still there keeps no session from ending.
  expect([await opened[3]?.operator?.isSignedIn(), uses]).toEqual([false, [false]]);
  expect(await streams()).toBe(4);
  const refused = await follow('/prices', 'clearlot_session=another');
  expect(refused.answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused.answer).toContain('30');
  // A connection that is closed to make room is closed at once and frees its slot.
  taken[0]?.end();
  await expect.poll(() => pages[0]?.hasEnded).toBe(true);
  await expect.poll(streams).toBe(3);
  expect((await follow('/prices')).answer).toContain('begun');
  pages[1]?.close();
  await expect.poll(streams).toBe(3);
});

test('a stream that fails is refused, or ended where it has begun, and gives its place back; a refusal is no failure', async () => {
  const { follow, failures, streams, taken } = await streamsOnly(1);
  const refused = await follow('/prices?fails=early');
  expect(refused.answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(refused.answer).not.toContain('a bug');
  const broken = await follow('/prices?fails=late');
  await expect.poll(() => broken.answer).toMatch(/begun\r\n0\r\n\r\n$/);
  expect(failures).toMatchObject([{ err: { message: 'a bug' } }, { err: { message: 'a bug' } }]);
  await expect.poll(streams).toBe(0);
  await follow('/prices');
  expect((await follow('/prices')).answer).toMatch(/^HTTP\/1\.1 429 /);
  expect((await follow('/desk')).answer).toMatch(/^HTTP\/1\.1 401 /);
  expect([failures.length, taken.length]).toEqual([2, 4]);
});

test('streams take of the rate limit of their network before anything else', async () => {
  const { follow, taken } = await streamsOnly(9, 2);
  for (const cookies of ['', 'clearlot_session=mine']) await follow('/prices', cookies);
  const refused = await follow('/prices', 'clearlot_session=mine');
  expect(refused.answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(taken).toHaveLength(2);
});

test('a server that drains ends its streams before it waits for their connections', async () => {
  const { follow } = await streamsOnly();
  const page = await follow('/prices');
  const closing = app?.close();
  await expect.poll(() => page.hasEnded).toBe(true);
  await closing;
  app = undefined;
});
