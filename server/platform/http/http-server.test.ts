import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { positiveUsdtField, textField, usdtText } from '#contract/fields.ts';
import { operation } from '#contract/operation.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import type { Session } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll, type Call } from './binding.ts';
import { createHttpServer } from './http-server.ts';
import { createRateLimiter } from './rate-limit.ts';

const common = { summary: 'A sample.', answerIn: 'url', errors: [] } as const;

const echo = operation({
  ...common,
  method: 'GET',
  path: '/Sample/Echo/{coin}/time/{time}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    coin: textField(/^[A-Z]{2,5}$/, 'coinMissing', 'coinUnknown'),
    time: z.optional(z.enum(['', '5m'])),
  }),
  output: z.object({ coin: z.string(), time: z.optional(z.string()) }),
});

const move = operation({
  ...common,
  method: 'POST',
  path: '/Sample/move',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
    note: z.optional(z.string()),
    level: textField(/^\d$/, 'levelMissing', 'levelUnknown'),
  }),
  output: z.object({ amount: usdtText, key: z.nullable(z.string()) }),
  message: 'planPlaced',
});

let greetings = 0;

const greet = operation({
  ...common,
  method: 'GET',
  path: '/sample/greet',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ name: z.optional(z.string()) }),
  output: z.object({ text: z.string(), made: z.number() }),
});

const leave = operation({
  ...common,
  method: 'GET',
  path: '/sample/leave',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({}),
});

const session: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };
const signedIn = { cookie: 'clearlot_session=live', 'x-clearlot': '1' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let app: FastifyInstance;
let webFolder: string;
let leaves = 0;
let release: (() => void) | null = null;
let isHeld = false;
let failure = new Error('never set');

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'clearlot-web-'));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Clearlot</title>');
  writeFileSync(join(webFolder, 'assets', 'app-1234.js'), 'export {};');
  app = await createHttpServer({
    bindings: bindAll(
      'sample',
      { echo, move, leave, greet },
      {
        echo: (input) => ({ ...input }),
        move: async ({ amount, note }, call: Call) => {
          if (note === 'bug') throw new Error('a bug with the secret s3cret in it');
          if (note === 'fails') throw failure;
          if (note === 'busy') throw new RangeError('too many wait');
          if (note === 'poor') throw new Refusal('insufficientFunds', { available: '1.00' });
          if (isHeld) await new Promise<void>((done) => (release = done));
          return { amount, key: call.idempotencyKey };
        },
        greet: {
          handler: ({ name }, { locale }) => ({ text: `${locale} ${name}`, made: ++greetings }),
          sharedForMs: 60_000,
          sharedByLocale: true,
        },
        leave: (_input, call) => {
          leaves += 1;
          call.cookies.clear('clearlot_session');
          return {};
        },
      },
    ),
    files: [
      {
        path: '/sample/file/{name}',
        read: async (_memberId, name) => {
          if (name.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
          return { type: 'text/plain', bytes: Buffer.from(name) };
        },
      },
    ],
    streams: [
      {
        path: '/sample/stream',
        open: ({ response, query }) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`data: ${query.coin}\n\n`);
        },
      },
    ],
    sessions: {
      peek: (token) => (token === 'live' ? session : undefined),
      find: async (token) => (token === 'live' ? session : token === 'old' ? 'expired' : 'none'),
    },
    log: silentLog,
    metrics: createMetrics(),
    metricsKey: 'scraper-key-of-this-test',
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    isPassing: (error) => error instanceof RangeError,
    limits: null,
    webFolder,
    probe: async () => undefined,
  });
});

afterAll(async () => {
  await app.close();
  await rm(webFolder, { recursive: true });
});

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/sample/MOVE', payload, headers: { ...signedIn, ...form, ...headers } });

test('paths are matched without regard to letter case, path fields keep theirs, an empty last one is a value', async () => {
  const answer = await app.inject('/API/sample/echo/ETH/TIME/5m');
  expect(answer.json()).toEqual({ status: true, info: '', url: { coin: 'ETH', time: '5m' } });
  expect((await app.inject('/api/sample/echo/ETH/time/')).json().url).toEqual({ coin: 'ETH', time: '' });
});

