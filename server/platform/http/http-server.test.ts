import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { idempotencyHeader, stateChangeHeader } from '#contract/envelope.ts';
import { sampleServer, signedIn } from './sample-server.fixture.ts';

const sample = sampleServer();

test('paths are matched without regard to letter case, path fields keep theirs, an empty last one is a value', async () => {
  const answer = await sample.app.inject('/API/sample/echo/ETH/TIME/5m');
  expect(answer.json()).toEqual({ status: true, info: '', url: { coin: 'ETH', time: '5m' } });
  expect((await sample.app.inject('/api/sample/echo/ETH/time/')).json().url).toEqual({ coin: 'ETH', time: '' });
  expect((await sample.app.inject('/api//sample/echo//ETH/time/')).json().url).toEqual({ coin: 'ETH', time: '' });
  const long = await sample.app.inject(`/api/sample/echo/${'x'.repeat(200)}/time/`);
  expect(long.json()).toMatchObject({ code: 'coinUnknown' });
});

test('a file is looked up by a name that a file can have, and by no other', async () => {
  const read = (name: string) => sample.app.inject({ url: `/api/sample/file/${name}`, headers: signedIn });
  expect((await read('0123456789ABCDEF')).body).toBe('0123456789ABCDEF');
  for (const name of ['%00', 'a%00b', '%2e%2e%2fetc', 'a%20b', '%EF%BF%BD', 'x'.repeat(101)]) {
    const answer = await read(name);
    expect(answer.json(), name).toMatchObject({ code: 'notFound' });
    expect(answer.statusCode, name).toBe(404);
  }
});

test('who is not signed in is sent to the login page, whose session ended is told so', async () => {
  const stranger = await sample.post('amount=1&level=1', { cookie: '' });
  expect(stranger.statusCode).toBe(401);
  expect(stranger.json()).toMatchObject({ url: 99, code: 'notSignedIn' });
  const late = await sample.post('amount=1&level=1', { cookie: 'clearlot_session=old' });
  expect(late.statusCode).toBe(401);
  expect(late.json()).toMatchObject({ state: 401, code: 'sessionExpired' });
});

test('answers are not stored, and say what they are', async () => {
  const { headers } = await sample.app.inject('/api/sample/echo/ETH/time/');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(/^[a-z0-9]+-[a-z0-9]+$/),
  });
});

test('what is the same for everybody is made once in each language, named, and not sent to who has it', async () => {
  const greet = (headers: Record<string, string>) => sample.app.inject({ url: '/api/sample/greet?name=Ann', headers });
  const [english, again, thai] = [await greet({}), await greet({}), await greet({ 'x-clearlot-locale': 'thai' })];
  expect(english.json().url).toEqual({ text: 'en Ann', made: 1 });
  expect(again.body).toBe(english.body);
  expect(thai.json().url).toEqual({ text: 'thai Ann', made: 2 });
  const { etag } = english.headers;
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{43}"$/);
  expect(english.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: 'x-clearlot-locale, accept-language, cookie',
  });
  expect(thai.headers.etag).not.toBe(etag);
  for (const named of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
    const known = await greet({ 'if-none-match': named });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
  }
  expect((await greet({ 'if-none-match': String(thai.headers.etag) })).body).toBe(english.body);
  expect((await sample.app.inject('/api/sample/greet?nobody=1')).headers).toMatchObject({
    'cache-control': 'no-store',
  });
});

