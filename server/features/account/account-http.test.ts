import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, openBus } from '#server/platform/bus.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { silentLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { type AccountFeature, openAccounts } from './account-feature.ts';
import { aDayMs, countOf, fixedAnswer } from './test-account.ts';

interface Node {
  readonly address: string;
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly accounts: AccountFeature;
}

let database: TestDatabase;
let wallMs = Date.UTC(2026, 4, 1, 12);
let nodes: [Node, Node];
const endedOn = new Map<Bus, bigint[]>();

async function openNode(): Promise<Node> {
  const wallNow = (): number => wallMs;
  const bus = await openBus(database.pool, database.url, silentLog);
  endedOn.set(bus, []);
  const accounts = await openAccounts({
    pool: database.pool,
    bus,
    clock: { now: wallNow },
    verifyCodeTest: fixedAnswer,
    wallNow,
    onSessionEnded: (memberId) => endedOn.get(bus)?.push(memberId),
  });
  const app = await createHttpServer({
    bindings: accounts.bindings,
    streams: [],
    sessions: accounts.sessions,
    log: silentLog,
    metrics: createMetrics(),
    limits: null,
    webFolder: '/nonexistent',
    probe: async () => undefined,
    isPassing: () => false,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, app, bus, accounts };
}

beforeAll(async () => {
  database = await createTestDatabase();
  nodes = [await openNode(), await openNode()];
});
afterAll(async () => {
  for (const { app, accounts, bus } of nodes) {
    await app.close();
    await accounts.close?.();
    await bus.close();
  }
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly envelope: {
    readonly status: boolean;
    readonly info: unknown;
    readonly url: unknown;
    readonly code?: string;
    readonly state?: number;
  };
  readonly setCookies: readonly string[];
  readonly headers: Headers;
}

/** A phone's browser: keeps cookies, and sends what the web app sends. */
class Phone {
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;
  node: Node;

  constructor(headers: Record<string, string> = {}, node = nodes[0]) {
    this.headers = { 'x-clearlot': '1', 'sec-fetch-site': 'same-origin', ...headers };
    this.node = node;
  }

  async call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.node.address}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, envelope: JSON.parse(text || '{}'), setCookies, headers: response.headers };
  }

  get = (path: string, headers?: Record<string, string>) => this.call('GET', path, undefined, headers);
  post = (path: string, fields: Record<string, string> | string, headers?: Record<string, string>) =>
    this.call('POST', path, typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(), headers);

  async register(username: string, fields: Record<string, string> = {}): Promise<Answer> {
    await this.get('/verify/code');
    return await this.post('/login/upregister', { ...formOf(username), ...fields });
  }
}

const formOf = (username: string) => ({
  username,
  password: 'secret99',
  repassword: 'secret99',
  invite: 'CLEARLOT',
  code: fixedAnswer,
  adult: '1',
  terms: 'true',
});

test('register, be signed in, sign out, sign in again: the whole way over HTTP', async () => {
  const phone = new Phone();
  expect((await phone.get('/user/loginstate')).envelope).toEqual({ status: true, info: 0, url: '' });
  const code = await phone.get('/verify/code');
  expect(code.envelope).toMatchObject({
    status: true,
    url: { image: expect.stringMatching(/^data:image\/svg\+xml;base64,/), expiresInSeconds: 300 },
  });
  const registered = await phone.post('/login/upregister', formOf('Traveller1'));
  expect(registered.status).toBe(200);
  expect(registered.envelope).toEqual({ status: true, info: 'Welcome to Clearlot', url: { username: 'Traveller1' } });
  expect((await phone.get('/user/loginstate')).envelope.info).toBe(1);
  const member = await phone.get('/user/center');
  expect(member.status).toBe(200);
  expect(member.envelope.url).toEqual({
    username: 'Traveller1',
    integral: 0,
    banlance: '0.000000',
    usdt: '0.000000',
    usdtd: '0.000000',
    today_profit: '0.000000',
    profit: '0.000000',
    rule: expect.any(String),
    multiple: 5,
    postings: 0,
  });
  expect((await phone.get('/login/loginout')).envelope).toEqual({ status: true, info: 'Signed out', url: {} });
  expect((await phone.get('/user/loginstate')).envelope.info).toBe(0);
  expect([...phone.cookies.keys()]).not.toContain('clearlot_session');
  const signedIn = await phone.post('/Login/walletLogin', { username: 'traveller1', password: 'secret99' });
  expect(signedIn.envelope).toEqual({ status: true, info: 'Signed in', url: { username: 'Traveller1' } });
  expect((await phone.get('/user/loginstate')).envelope.info).toBe(1);
});