test('form-encoded and JSON bodies say the same', async () => {
  const expected = {
    status: true,
    info: expect.stringContaining('plan is placed'),
    url: { amount: '12.500000', key: null },
  };
  expect((await post('amount=12.5&level=1')).json()).toEqual(expected);
  const bodies = ['{"amount":"12.5","level":"1"}', '{"amount":12.5,"level":1,"note":null}'];
  for (const body of bodies)
    expect((await post(body, { 'content-type': 'application/json' })).json()).toEqual(expected);
});

test.each([
  ['amount=1&amount=2&level=1', 'fieldRepeated', 400],
  ['amount=1&level=1&role=owner', 'fieldUnknown', 400],
  ['level=1', 'amountMissing', 400],
  ['amount=&level=1', 'amountMissing', 400],
  ['amount=-5&level=1', 'amountInvalid', 400],
  ['amount=1e3&level=1', 'amountInvalid', 400],
  ['amount=0&level=1', 'amountInvalid', 400],
  ['amount=99999999999999999999&level=1', 'amountInvalid', 400],
  ['amount=1', 'levelMissing', 400],
  ['amount=1&level=9999', 'levelUnknown', 404],
  ['level=x&amount=y', 'amountInvalid', 400],
  [`amount=1&level=1&note=${'x'.repeat(70_000)}`, 'tooLarge', 413],
  ['__proto__=1&amount=1&level=1', 'fieldUnknown', 400],
  ['constructor=1&amount=1&level=1', 'fieldUnknown', 400],
  [Array.from({ length: 60 }, (_, at) => `f${at}=1`).join('&'), 'malformedRequest', 400],
  ['%E0%A4%A', 'amountMissing', 400],
])('a body is refused: %$, %s', async (body, code, status) => {
  const answer = await post(body);
  expect(answer.json()).toMatchObject({ status: false, code, url: '' });
  expect(answer.statusCode).toBe(status);
});

test.each([
  ['{"amount":', 'malformedRequest'],
  ['[1,2]', 'malformedRequest'],
  ['"amount"', 'malformedRequest'],
  ['{"amount":{"$gt":0},"level":"1"}', 'fieldInvalid'],
  ['{"amount":["1","2"],"level":"1"}', 'fieldRepeated'],
  ['{"amount":"1","level":"1","note":"\\ud800x"}', 'fieldInvalid'],
  ['{"amount":"1","level":"1","note":"x\\udfff"}', 'fieldInvalid'],
  ['{"amount":"1","level":"1","note":"\\u0000"}', 'fieldInvalid'],
  ['{"__proto__":{"amount":"1"},"level":"1"}', 'malformedRequest'],
  ['', 'malformedRequest'],
])('the JSON body %s is refused as %s', async (body, code) => {
  const answer = await post(body, { 'content-type': 'application/json' });
  expect(answer.json()).toMatchObject({ status: false, code });
  expect(answer.statusCode).toBe(400);
});

test('a body in another form, a broken path and an unknown call are refused in the envelope', async () => {
  expect((await post('<a/>', { 'content-type': 'text/xml' })).json().code).toBe('malformedRequest');
  expect((await app.inject('/api/sample/echo/%E0%A4%A/time/')).json().code).toBe('malformedRequest');
  expect((await app.inject(`/api/sample/echo/${'A'.repeat(5_000)}/time/`)).json()).toMatchObject({ status: false });
  expect((await app.inject('/api/nothing')).json()).toMatchObject({ code: 'notFound', status: false });
  expect((await app.inject('/api/nothing')).statusCode).toBe(404);
  expect((await app.inject('/api/order/thbtype')).json()).toMatchObject({ code: 'notYetAvailable' });
  expect((await app.inject('/api/order/thbtype')).statusCode).toBe(501);
});

test('a file is looked up by a name that a file can have, and by no other', async () => {
  const read = (name: string) => app.inject({ url: `/api/sample/file/${name}`, headers: signedIn });
  expect((await read('0123456789ABCDEF')).body).toBe('0123456789ABCDEF');
  for (const name of ['%00', 'a%00b', '%2e%2e%2fetc', 'a%20b', '%EF%BF%BD', 'x'.repeat(101)]) {
    const answer = await read(name);
    expect(answer.json(), name).toMatchObject({ code: 'notFound' });
    expect(answer.statusCode, name).toBe(404);
  }
});