test('the web app answers every screen, its files are kept by the browser, a missing file is not a page', async () => {
  const page = await sample.app.inject('/ordersDetail?id=7');
  expect(page.body).toContain('<title>Clearlot</title>');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect((await sample.app.inject('/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
  expect((await sample.app.inject('/assets/gone.js')).statusCode).toBe(404);
  expect((await sample.app.inject({ method: 'POST', url: '/homeTab' })).statusCode).toBe(404);
  expect((await sample.app.inject('/..%2f..%2fpackage.json')).body).not.toContain('"name"');
  expect((await sample.app.inject({ method: 'HEAD', url: '/tab1' })).statusCode).toBe(200);
});

test.each(['GET', 'POST', 'OPTIONS', 'HEAD'] as const)(
  'no %s of another origin is given anything to read',
  async (method) => {
    const asked = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-clearlot',
    };
    const paths = [
      '/',
      '/hometab',
      '/assets/app-1234.js',
      '/healthz',
      '/metrics',
      '/api/sample/echo/ETH/time/',
      '/api/sample/greet',
      '/api/sample/move',
    ];
    for (const url of [
      ...paths,
      '/api/sample/file/x',
      '/api/sample/stream?coin=ETH',
      '/api/openapi.json',
      '/api/nothing',
    ]) {
      const { headers } = await sample.app.inject({ method, url, headers: { ...signedIn, ...asked } });
      expect(
        Object.keys(headers).filter((name) => name.startsWith('access-control-')),
        url,
      ).toEqual([]);
    }
  },
);

test('streams, health, metrics and the reference are there', async () => {
  expect((await sample.app.inject('/api/sample/stream?coin=ETH')).body).toBe('data: ETH\n\n');
  expect((await sample.app.inject('/healthz')).body).toBe('ok\n');
  expect((await sample.app.inject({ method: 'HEAD', url: '/healthz' })).headers['content-type']).toContain(
    'text/plain',
  );
  expect((await sample.app.inject('/readyz')).body).toBe('ready\n');
  const beganMs = performance.now();
  expect((await sample.post('amount=1&level=1')).statusCode).toBe(200);
  const tookSeconds = (performance.now() - beganMs) / 1_000;
  const scraped = await sample.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer scraper-key-of-this-test' },
  });
  expect(scraped.body).toContain('clearlot_request_seconds_count{operation="move",status="200"} 1');
  const [, seconds] = /clearlot_request_seconds_sum\{operation="move",status="200"\} (\S+)/.exec(scraped.body) ?? [];
  expect(Number(seconds)).toBeLessThan(tookSeconds);
  const description = (await sample.app.inject('/api/openapi.json')).json();
  expect(description.paths['/api/Exchange/shenqing'].post.operationId).toBe('placePlan');
  const headersOf = (path: string): string[] =>
    Object.values(description.paths[path] as Record<string, { parameters: { in: string; name: string }[] }>).flatMap(
      ({ parameters }) => parameters.filter((one) => one.in === 'header').map(({ name }) => name),
    );
  expect(headersOf('/api/Exchange/shenqing')).toContain(idempotencyHeader);
  expect(headersOf('/api/Exchange/shenqing')).toContain(stateChangeHeader);
  expect(headersOf('/api/index/index')).not.toContain(idempotencyHeader);
  expect(headersOf('/api/index/index')).not.toContain(stateChangeHeader);
  const reference = await sample.app.inject('/api/reference');
  expect(reference.body).toContain('placePlan');
  expect(reference.body).toMatch(/<td><code>coin<\/code><\/td><td>body<\/td><td>required<\/td>/);
  expect(reference.body).toMatch(/<td><code>nickname<\/code><\/td><td>body<\/td><td>optional<\/td>/);
  expect(reference.body).not.toMatch(/<script|style=/);
});

test('a connection that sends nothing, or slowly, is given up in time; one of a member is kept between calls', () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = sample.app.server;
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    timeout: 60_000,
    // Longer than proxies keep theirs, so that none sends into one that is being closed.
    keepAliveTimeout: 72_000,
  });
});

test('metrics are hidden from who has no key, on loopback as well', async () => {
  const nowhere = await sample.app.inject('/no-such-file.txt');
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
      const answer = await sample.app.inject({ method, url: '/metrics', headers, remoteAddress: '127.0.0.1' });
      expect(answer.statusCode).toBe(nowhere.statusCode);
      expect(answer.body).not.toContain('clearlot_');
    }
  }
});

test('a request with two Host headers is refused, whatever they say', async () => {
  const { port } = new URL(await sample.app.listen({ port: 0, host: '127.0.0.1' }));
  const statusOf = async (...hosts: string[]): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    const headers = hosts.map((host) => `Host: ${host}\r\n`).join('');
    socket.end(`GET /api/sample/echo/ETH/time/ HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0] ?? '';
  };
  expect(await statusOf('localhost')).toContain('200');
  expect(await statusOf('localhost', 'localhost')).toContain('400');
  expect(await statusOf('localhost', 'elsewhere.example')).toContain('400');
});

test('TRACE and methods that are none are refused, and nothing that was sent comes back', async () => {
  const { port } = sample.app.server.address() as AddressInfo;
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.end(
      `${method} /api/sample/echo/ETH/time/ HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer, method).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(answer, method).not.toContain('s3cret');
  }
});
