import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#web/platform/session/session.ts';
import { readTranscript } from './read-transcript.ts';

beforeAll(() => session.setLocale('en'));
afterEach(() => vi.unstubAllGlobals());

const message = (position: number) => ({
  ...{ position, id: `message-${position}`, conversation: 3, author: 'member', text: `text ${position}` },
  ...{ image: null, pin: null, articles: [], at: '2026-06-07T01:00:00.000Z' },
});

test('a transcript is read part by part to its end, each turned to text before the next one is asked for', async () => {
  const steps: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://clearlot.test');
    const after = Number(searchParams.get('after') ?? 0);
    steps.push(`asks ${searchParams.get('conversation')} after ${after}`);
    const conversation = { number: 3, openedAt: '2026-06-07T01:00:00.000Z', closedAt: null, stars: null };
    const messages = [1, 2].map((place) => message(after + place));
    const url = { conversation, messages, next: after < 4 ? after + 2 : null };
    return new Response(JSON.stringify({ status: true, info: '', url }));
  });
  const texts = await readTranscript(3, (messages) => {
    const text = messages.map((one) => one.text).join(', ');
    steps.push(`writes ${text}`);
    return text;
  });
  expect(texts).toEqual(['text 1, text 2', 'text 3, text 4', 'text 5, text 6']);
  expect(steps).toEqual([
    ...['asks 3 after 0', 'writes text 1, text 2', 'asks 3 after 2', 'writes text 3, text 4'],
    ...['asks 3 after 4', 'writes text 5, text 6'],
  ]);
});

test('parts that lead back, or to no end, are refused', async () => {
  let asked = 0;
  const read = (nextOf: (after: number) => number) => {
    asked = 0;
    vi.stubGlobal('fetch', async (address: string) => {
      if (asked++ > 2_000) throw new Error('asked without an end');
      const after = Number(new URL(address, 'http://clearlot.test').searchParams.get('after') ?? 0);
      const conversation = { number: 3, openedAt: '2026-06-07T01:00:00.000Z', closedAt: null, stars: null };
      const url = { conversation, messages: [], next: nextOf(after) };
      return new Response(JSON.stringify({ status: true, info: '', url }));
    });
    return readTranscript(3, () => '');
  };
  await expect(read(() => 4)).rejects.toThrow('unreadable');
  expect(asked).toBe(2);
  await expect(read((after) => after + 1)).rejects.toThrow('unreadable');
  expect(asked).toBe(200);
});