test('who is not signed in is sent to the login page, whose session ended is told so', async () => {
  const stranger = await post('amount=1&level=1', { cookie: '' });
  expect(stranger.statusCode).toBe(401);
  expect(stranger.json()).toMatchObject({ url: 99, code: 'notSignedIn' });
  const late = await post('amount=1&level=1', { cookie: 'clearlot_session=old' });
  expect(late.statusCode).toBe(401);
  expect(late.json()).toMatchObject({ state: 401, code: 'sessionExpired' });
});

test.each([
  ['without the custom header', { 'x-clearlot': '' }],
  ['from another site', { 'x-clearlot': '1', 'sec-fetch-site': 'cross-site' }],
  ['from a sibling host', { 'x-clearlot': '1', 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'x-clearlot': '1', 'sec-fetch-site': 'none' }],
  ['with a foreign origin', { 'x-clearlot': '1', origin: 'https://elsewhere.example' }],
  ['with an origin that hides', { 'x-clearlot': '1', origin: 'null' }],
])('a call that changes state is refused %s, whatever its method', async (_case, headers) => {
  const before = leaves;
  const read = await app.inject({ url: '/api/sample/leave', headers });
  expect(read.json()).toMatchObject({ code: 'crossSiteRefused' });
  expect(read.statusCode).toBe(403);
  expect((await post('amount=1&level=1', headers)).json()).toMatchObject({ code: 'crossSiteRefused' });
  expect(leaves).toBe(before);
});

test('the app itself may change state, and HEAD never does', async () => {
  const own = { 'x-clearlot': '1', 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
  const before = leaves;
  const answer = await app.inject({ url: '/api/sample/leave', headers: own });
  expect(answer.json()).toMatchObject({ status: true });
  expect(answer.headers['set-cookie']).toMatch(/^clearlot_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(leaves).toBe(before + 1);
  expect((await app.inject({ method: 'HEAD', url: '/api/sample/leave', headers: own })).statusCode).toBe(404);
  expect(leaves).toBe(before + 1);
});

test('under https a cookie is bound to its host', async () => {
  const headers = { 'x-clearlot': '1', 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ url: '/api/sample/leave', headers });
  expect(answer.headers['set-cookie']).toMatch(/^__Host-clearlot_session=; .*Secure/);
});

test('an idempotency key reaches the handler, one of a wrong form does not', async () => {
  expect((await post('amount=1&level=1', { 'idempotency-key': 'abcd-1234' })).json().url.key).toBe('abcd-1234');
  for (const key of ['short', 'x'.repeat(129), 'with space', '']) {
    expect((await post('amount=1&level=1', { 'idempotency-key': key })).json().code).toBe('idempotencyKeyInvalid');
  }
});

test('without a key a member has one money call at a time, with keys as many as wanted', async () => {
  isHeld = true;
  const first = post('amount=1&level=1');
  await expect.poll(() => release).not.toBeNull();
  const second = await post('amount=1&level=1');
  expect(second.json()).toMatchObject({ code: 'requestInProgress' });
  expect(second.statusCode).toBe(409);
  isHeld = false;
  expect((await post('amount=1&level=1', { 'idempotency-key': 'abcd-1234' })).json().status).toBe(true);
  release?.();
  expect((await first).json().status).toBe(true);
  expect((await post('amount=1&level=1')).json().status).toBe(true);
});

test('a refusal carries its values in the language of the caller, a bug says nothing about itself', async () => {
  const poor = await post('amount=1&level=1&note=poor');
  expect(poor.statusCode).toBe(422);
  expect(poor.json()).toMatchObject({ code: 'insufficientFunds', info: expect.stringContaining('1.00') });
  const bug = await post('amount=1&level=1&note=bug');
  expect(bug.statusCode).toBe(500);
  expect(bug.json()).toMatchObject({ code: 'internalError' });
  expect(bug.body).not.toContain('s3cret');
  const busy = await post('amount=1&level=1&note=busy');
  expect(busy.statusCode).toBe(503);
  expect(busy.json()).toMatchObject({ code: 'serverBusy' });
});

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is starting up'],
  ['53100', 'could not extend file "base/5/1": No space left on device'],
  ['53200', 'out of memory'],
  ['08006', 'connection failure'],
  ['EPIPE', 'write EPIPE'],
  [undefined, 'Client has encountered a connection error and is not queryable'],
  [undefined, 'Connection terminated unexpectedly'],
])('a database that is away or full (%s, %s) is no bug: busy, try again', async (code, message) => {
  failure = Object.assign(new Error(message), code === undefined ? {} : { code });
  const answer = await post('amount=1&level=1&note=fails');
  expect(answer.json()).toMatchObject({ code: 'serverBusy' });
  expect(answer.statusCode).toBe(503);
});

