import type { FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { recordSecurityLog } from '../security-log.fixture.ts';
import { silentSecurityLog } from '../security-log.ts';
import type { Session } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll } from './binding.ts';
import { createHttpServer } from './http-server.ts';
import { createNetworkRateLimiter, createRateLimiter } from './rate-limit.ts';

const common = { summary: 'A sample.', answerIn: 'url', errors: [] } as const;
const input = z.strictObject({ word: z.optional(z.string()) });
const output = z.object({ word: z.optional(z.string()) });

const own = operation({
  ...common,
  method: 'GET',
  path: '/own',
  access: 'member',
  effect: 'read',
  input,
  output,
});
const open = operation({
  ...common,
  method: 'GET',
  path: '/open',
  access: 'public',
  effect: 'read',
  input,
  output,
});
const say = operation({
  ...common,
  method: 'POST',
  path: '/say',
  access: 'public',
  effect: 'read',
  input,
  output,
});

const session: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };

const given = (input: { readonly word?: string | undefined }) => ({ ...input });

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function openApp(lookups: string[], securityLog = silentSecurityLog): Promise<FastifyInstance> {
  app = await createHttpServer({
    bindings: bindAll('sample', { own, open, say }, { own: given, open: given, say: given }),
    streams: [],
    files: [
      { path: '/own/{name}', read: async () => ({ type: 'image/webp', bytes: Buffer.from('picture') }) },
      { path: '/operator/{name}', roles: ['owner'], readAsOperator: async () => null },
    ],
    operatorSessions: {
      peek: () => undefined,
      find: async (token) => {
        lookups.push(token);
        return 'none';
      },
    },
    sessions: {
      peek: (token) => (token === 'known' ? session : undefined),
      find: async (token) => {
        lookups.push(token);
        return 'none';
      },
    },
    log: silentLog,
    securityLog,
    metrics: createMetrics(),
    metricsKey: undefined,
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    isPassing: () => false,
    limits: {
      ofAddress: createRateLimiter({ burst: 3, perSecond: 0.001 }),
      ofMember: createRateLimiter({ burst: 5, perSecond: 0.001 }),
    },
    webFolder: '/nonexistent',
    probe: async () => undefined,
  });
  return app;
}

const ask = async (on: FastifyInstance, token: string, remoteAddress = '203.0.113.7'): Promise<number> =>
  (await on.inject({ url: '/api/own', headers: { cookie: `clearlot_session=${token}` }, remoteAddress })).statusCode;

test('made-up session tokens soon cost no look-up any more, and do not shut out who is known', async () => {
  const lookups: string[] = [];
  const on = await openApp(lookups);
  const answers: number[] = [];
  for (let count = 0; count < 10; count += 1) answers.push(await ask(on, `made-up-${count}`));
  expect(answers).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429, 429]);
  expect(lookups).toHaveLength(3);
  expect(await ask(on, 'known')).toBe(200);
  expect(await ask(on, 'made-up', '203.0.113.8')).toBe(401);
});

test.each([
  ['a file', '/api/own/picture', 'clearlot_session'],
  ['a file of the console', '/api/operator/picture', 'clearlot_operator'],
])('made-up session tokens for %s cost no more look-ups than those of a call', async (_what, url, cookieName) => {
  const lookups: string[] = [];
  const on = await openApp(lookups);
  const answers: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const headers = { cookie: `${cookieName}=made-up-${count}` };
    answers.push((await on.inject({ url, headers, remoteAddress: '203.0.113.7' })).statusCode);
  }
  expect(answers).toEqual([401, 401, 401, 429, 429, 429]);
  expect(lookups).toHaveLength(3);
});

test('a member has an allowance of its own, wherever the calls come from', async () => {
  const on = await openApp([]);
  const answers: number[] = [];
  for (let count = 0; count < 7; count += 1) answers.push(await ask(on, 'known', `203.0.113.${count}`));
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refused = await on.inject({ url: '/api/own', headers: { cookie: 'clearlot_session=known' } });
  expect(refused.headers['retry-after']).toBe('1000');
  expect(refused.json()).toMatchObject({ code: 'tooManyRequests', info: expect.stringContaining('1,000') });
});

test('a rate limit that is hit is in the security log, once for a flood of one network', async () => {
  const { securityLog, take } = recordSecurityLog();
  const on = await openApp([], securityLog);
  for (let count = 0; count < 20; count += 1) {
    await on.inject({ url: '/api/open', remoteAddress: '203.0.113.7' });
  }
  expect(take()).toMatchObject([{ event: 'rateLimited', network: '203.0.113.7', operation: 'open', times: 1 }]);
  securityLog.close();
  expect(take()).toMatchObject([{ event: 'rateLimited', times: 16 }]);
});