test('not signed in is 401 with url 99; expired and revoked are 401 with state 401, on both nodes', async () => {
  const stranger = new Phone();
  expect(await stranger.get('/user/center')).toMatchObject({
    status: 401,
    envelope: { status: false, url: 99, code: 'notSignedIn', info: 'Please sign in' },
  });
  stranger.cookies.set('clearlot_session', 'A'.repeat(43));
  expect(await stranger.get('/user/center')).toMatchObject({ status: 401, envelope: { url: 99 } });

  const phone = new Phone();
  await phone.register('Expiring1');
  const stolen = new Phone({}, nodes[1]);
  stolen.cookies.set('clearlot_session', phone.cookies.get('clearlot_session') ?? '');
  expect((await stolen.get('/user/center')).status).toBe(200);
  await phone.get('/login/loginout');
  let answer = await stolen.get('/user/center');
  for (let look = 0; look < 100 && answer.status === 200; look += 1) {
    await pause(10);
    answer = await stolen.get('/user/center');
  }
  expect(answer).toMatchObject({ status: 401, envelope: { status: false, state: 401, code: 'sessionExpired' } });
  expect(answer.envelope.url).not.toBe(99);
  // Both nodes were told, so that pages the member has open there are ended.
  const { rows } = await database.pool.query("select id from member where username = 'Expiring1'");
  for (const { bus } of nodes) expect(endedOn.get(bus)?.at(-1)).toBe(rows[0].id);

  const idle = new Phone();
  await idle.register('Expiring2');
  wallMs += 31 * aDayMs;
  for (let look = 0; look < 2; look += 1) {
    expect((await idle.get('/user/loginstate')).envelope.info).toBe(0);
    expect(await idle.get('/user/center')).toMatchObject({ status: 401, envelope: { state: 401 } });
  }
});

