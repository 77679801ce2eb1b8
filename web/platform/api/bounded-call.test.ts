import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getMinutes } from '#contract/proofs.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { session } from '../session/session.ts';
import { answerBytesMax, callBounded } from './bounded-call.ts';

beforeAll(() => session.setLocale('en'));
afterEach(() => vi.unstubAllGlobals());

const bytesMax = answerBytesMax.minutes;
const load = () => callBounded(getMinutes, { name: 'BTC', from: '0' }, { bytesMax });
const bodyOf = (info: unknown) => JSON.stringify({ status: true, url: '', info });
const rows = Array.from({ length: 1_000 }, (_, minute) => [
  1_700_000_000_000 + minute * 60_000,
  ...[12_345.123_456_789, 12_345.123_456_789, 12_345.123_456_789, 12_345.123_456_789, 12_345_678.123_456_789],
]);

test('a page of the longest honest minutes is read, with half of the bound to spare', async () => {
  vi.stubGlobal('fetch', async () => new Response(bodyOf(rows)));
  expect(await load()).toEqual(rows);
  expect(bodyOf(rows).length).toBeLessThan(bytesMax / 2);
});

test('an answer that does not end is broken off while it comes', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 100_000;
      controller.enqueue(new Uint8Array(100_000).fill(0x20));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(endless));
  await expect(load()).rejects.toMatchObject({ name: 'AnswerRefused', message: `> ${bytesMax} B` });
  expect(sent).toBeLessThanOrEqual(bytesMax + 300_000);
});

test('a server that does not answer in time is not said to have answered wrongly', async () => {
  const given = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal);
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason))),
  );
  const leaving = new AbortController();
  const input = { name: 'BTC', from: '0' };
  const failed: unknown[] = [];
  for (const each of [load(), callBounded(getMinutes, input, { bytesMax, signal: leaving.signal })]) {
    each.catch((error: unknown) => failed.push(error));
  }
  given.abort(new DOMException('too late', 'TimeoutError'));
  const timeout = { name: 'ApiFailure', kind: 'timeout' };
  await expect.poll(() => failed).toMatchObject([timeout, timeout]);
  vi.restoreAllMocks();
  const left = callBounded(getMinutes, input, { bytesMax, signal: leaving.signal });
  leaving.abort(new DOMException('the page was left', 'AbortError'));
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
});

test('what is not of the contract’s form is refused with its place, and a network that fails is not blamed on the server', async () => {
  vi.stubGlobal('fetch', async () => new Response(bodyOf([[1, 2, 3]])));
  await expect(load()).rejects.toMatchObject({ name: 'AnswerRefused', message: '0: too_small' });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(load()).rejects.toMatchObject({ name: 'ApiFailure', kind: 'unreachable' });
});

test('text that is no JSON is refused, and the page of a proxy whose server is away is not blamed on the server', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Proof</h1>'));
  await expect(load()).rejects.toMatchObject({ name: 'AnswerRefused', message: expect.stringContaining('JSON') });
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(load()).rejects.toMatchObject({ name: 'ApiFailure', kind: 'unreachable' });
});

test('a refusal is of the language that was asked in, though another is chosen before it arrives', async () => {
  await localeStore.choose('en');
  const refusal = { status: false, info: 'There is no such coin', url: '', code: 'coinUnknown' };
  vi.stubGlobal('fetch', async () => {
    await localeStore.choose('vnf');
    return new Response(JSON.stringify(refusal));
  });
  await expect(load()).rejects.toMatchObject({ info: 'There is no such coin', locale: 'en' });
  await localeStore.choose('en');
});
