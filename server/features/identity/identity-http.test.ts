import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aDayMs, countOf, fixedAnswer } from '#server/test/identity.fixture.ts';
import { formOf, openHttpNodes, Phone } from '#server/test/identity-nodes.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';

const accounts = await openForFile(openHttpNodes);
const { database, nodes } = accounts;

test('register, be signed in, sign out, sign in again: the whole way over HTTP', async () => {
  const phone = new Phone(nodes[0]);
  expect((await phone.get('/user/loginstate')).envelope).toEqual({ status: true, info: 0, url: '' });
  const code = await phone.drawCaptcha();
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
    user: { contribute_count: 0, signin_num: 0 },
  });
  const out = await phone.get('/login/loginout');
  expect(out.envelope).toEqual({ status: true, info: 'Signed out', url: {} });
  expect(out.headers.get('clear-site-data')).toBe('"cache"');
  expect([...phone.cookies.keys()]).toContain('clearlot_device');
  expect(member.headers.get('clear-site-data')).toBeNull();
  expect((await phone.get('/user/loginstate')).envelope.info).toBe(0);
  expect([...phone.cookies.keys()]).not.toContain('clearlot_session');
  const signedIn = await phone.post('/Login/walletLogin', { username: 'traveller1', password: 'quiet99owl' });
  expect(signedIn.envelope).toEqual({ status: true, info: 'Signed in', url: { username: 'Traveller1' } });
  expect((await phone.get('/user/loginstate')).envelope.info).toBe(1);
});

test('not signed in is 401 with url 99; expired and revoked are 401 with state 401, on both nodes', async () => {
  const stranger = new Phone(nodes[0]);
  expect(await stranger.get('/user/center')).toMatchObject({
    status: 401,
    envelope: { status: false, url: 99, code: 'notSignedIn', info: 'Please sign in' },
  });
  stranger.cookies.set('clearlot_session', 'A'.repeat(43));
  expect(await stranger.get('/user/center')).toMatchObject({ status: 401, envelope: { url: 99 } });

  const phone = new Phone(nodes[0]);
  await phone.register('Expiring1');
  const stolen = new Phone(nodes[1]);
  stolen.cookies.set('clearlot_session', phone.cookies.get('clearlot_session') ?? '');
  expect((await stolen.get('/user/center')).status).toBe(200);
  await phone.get('/login/loginout');
  let answer = await stolen.get('/user/center');
  for (let look = 0; look < 2_000 && answer.status === 200; look += 1) {
    await pause(10);
    answer = await stolen.get('/user/center');
  }
  expect(answer).toMatchObject({ status: 401, envelope: { status: false, state: 401, code: 'sessionExpired' } });
  expect(answer.envelope.url).not.toBe(99);
  // Both nodes were notified, so that the member's open streams there are closed.
  const { rows } = await database.pool.query("select id from member where username = 'Expiring1'");
  for (const node of nodes) await expect.poll(() => node.ended.at(-1)).toBe(rows[0].id);

  const idle = new Phone(nodes[0]);
  await idle.register('Expiring2');
  accounts.passTime(31 * aDayMs);
  for (let look = 0; look < 2; look += 1) {
    expect((await idle.get('/user/loginstate')).envelope.info).toBe(0);
    expect(await idle.get('/user/center')).toMatchObject({ status: 401, envelope: { state: 401 } });
  }
});

test('a session that ends while a node hears nothing is ended there as well, and the node says that it missed something', async () => {
  const phone = new Phone(nodes[0]);
  await phone.register('Unheard1');
  const stolen = new Phone(nodes[1]);
  stolen.cookies.set('clearlot_session', phone.cookies.get('clearlot_session') ?? '');
  expect((await stolen.get('/user/center')).status).toBe(200);
  const missedBefore = nodes.map((node) => node.endsMissed());
  await database.owner.query('update session set ended_at = now() where ended_at is null');
  expect((await stolen.get('/user/center')).status).toBe(200);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'clearlot-bus' and datname = current_database()`,
  );
  await expect.poll(() => nodes.map((node) => node.endsMissed())).toEqual(missedBefore.map((count) => count + 1));
  expect((await stolen.get('/user/center')).envelope.code).toBe('sessionExpired');
});

test('cookies are HttpOnly, strict and for the whole site; under https they are Secure and bound to the host', async () => {
  const phone = new Phone(nodes[0]);
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
  const secure = new Phone(nodes[0], { 'x-forwarded-proto': 'https' });
  const lines = [...(await secure.get('/verify/code')).setCookies, ...(await secure.register('Cookies2')).setCookies];
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/^__Host-clearlot_(visitor|session|device)=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect((await secure.get('/user/center')).status).toBe(200);
  const out = (await secure.get('/login/loginout')).setCookies[0] ?? '';
  expect(out).toMatch(/^__Host-clearlot_session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

test('no answer about an account is kept by a cache', async () => {
  const phone = new Phone(nodes[0]);
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
  const phone = new Phone(nodes[0]);
  const name = `Cross${Math.random().toString(36).slice(2, 10)}`;
  await phone.register(name);
  expect(await phone.get('/login/loginout', headers)).toMatchObject({
    status: 403,
    envelope: { code: 'crossSiteRefused' },
  });
  expect((await phone.get('/user/center')).status).toBe(200);
  const before = await countOf(database, 'member');
  await phone.drawCaptcha();
  expect(await phone.post('/login/upregister', formOf(`${name}x`), headers)).toMatchObject({ status: 403 });
  expect(await phone.post('/login/walletLogin', { username: name, password: 'quiet99owl' }, headers)).toMatchObject({
    status: 403,
  });
  expect(await countOf(database, 'member')).toBe(before);
});

test('an origin that is not ours is refused where the browser does not say the site', async () => {
  const phone = new Phone(nodes[0]);
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
  const phone = new Phone(nodes[0]);
  await phone.register('Methods1');
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await phone.call(method, '/login/loginout')).status).toBe(404);
  }
  expect((await phone.get('/login/walletLogin')).status).toBe(404);
  expect((await phone.get('/user/center')).status).toBe(200);
});

test('a lock-out says how long in the header too, and holds on the other node', async () => {
  const phone = new Phone(nodes[0]);
  const wrong = { username: 'LockedOut1', password: 'wrong999', code: fixedAnswer };
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 5; count += 1) {
    await phone.drawCaptcha();
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
  const [one, other] = [new Phone(nodes[0]), new Phone(nodes[0])];
  await one.register('Separate1');
  await other.register('Separate2');
  expect((await one.get('/user/center')).envelope.url).toMatchObject({ username: 'Separate1' });
  expect((await other.get('/user/center')).envelope.url).toMatchObject({ username: 'Separate2' });
  const both = new Phone(nodes[0]);
  both.cookies.set('clearlot_session', `${one.cookies.get('clearlot_session')}x`);
  expect((await both.get('/user/center')).status).toBe(401);
});

test('a later page of sign-ins begins after the last one that was seen', async () => {
  const phone = new Phone(nodes[0]);
  await phone.register('Historic1');
  for (let count = 0; count < 2; count += 1) {
    await phone.get('/login/loginout');
    await phone.post('/Login/walletLogin', { username: 'Historic1', password: 'quiet99owl' });
  }
  const idsOf = async (query = '') =>
    ((await phone.get(`/account/signins${query}`)).envelope.info as { id: string }[]).map(({ id }) => id);
  await expect.poll(async () => (await idsOf()).length).toBeGreaterThan(1);
  const ids = await idsOf();
  expect(await idsOf(`?before=${ids[0]}`)).toEqual(ids.slice(1));
});