test.each([
  ['23514', 'new row for relation "bank_card" violates check constraint'],
  ['22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
])('a statement that is wrong (%s, %s) is a bug', async (code, message) => {
  failure = Object.assign(new Error(message), { code });
  expect((await post('amount=1&level=1&note=fails')).json()).toMatchObject({ code: 'internalError' });
});

test('answers are not stored, and say what they are', async () => {
  const { headers } = await app.inject('/api/sample/echo/ETH/time/');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[a-z0-9]+-[a-z0-9]+$/),
  });
});

test('what is the same for everybody is made once in each language, named, and not sent to who has it', async () => {
  const greet = (headers: Record<string, string>) => app.inject({ url: '/api/sample/greet?name=Ann', headers });
  const [english, again, thai] = [await greet({}), await greet({}), await greet({ 'x-clearlot-locale': 'thai' })];
  expect(english.json().url).toEqual({ text: 'en Ann', made: 1 });
  expect(again.body).toBe(english.body);
  expect(thai.json().url).toEqual({ text: 'thai Ann', made: 2 });
  const { etag } = english.headers;
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{43}"$/);
  expect(english.headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('locale') });
  expect(thai.headers.etag).not.toBe(etag);
  for (const named of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
    const known = await greet({ 'if-none-match': named });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
  }
  expect((await greet({ 'if-none-match': String(thai.headers.etag) })).body).toBe(english.body);
  expect((await app.inject('/api/sample/greet?nobody=1')).headers).toMatchObject({ 'cache-control': 'no-store' });
});

test('the web app answers every screen, its files are kept by the browser, a missing file is not a page', async () => {
  const page = await app.inject('/ordersDetail?id=7');
  expect(page.body).toContain('<title>Clearlot</title>');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect((await app.inject('/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
  expect((await app.inject('/assets/gone.js')).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/homeTab' })).statusCode).toBe(404);
  expect((await app.inject('/..%2f..%2fpackage.json')).body).not.toContain('"name"');
  expect((await app.inject({ method: 'HEAD', url: '/tab1' })).statusCode).toBe(200);
});

test('streams, health, metrics and the reference are there', async () => {
  expect((await app.inject('/api/sample/stream?coin=ETH')).body).toBe('data: ETH\n\n');
  expect((await app.inject('/healthz')).body).toBe('ok\n');
  expect((await app.inject({ method: 'HEAD', url: '/healthz' })).headers['content-type']).toContain('text/plain');
  expect((await app.inject('/readyz')).body).toBe('ready\n');
  const scraped = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer scraper-key-of-this-test' } });
  expect(scraped.body).toContain('clearlot_request_seconds_count{operation="move",status="200"}');
  const description = (await app.inject('/api/openapi.json')).json();
  expect(description.paths['/api/Exchange/shenqing'].post.operationId).toBe('placePlan');
  const reference = await app.inject('/api/reference');
  expect(reference.body).toContain('placePlan');
  expect(reference.body).not.toMatch(/<script|style=/);
});

test('metrics are hidden from who has no key, on loopback as well', async () => {
  const nowhere = await app.inject('/no-such-file.txt');
  const tries: Record<string, string>[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer undefined' },
    { authorization: 'Bearer scraper-key-of-this-tesT' },
    { authorization: 'Basic scraper-key-of-this-test' },
    { authorization: 'scraper-key-of-this-test' },
    { 'x-forwarded-for': '127.0.0.1' },
  ];
  for (const headers of tries) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/metrics', headers, remoteAddress: '127.0.0.1' });
      expect(answer.statusCode).toBe(nowhere.statusCode);
      expect(answer.body).not.toContain('clearlot_');
    }
  }
});

test('a caller over the rate limit gets a Retry-After', async () => {
  let nowMs = 0;
  const limiter = createRateLimiter({ burst: 3, perSecond: 1 }, () => nowMs);
  expect([1, 2, 3].map(() => limiter.take('a', 1))).toEqual([0, 0, 0]);
  expect(limiter.take('a', 1)).toBe(1);
  expect(limiter.take('b', 3)).toBe(0);
  nowMs = 2_000;
  expect(limiter.take('a', 2)).toBe(0);
  expect(limiter.take('a', 2)).toBe(2);
});
