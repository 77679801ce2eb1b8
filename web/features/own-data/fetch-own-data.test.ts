import { afterEach, expect, test, vi } from 'vitest';
import { fetchOwnData } from './fetch-own-data.ts';

afterEach(() => vi.unstubAllGlobals());

const partBytes = 100_000;

/** A body of that many parts, and how many of them were asked for. */
function bodyOf(parts: number, atEnd: (controller: ReadableStreamDefaultController) => void = (end) => end.close()) {
  const count = { sent: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (count.sent === parts) return atEnd(controller);
      count.sent++;
      controller.enqueue(new Uint8Array(partBytes).fill(count.sent));
    },
    cancel() {
      count.isCancelled = true;
    },
  });
  return { count, body };
}

const answer = (body: ReadableStream | string, init: ResponseInit = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'application/zip' }, ...init }));

test('the file of everything that is kept is read as long as the bound allows, byte for byte', async () => {
  answer(bodyOf(3).body);
  const file = await fetchOwnData('ticket', 3 * partBytes);
  expect(file.type).toBe('application/zip');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([3 * partBytes, 1, 3]);
});

test('one that is longer is broken off while it comes', async () => {
  const { count, body } = bodyOf(100);
  answer(body);
  await expect(fetchOwnData('ticket', 5 * partBytes)).rejects.toMatchObject({ name: 'ApiFailure', kind: 'tooLong' });
  expect(count.sent).toBeLessThan(12);
  expect(count.isCancelled).toBe(true);
});

test('a refusal is no file, and a connection that breaks is not blamed on the server', async () => {
  answer('{}', { status: 404 });
  await expect(fetchOwnData('ticket')).rejects.toMatchObject({ name: 'ApiFailure', kind: 'unreadable' });
  answer(bodyOf(2, (controller) => controller.error(new TypeError('network error'))).body);
  await expect(fetchOwnData('ticket')).rejects.toMatchObject({ name: 'ApiFailure', kind: 'unreachable' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchOwnData('ticket')).rejects.toMatchObject({ name: 'ApiFailure', kind: 'unreachable' });
});
