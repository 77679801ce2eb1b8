import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventHub } from '../events/event-hub.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { silentSecurityLog } from '../security-log.ts';
import type { Session } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { createHttpServer } from './http-server.ts';

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
