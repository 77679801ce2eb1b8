import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answerBytesMax } from '#web/platform/api/bounded-call.ts';
import { session } from '#web/platform/session/session.ts';
import { useGetReplayDay } from './replay.ts';

beforeAll(() => session.setLocale('en'));
afterEach(() => vi.unstubAllGlobals());

test('a played day is read up to its own bound of bytes, and no further', async () => {
  const proof = new URL('../../../public/verify/plan-replay.v1.json', import.meta.url);
  const { reveal, candles } = JSON.parse(readFileSync(proof, 'utf8'));
  const body = JSON.stringify({ status: true, info: '', url: { reveal, candles } }).padEnd(answerBytesMax.replayDay);
  const read = (text: string) => {
    vi.stubGlobal('fetch', async () => new Response(text));
    return useGetReplayDay()('ETH', 4);
  };
  expect((await read(body)).candles).toEqual(candles);
  await expect(read(`${body} `)).rejects.toMatchObject({ name: 'AnswerRefused' });
});