test('cookies are HttpOnly, strict and for the whole site; under https they are Secure and bound to the host', async () => {
  const phone = new Phone();
  const visitor = (await phone.get('/verify/code')).setCookies[0] ?? '';
  const session = (await phone.register('Cookies1')).setCookies[0] ?? '';
  for (const [line, name] of [
    [visitor, 'clearlot_visitor'],
    [session, 'clearlot_session'],
  ] as const) {
    expect(line).toMatch(new RegExp(`^${name}=[A-Za-z0-9_-]{43};`));
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Strict/);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).not.toMatch(/Domain/i);
    expect(line).not.toMatch(/Secure/);
  }
  const secure = new Phone({ 'x-forwarded-proto': 'https' });
  const lines = [...(await secure.get('/verify/code')).setCookies, ...(await secure.register('Cookies2')).setCookies];
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^__Host-clearlot_(visitor|session)=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect((await secure.get('/user/center')).status).toBe(200);
  const out = (await secure.get('/login/loginout')).setCookies[0] ?? '';
  expect(out).toMatch(/^__Host-clearlot_session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

test('no answer about an account is kept by a cache', async () => {
  const phone = new Phone();
  for (const path of ['/verify/code', '/user/loginstate', '/user/center']) {
    expect((await phone.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test.each<[string, Record<string, string>]>([
  ['without the header', { 'x-clearlot': '' }],
  ['with another value in it', { 'x-clearlot': '0' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from a sibling host', { 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }],
])('what changes an account is refused %s, and nothing happens', async (_, headers) => {
  const phone = new Phone();
  const name = `Cross${Math.random().toString(36).slice(2, 10)}`;
  await phone.register(name);
  expect(await phone.get('/login/loginout', headers)).toMatchObject({
    status: 403,
    envelope: { code: 'crossSiteRefused' },
  });
  expect((await phone.get('/user/center')).status).toBe(200);
  const before = await countOf(database, 'member');
  await phone.get('/verify/code');
  expect(await phone.post('/login/upregister', formOf(`${name}x`), headers)).toMatchObject({ status: 403 });
  expect(await phone.post('/login/walletLogin', { username: name, password: 'secret99' }, headers)).toMatchObject({
    status: 403,
  });
  expect(await countOf(database, 'member')).toBe(before);
});

test('an origin that is not ours is refused where the browser does not say the site', async () => {
  const phone = new Phone();
  await phone.register('Origins1');
  const { 'sec-fetch-site': _, ...older } = phone.headers;
  const send = (origin: string) =>
    fetch(`${phone.node.address}/api/login/loginout`, {
      headers: { ...older, origin, cookie: `clearlot_session=${phone.cookies.get('clearlot_session')}` },
    });
  expect((await send('https://evil.example')).status).toBe(403);
  expect((await send('null')).status).toBe(403);
  expect((await phone.get('/user/center')).status).toBe(200);
  expect((await send(phone.node.address)).status).toBe(200);
});

test('HEAD does not sign out, and other methods reach nothing', async () => {
  const phone = new Phone();
  await phone.register('Methods1');
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await phone.call(method, '/login/loginout')).status).toBe(404);
  }
  expect((await phone.get('/login/walletLogin')).status).toBe(404);
  expect((await phone.get('/user/center')).status).toBe(200);
});

const long = 'a1'.repeat(40_000);

test.each<[string, Record<string, string> | string, number, string]>([
  ['no name', { username: '' }, 400, 'usernameMissing'],
  ['a short name', { username: 'abc12' }, 400, 'usernameInvalid'],
  ['a long name', { username: 'a'.repeat(21) }, 400, 'usernameInvalid'],
  ['a name with other signs', { username: 'name_123' }, 400, 'usernameInvalid'],
  ['a name in other letters', { username: 'ｎａｍｅ１２３' }, 400, 'usernameInvalid'],
  ['a name with a line break', { username: 'named123\n' }, 400, 'usernameInvalid'],
  ['a name with a null', { username: 'named\u0000123' }, 400, 'usernameInvalid'],
  ['no password', { password: '' }, 400, 'passwordMissing'],
  ['a short password', { password: 'ab123', repassword: 'ab123' }, 400, 'passwordInvalid'],
  ['a long password', { password: 'ab123456789012345', repassword: 'ab123456789012345' }, 400, 'passwordInvalid'],
  ['a password of letters', { password: 'abcdefgh', repassword: 'abcdefgh' }, 400, 'passwordInvalid'],
  ['a password of digits', { password: '12345678', repassword: '12345678' }, 400, 'passwordInvalid'],
  ['two passwords', { repassword: 'secret98' }, 400, 'passwordsDiffer'],
  ['no invitation', { invite: '' }, 400, 'inviteMissing'],
  ['a strange invitation', { invite: 'a b c' }, 422, 'inviteUnknown'],
  ['an unknown invitation', { invite: 'ZZZZ9999' }, 422, 'inviteUnknown'],
  ['no code', { code: '' }, 400, 'verifyCodeMissing'],
  ['a wrong code', { code: 'WRONG' }, 422, 'verifyCodeWrong'],
  ['no word on age', { adult: '' }, 400, 'adultRequired'],
  ['a no on age', { adult: '0' }, 400, 'adultRequired'],
  ['no word on terms', { terms: '' }, 400, 'termsRequired'],
  ['an unknown field', { role: 'owner' }, 400, 'fieldUnknown'],
  ['a field of the prototype', `${new URLSearchParams(formOf('Matrix01'))}&__proto__=1`, 400, 'fieldUnknown'],
  ['a repeated field', 'username=Repeated1&username=Repeated2', 400, 'fieldRepeated'],
  ['far too much', { username: long }, 413, 'tooLarge'],
  ['nothing', '', 400, 'usernameMissing'],
])('a registration with %s is refused and writes nothing', async (_, change, status, code) => {
  const phone = new Phone();
  const before = await countOf(database, 'member');
  await phone.get('/verify/code');
  const fields = typeof change === 'string' ? change : { ...formOf('Matrix01'), ...change };
  const answer = await phone.post('/login/upregister', fields);
  expect(answer.envelope.code).toBe(code);
  expect(answer.status).toBe(status);
  expect(answer.envelope).toMatchObject({ status: false, info: expect.stringMatching(/\w/) });
  expect(await countOf(database, 'member')).toBe(before);
  expect(answer.setCookies).toEqual([]);
});

test.each<[string, Record<string, string> | string, string]>([
  ['no name', { username: '' }, 'usernameMissing'],
  ['no password', { password: '' }, 'passwordMissing'],
  ['a name of 65 letters', { username: 'a'.repeat(65) }, 'wrongCredentials'],
  ['a password of 65 letters', { password: 'a'.repeat(65) }, 'wrongCredentials'],
  ['an unknown field', { remember: '1' }, 'fieldUnknown'],
  ['a repeated field', 'username=a&password=b&password=c', 'fieldRepeated'],
])('a sign-in with %s is refused', async (_, change, code) => {
  const phone = new Phone();
  const fields = typeof change === 'string' ? change : { username: 'Matrix02', password: 'secret99', ...change };
  const answer = await phone.post('/login/walletLogin', fields);
  expect(answer.envelope).toMatchObject({ status: false, code });
  expect(answer.setCookies).toEqual([]);
});

test('a sign-in form is as good as its fields: bodies of other kinds are refused', async () => {
  const phone = new Phone();
  for (const [kind, body] of [
    ['text/plain', 'username=a&password=b'],
    ['application/xml', '<username>a</username>'],
    ['application/json', '["username"]'],
    ['application/json', '{"username":'],
    ['application/json', '{"__proto__":{"username":"a"}}'],
  ] as const) {
    const answer = await phone.post('/login/walletLogin', body, { 'content-type': kind });
    expect(answer).toMatchObject({ status: 400, envelope: { status: false } });
  }
});

test('a lock-out says how long in the header too, and holds on the other node', async () => {
  const phone = new Phone();
  const wrong = { username: 'LockedOut1', password: 'wrong999', code: fixedAnswer };
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 5; count += 1) {
    await phone.get('/verify/code');
    phone.node = nodes[count % 2] ?? nodes[0];
    codes.push((await phone.post('/login/walletLogin', wrong)).envelope.code);
  }
  expect(codes).toEqual(Array(5).fill('wrongCredentials'));
  for (const node of nodes) {
    phone.node = node;
    const locked = await phone.post('/login/walletLogin', wrong);
    expect(locked).toMatchObject({
      status: 429,
      envelope: { code: 'signInLocked', info: expect.stringContaining('15 s') },
    });
    expect(locked.headers.get('retry-after')).toBe('15');
  }
});

test('the session cookie of one member never shows another', async () => {
  const [one, other] = [new Phone(), new Phone()];
  await one.register('Separate1');
  await other.register('Separate2');
  expect((await one.get('/user/center')).envelope.url).toMatchObject({ username: 'Separate1' });
  expect((await other.get('/user/center')).envelope.url).toMatchObject({ username: 'Separate2' });
  const both = new Phone();
  both.cookies.set('clearlot_session', `${one.cookies.get('clearlot_session')}x`);
  expect((await both.get('/user/center')).status).toBe(401);
});
