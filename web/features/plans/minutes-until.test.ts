import { expect, test } from 'vitest';
import type { PlanProof } from '#contract/plans-proof.ts';
import { minutesMax } from '#contract/proofs.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { minutesUntil } from './minutes-until.ts';

type Rows = PlanProof['candles'];

const minuteMs = 60_000;
const dayMs = 86_400_000;
const rows = (from: number, count: number, step = minuteMs): Rows =>
  Array.from({ length: count }, (_, place) => [from + place * step, 1, 1, 1, 1, 1]);

/** Counts the requests; a loop without an end is stopped by the test, not by its time. */
function serverOf(pageFrom: (from: number) => Rows) {
  const server = { asked: 0 };
  const getMinutes = async (from: number) => {
    server.asked++;
    if (server.asked > 2_000) throw new Error('asked without an end');
    return pageFrom(from);
  };
  return { server, getMinutes };
}

test('minutes of a span are read page by page: up to its end, or as far as there are any', async () => {
  const { server, getMinutes } = serverOf((from) => rows(Math.ceil(from / minuteMs) * minuteMs, minutesMax));
  expect(await minutesUntil(getMinutes, 0, 2_500 * minuteMs)).toEqual(rows(0, 2_500));
  expect(server.asked).toBe(3);
  const ended = serverOf((from) => (from === 0 ? rows(0, 7) : []));
  expect(await minutesUntil(ended.getMinutes, 0, 2_500 * minuteMs)).toEqual(rows(0, 7));
});

test('the minutes of the longest plan that terms allow are within the bound', async () => {
  // The newest of a page's minutes alone: what stands before it changes no request.
  const { server, getMinutes } = serverOf((from) => rows(Math.ceil(from / minuteMs + 999) * minuteMs, 1));
  await minutesUntil(getMinutes, 0, (48 + 288 + 7) * dayMs);
  expect(server.asked).toBe(Math.ceil(((48 + 288 + 7) * 1_440) / minutesMax));
});

test.each([
  ['the same page again and again', 2, () => rows(0, minutesMax)],
  ['pages of minutes before those that were asked for', 1, (from: number) => rows(from - dayMs, 10)],
  ['a page that is longer than pages are', 1, (from: number) => rows(from, minutesMax + 1)],
  ['a minute every millisecond', 528, (from: number) => rows(from, 1, 1)],
])(
  'a server that sends %s is refused with a message, after a bounded number of requests',
  async (_, requests, pageFrom) => {
    const { server, getMinutes } = serverOf(pageFrom);
    await expect(minutesUntil(getMinutes, 5, 8 * dayMs)).rejects.toBeInstanceOf(AnswerRefused);
    expect(server.asked).toBe(requests);
  },
);
