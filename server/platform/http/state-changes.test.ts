import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sampleServer } from './sample-server.fixture.ts';

const sample = sampleServer();

test.each([
  ['without the custom header', { 'x-clearlot': '' }],
  ['from another site', { 'x-clearlot': '1', 'sec-fetch-site': 'cross-site' }],
  ['from a sibling host', { 'x-clearlot': '1', 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'x-clearlot': '1', 'sec-fetch-site': 'none' }],
  ['with a foreign origin', { 'x-clearlot': '1', origin: 'https://elsewhere.example' }],
  ['with an origin that hides', { 'x-clearlot': '1', origin: 'null' }],
])('a call that changes state is refused %s, whatever its method', async (_case, headers) => {
  const before = sample.leaves;
  const read = await sample.app.inject({ url: '/api/sample/leave', headers });
  expect(read.json()).toMatchObject({ code: 'crossSiteRefused' });
  expect(read.statusCode).toBe(403);
  expect((await sample.post('amount=1&level=1', headers)).json()).toMatchObject({ code: 'crossSiteRefused' });
  expect(sample.leaves).toBe(before);
});

test('the app itself may change state, and HEAD never does', async () => {
  const own = { 'x-clearlot': '1', 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
  const before = sample.leaves;
  const answer = await sample.app.inject({ url: '/api/sample/leave', headers: own });
  expect(answer.json()).toMatchObject({ status: true });
  expect(answer.headers['set-cookie']).toMatch(/^clearlot_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(sample.leaves).toBe(before + 1);
  expect((await sample.app.inject({ method: 'HEAD', url: '/api/sample/leave', headers: own })).statusCode).toBe(404);
  expect(sample.leaves).toBe(before + 1);
});

test('of many requests in one chunk those after the one that closes their connection change nothing', async () => {
  const { port } = new URL(await sample.app.listen({ port: 0, host: '127.0.0.1' }));
  const before = sample.leaves;
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.write('GET /api/sample/leave HTTP/1.1\r\nHost: localhost\r\nX-Clearlot: 1\r\n\r\n'.repeat(40));
  await once(socket.resume(), 'close');
  const headers = { 'x-clearlot': '1' };
  // One that comes later is answered after all of them.
  expect((await sample.app.inject({ url: '/api/sample/leave', headers })).statusCode).toBe(200);
  expect(sample.leaves - before).toBeLessThanOrEqual(5);
});

test('under https a cookie is bound to its host', async () => {
  const headers = { 'x-clearlot': '1', 'x-forwarded-proto': 'https' };
  const answer = await sample.app.inject({ url: '/api/sample/leave', headers });
  expect(answer.headers['set-cookie']).toMatch(/^__Host-clearlot_session=; .*Secure/);
});

test('an idempotency key reaches the handler, one of a wrong form does not', async () => {
  expect((await sample.post('amount=1&level=1', { 'idempotency-key': 'abcd-1234' })).json().url.key).toBe('abcd-1234');
  for (const key of ['short', 'x'.repeat(129), 'with space', '']) {
    expect((await sample.post('amount=1&level=1', { 'idempotency-key': key })).json().code).toBe(
      'idempotencyKeyInvalid',
    );
  }
  // A call that moves no money takes none.
  const read = { url: '/api/sample/echo/ETH/time/', headers: { 'idempotency-key': 'short' } };
  expect((await sample.app.inject(read)).statusCode).toBe(200);
});

test('without a key a member has one money call at a time, beside those of others, with keys as many as wanted', async () => {
  sample.isHeld = true;
  const first = sample.post('amount=1&level=1');
  await expect.poll(() => sample.release).not.toBeNull();
  const second = await sample.post('amount=1&level=1');
  expect(second.json()).toMatchObject({ code: 'requestInProgress' });
  expect(second.statusCode).toBe(409);
  sample.isHeld = false;
  expect((await sample.post('amount=1&level=1', { 'idempotency-key': 'abcd-1234' })).json().status).toBe(true);
  const ofAnother = await sample.post('amount=1&level=1', { cookie: 'clearlot_session=another' });
  expect(ofAnother.json()).toMatchObject({ status: true });
  sample.release?.();
  expect((await first).json().status).toBe(true);
  expect((await sample.post('amount=1&level=1')).json().status).toBe(true);
});
