import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getLoginState, signIn } from '#contract/identity.ts';
import { getQuota } from '#contract/plans-offer.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { serverWallNow } from '../product-clock.ts';
import { session } from '../session/session.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { call, callBytesMax, callForResult } from './call.ts';
import { preloadReads } from './preload.ts';
import { problemText } from './problem-text.ts';
import { shouldRetry } from './query-client.ts';
import { ApiFailure, ApiRefusal, SessionOver } from './refusal.ts';

function respondWith(body: unknown, status = 200): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
}

const ends: string[] = [];
let stop = () => {};

beforeEach(() => {
  session.setLocale('en');
  session.signIn('satoshi7');
  ends.length = 0;
  stop = onSessionEnd((end) => ends.push(end));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('a response is decoded by the contract into domain names and exact amounts', async () => {
  respondWith({
    status: true,
    info: '',
    url: { banlance: '2450.000000', financial: '300.000000', spot: '2150.000000' },
  });
  expect(await call(getQuota, {})).toEqual({
    authorization: 2_450_000_000n,
    locked: 300_000_000n,
    available: 2_150_000_000n,
  });
});

test('a response in `info` is read from there', async () => {
  respondWith({ status: true, info: 0, url: '' });
  expect(await call(getLoginState, {})).toBe(false);
});

test('an answer, refused as well, says what the server’s wall clock shows, for the waits that end by it', async () => {
  const date = 'Mon, 01 Jun 2026 12:00:00 GMT';
  vi.stubGlobal('fetch', async () => new Response('no answer', { headers: { date } }));
  await expect(call(getLoginState, {})).rejects.toThrow(ApiFailure);
  expect(Math.floor(serverWallNow() / 60_000)).toBe(Date.parse(date) / 60_000);
});

test('the confirmation message is returned with the value', async () => {
  respondWith({ status: true, info: 'Signed in', url: { username: 'satoshi7' } });
  expect(await callForResult(signIn, { username: 'satoshi7', password: 'abc123' })).toEqual({
    value: { username: 'satoshi7' },
    message: 'Signed in',
  });
});

test('a refusal has its code and the server’s message, whatever its HTTP status', async () => {
  respondWith({ status: false, info: 'The account or the password is wrong', url: '', code: 'wrongCredentials' }, 422);
  const refusal = await call(signIn, { username: 'satoshi7', password: 'x' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiRefusal);
  expect(refusal).toMatchObject({ code: 'wrongCredentials', info: 'The account or the password is wrong' });
});

test('url 99 ends the session as not signed in', async () => {
  respondWith({ status: false, info: 'Please sign in', url: 99, code: 'notSignedIn' }, 401);
  await expect(call(getQuota, {})).rejects.toBeInstanceOf(SessionOver);
  expect([session.username(), ends]).toEqual([null, ['notSignedIn']]);
});

test('state 401 ends the session as expired, notifying once for concurrent calls', async () => {
  respondWith({ status: false, info: '', url: '', code: 'sessionExpired', state: 401 }, 401);
  await Promise.allSettled([call(getQuota, {}), call(getQuota, {}), call(getQuota, {})]);
  expect([session.username(), ends]).toEqual([null, ['expired']]);
});

test('a refusal because another member signed in meanwhile leaves the page with the account that it shows, which goes on being sent', async () => {
  respondWith({ status: false, info: 'Another account', url: '', code: 'otherAccount' }, 409);
  await expect(call(getQuota, {})).rejects.toBeInstanceOf(SessionOver);
  expect([session.username(), ends]).toEqual(['satoshi7', ['otherAccount']]);
  const sent = vi.fn(async (_address: string, _init: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', sent);
  await call(getQuota, {}).catch(() => undefined);
  expect(sent.mock.calls[0]?.[1].headers).toMatchObject({ 'x-clearlot-account': 'satoshi7' });
});

test.each([
  ['not JSON', '<html>'],
  ['no envelope', { hello: 1 }],
  ['a response outside of the contract', { status: true, info: '', url: { banlance: '1e3' } }],
])('%s is a failure, never a partial result', async (_name, body) => {
  respondWith(body);
  const failure = await call(getQuota, {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ kind: 'unreadable' });
});

test.each([
  ['a page', '<h1>Bad gateway</h1>'],
  ['nothing', ''],
])(
  '%s of a proxy whose server is away is no newer version of the app: the server is not reached, and a read is repeated',
  async (_name, body) => {
    respondWith(body, 502);
    const failure = await call(getQuota, {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ApiFailure', kind: 'unreachable' });
    expect(shouldRetry(0, failure)).toBe(true);
    respondWith(body, 200);
    await expect(call(getQuota, {})).rejects.toMatchObject({ kind: 'unreadable' });
  },
);

test('a call that its caller breaks off ends with the caller’s reason, and not as a lost connection', async () => {
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason))),
  );
  const leaving = new AbortController();
  const left = call(getQuota, {}, { signal: leaving.signal });
  leaving.abort(new Error('the page was left'));
  await expect(left).rejects.toThrow('the page was left');
});

test('a call that gets no answer in time is a failure of its own kind', async () => {
  const given = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal);
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason))),
  );
  const waiting = call(getQuota, {});
  given.abort(new DOMException('too late', 'TimeoutError'));
  await expect(waiting).rejects.toMatchObject({ name: 'ApiFailure', kind: 'timeout' });
  vi.restoreAllMocks();
});

test('a letter that two parts of an answer share is read whole', async () => {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ status: false, info: '金額が大きすぎます', url: '', code: 'amountInvalid' }),
  );
  const cut = bytes.findIndex((byte) => byte > 0x7f) + 1;
  const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
  const slow = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(slow));
  await expect(call(getQuota, {})).rejects.toMatchObject({ info: '金額が大きすぎます' });
});

test('an unreachable network is a failure of its own kind', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call(getQuota, {})).rejects.toMatchObject({ kind: 'unreachable' });
});

test.each(['asked for', 'preloaded'])(
  'an answer that does not end, %s, is broken off while it comes, and the member is told',
  async (how) => {
    let sent = 0;
    const cancel = vi.fn();
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000).fill(0x20));
      },
      cancel,
    });
    vi.stubGlobal('fetch', async () => new Response(endless));
    if (how === 'preloaded') preloadReads(['/api/User/balance'], 'en');
    const failure = await call(getQuota, {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ApiFailure', kind: 'tooLong' });
    expect(sent).toBeLessThanOrEqual(callBytesMax + 3_000_000);
    expect(cancel).toHaveBeenCalledOnce();
    await localeStore.load();
    expect(problemText(failure)).toBe('The answer was far too long and was broken off.');
  },
);
