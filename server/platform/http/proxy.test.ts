import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { silentSecurityLog } from '../security-log.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll } from './binding.ts';
import { createHttpServer } from './http-server.ts';

const leave = operation({
  summary: 'A sample.',
  answerIn: 'url',
  errors: [],
  method: 'POST',
  path: '/leave',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({ address: z.string() }),
});

let app: FastifyInstance | undefined;
let warnings: object[];
afterEach(() => app?.close());

async function openApp(options: { publicOrigin?: string; host?: string; trustedProxies?: readonly string[] }) {
  warnings = [];
  const log = Object.assign(Object.create(silentLog), {
    warn: (details: object, message: string) => warnings.push({ ...details, message }),
  });
  app = await createHttpServer({
    bindings: bindAll(
      'sample',
      { leave },
      {
        leave: (_input, call) => {
          call.cookies.write('clearlot_session', 'T', 60);
          return { address: call.address };
        },
      },
    ),
    streams: [],
    files: [],
    operatorSessions: { peek: () => 'none', find: async () => 'none' },
    sessions: { peek: () => undefined, find: async () => 'none' },
    log,
    securityLog: silentSecurityLog,
    metrics: createMetrics(),
    metricsKey: undefined,
    limits: null,
    webFolder: '/nonexistent',
    probe: async () => undefined,
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    ...options,
  });
  return app;
}

interface From {
  readonly remoteAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call({ remoteAddress = '127.0.0.1', headers = {} }: From) {
  const all = { 'x-clearlot': '1', ...headers };
  const answer = await app?.inject({ method: 'POST', url: '/api/leave', remoteAddress, headers: all });
  return {
    status: answer?.statusCode,
    address: answer?.json().url.address,
    code: answer?.json().code,
    cookie: String(answer?.headers['set-cookie']),
  };
}

const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

test('a named proxy in another container is believed, and nobody else', async () => {
  await openApp({ publicOrigin: 'https://clearlot.example', trustedProxies: ['172.18.0.0/16'] });
  const host = 'clearlot.example';
  expect(await call({ remoteAddress: '172.18.0.2', headers: { ...forwarded, host } })).toMatchObject({
    address: '203.0.113.9',
    cookie: expect.stringMatching(/^__Host-clearlot_session=T; .*Secure/),
  });
  expect(await call({ remoteAddress: '172.19.0.2', headers: { ...forwarded, host } })).toMatchObject({
    address: '172.19.0.2',
  });
  // What the client itself claims stands before what the proxy adds.
  const spoofed = { ...forwarded, host, 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  expect(await call({ remoteAddress: '172.18.0.2', headers: spoofed })).toMatchObject({ address: '203.0.113.9' });
  expect(await call({ headers: { ...forwarded, host } })).toMatchObject({ address: '127.0.0.1' });
});

test('cookies are Secure and bound to the host wherever members open it by https, whatever a proxy says', async () => {
  await openApp({ publicOrigin: 'https://clearlot.example' });
  for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
    const { cookie } = await call({ remoteAddress: '172.18.0.2', headers: { host: 'clearlot.example', ...headers } });
    expect(cookie).toMatch(/^__Host-clearlot_session=T; .*Path=\/; .*Secure/);
  }
});

test('an installation without a public address keeps plain cookies on this machine', async () => {
  await openApp({});
  expect((await call({})).cookie).toMatch(/^clearlot_session=T; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('a forwarded address that is not believed is said in the log, with what to set', async () => {
  await openApp({});
  await call({ remoteAddress: '172.18.0.2', headers: forwarded });
  await call({ remoteAddress: '172.18.0.2', headers: forwarded });
  expect(warnings).toEqual([
    expect.objectContaining({ from: '172.18.0.2', message: expect.stringContaining('TRUSTED_PROXIES') }),
  ]);
});

test.each([
  ['clearlot.example', 200],
  ['clearlot.example:443', 200],
  ['CLEARLOT.example', 200],
  ['localhost:8080', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:8080', 200],
  ['evil.example', 403],
  ['clearlot.example.evil.example', 403],
  ['clearlot.example:8080', 403],
  ['203.0.113.5', 403],
  ['localhost.evil.example', 403],
  ['', 403],
  ['a b', 403],
])('with a public address, a call to %j is answered %i', async (host, status) => {
  await openApp({ publicOrigin: 'https://clearlot.example' });
  expect((await call({ headers: { host, origin: `https://${host}` } })).status).toBe(status);
});

test.each([
  ['192.168.1.5:8080', 200],
  ['[fd00::5]:8080', 200],
  ['clearlot.lan:8080', 200],
  ['localhost', 200],
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
])(
  'without one, a call to %j is answered %i: an address in numbers cannot be bound to another site',
  async (host, status) => {
    await openApp({ host: 'clearlot.lan' });
    expect((await call({ headers: { host } })).status).toBe(status);
  },
);

test('a refused host is said in the log, the page is refused too, and a health check is not', async () => {
  await openApp({ publicOrigin: 'https://clearlot.example' });
  const headers = { host: '10.0.0.7:8080' };
  expect((await app?.inject({ url: '/hometab', headers }))?.statusCode).toBe(403);
  expect((await app?.inject({ url: '/readyz', headers }))?.statusCode).toBe(200);
  expect((await app?.inject({ url: '/healthz?x', headers }))?.statusCode).toBe(200);
  expect(warnings).toEqual([expect.objectContaining({ host: '10.0.0.7:8080' })]);
});

test('a proxy that keeps the name its caller used is understood', async () => {
  await openApp({ publicOrigin: 'https://clearlot.example', trustedProxies: ['172.18.0.2'] });
  const headers = { host: 'app:8080', 'x-forwarded-host': 'clearlot.example' };
  expect((await call({ remoteAddress: '172.18.0.2', headers })).status).toBe(200);
  expect((await call({ remoteAddress: '172.18.0.3', headers })).status).toBe(403);
});

test('every answer over https tells the browser to stay with it for a year, and none over http does', async () => {
  await openApp({});
  const paths = ['/', '/hometab', '/no-such-file.js', '/healthz', '/api/leave', '/api/nothing', '/api/openapi.json'];
  for (const url of paths) {
    const answer = async (headers: Record<string, string>) =>
      (await app?.inject({ url, remoteAddress: '127.0.0.1', headers }))?.headers['strict-transport-security'];
    expect(await answer({ 'x-forwarded-proto': 'https' }), url).toBe('max-age=31536000; includeSubDomains');
    expect(await answer({}), url).toBe(undefined);
  }
});

describe.each([
  ['with a public address', 'https://clearlot.example'],
  ['without one', undefined],
])('%s, a rebound page on this machine', (_which, publicOrigin) => {
  test.each([
    ['evil.example', 'localhost', 403],
    ['evil.example', '127.0.0.1:8080', 403],
    ['evil.example', 'clearlot.example', 403],
    ['evil.example', 'evil.example, localhost', 403],
    ['localhost:8080', 'evil.example', 403],
    ['localhost:8080', 'localhost', 200],
    ['127.0.0.1:8080', publicOrigin === undefined ? '127.0.0.1' : 'clearlot.example', 200],
  ])('that calls %j and forwards %j is answered %i', async (host, forwardedHost, status) => {
    await openApp({ ...(publicOrigin && { publicOrigin }) });
    const headers = { host, origin: `http://${host}`, 'x-forwarded-host': forwardedHost };
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect((await call({ remoteAddress, headers })).status, remoteAddress).toBe(status);
    }
  });
});