test('a server that limits rates refuses calls while its event loop lags', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let lagMs = 0;
  const now = performance.now.bind(performance);
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => now() + lagMs);
  onTestFinished(() => {
    monotonic.mockRestore();
    vi.useRealTimers();
  });
  const on = await openApp([]);
  lagMs = 60_000;
  vi.advanceTimersByTime(1_000);
  expect(await ask(on, 'known')).toBe(503);
  vi.advanceTimersByTime(1_000);
  expect(await ask(on, 'known')).toBe(200);
});

test('files count against the allowance of their member, and nothing can run in them', async () => {
  const on = await openApp([]);
  const read = () => on.inject({ url: '/api/own/picture', headers: { cookie: 'clearlot_session=known' } });
  expect((await read()).headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'image/webp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await read()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('the addresses of one IPv6 network are one caller', async () => {
  const on = await openApp([]);
  const answers: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    answers.push((await on.inject({ url: '/api/open', remoteAddress: `2001:db8:1:2::${count}` })).statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  expect((await on.inject({ url: '/api/open', remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200);
});

test('what a POST says stands in its body: its address says nothing', async () => {
  const on = await openApp([]);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await on.inject({ method: 'POST', url: '/api/say?word=secret', payload: '', headers: form });
  expect(answer.json().url).toEqual({});
  const both = await on.inject({ method: 'POST', url: '/api/say?word=secret', payload: 'word=other', headers: form });
  expect(both.json().url).toEqual({ word: 'other' });
});

test('the description of the API is large, and counts for more than a call', async () => {
  const on = await openApp([]);
  const read = async (url: string) => (await on.inject({ url, remoteAddress: '203.0.113.9' })).statusCode;
  expect(await read('/api/openapi.json')).toBe(200);
  expect(await read('/api/openapi.json')).toBe(429);
  expect(await read('/api/reference')).toBe(429);
});

test('an idle hour saves up no more than the burst, and a refused call costs nothing', () => {
  let now = 0;
  const limiter = createRateLimiter({ burst: 5, perSecond: 1 }, () => now);
  const calls = (count: number) => Array.from({ length: count }, () => limiter.take('one', 1));
  expect(calls(7)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  now += 1_000;
  expect(calls(2)).toEqual([0, 1]);
  // Looked at every few seconds, so that the bucket is kept all the while.
  for (let count = 0; count < 1_200; count += 1) {
    now += 3_000;
    limiter.secondsUntil('one', 1);
  }
  expect(calls(6)).toEqual([0, 0, 0, 0, 0, 1]);
});

test('a clock that goes back takes nothing away, and a call dearer than the burst is granted to a full one', () => {
  let now = 60_000;
  const limiter = createRateLimiter({ burst: 5, perSecond: 1 }, () => now);
  limiter.take('one', 3);
  now -= 2_000;
  expect(limiter.secondsUntil('one', 2)).toBe(0);
  expect(limiter.take('other', 50)).toBe(0);
  expect(limiter.take('other', 50)).toBe(5);
});

test('a caller over the allowance waits for as long as it takes to refill', async () => {
  // The age of a bucket of the moment 0 would not be counted.
  let nowMs = 1_000;
  const limiter = createRateLimiter({ burst: 3, perSecond: 1 }, () => nowMs);
  expect([1, 2, 3].map(() => limiter.take('a', 1))).toEqual([0, 0, 0]);
  expect(limiter.take('a', 1)).toBe(1);
  expect(limiter.take('b', 3)).toBe(0);
  nowMs += 2_000;
  expect(limiter.take('a', 2)).toBe(0);
  expect(limiter.take('a', 2)).toBe(2);
});

test('a /48 full of IPv6 networks has eight times the rate of one, and a refused call takes nothing of either', () => {
  let nowMs = 0;
  const limiter = createNetworkRateLimiter({ burst: 3, perSecond: 1 }, () => nowMs);
  const takes = (network: string, count: number) => Array.from({ length: count }, () => limiter.take(network, 1));
  expect(takes('2001:db8:1:0::/64', 40).filter((seconds) => seconds === 0)).toHaveLength(3);
  for (let network = 1; network < 8; network += 1) expect(takes(`2001:db8:1:${network}::/64`, 3)).toEqual([0, 0, 0]);
  expect([limiter.secondsUntil('2001:db8:1:8::/64', 1), ...takes('2001:db8:1:8::/64', 1)]).toEqual([1, 1]);
  expect(takes('2001:db8:2:8::/64', 1)).toEqual([0]);
  expect(takes('203.0.113.7', 4)).toEqual([0, 0, 0, 1]);
  limiter.refund('2001:db8:1:7::/64', 1);
  expect(takes('2001:db8:1:8::/64', 2)).toEqual([0, 1]);
  nowMs += 1_000;
  expect(takes('2001:db8:1:9::/64', 4)).toEqual([0, 0, 0, 1]);
});
