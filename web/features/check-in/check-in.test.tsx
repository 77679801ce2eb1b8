import { afterEach, beforeAll, expect, test } from 'vitest';
import { type CheckInDay, getWeek } from '#contract/check-in.ts';
import { getMember } from '#contract/profile.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { CheckInDot } from './check-in-dot.tsx';
import { CheckInSheet } from './check-in-sheet.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const points = [1, 5, 10, 20, 30, 40, 50];
const week = (today: number, done: readonly number[]): CheckInDay[] =>
  points.map((each, index) => ({
    ...{ weekday: index + 1, points: each, isToday: index + 1 === today, isCheckedIn: done.includes(index + 1) },
  })) as CheckInDay[];

const sheet = <CheckInSheet open onClose={() => undefined} />;

test('each day of the week shows its points and whether it was checked in on, and today can be until it is', () => {
  answer(getWeek, {}, week(3, [1]));
  answer(getMember, {}, { assistance: 270 } as never);
  const words = wordsOf(sheet);
  expect(words).toMatch(/Mon \+1 .*Tue \+5 .*Wed \+10 .*Thu \+20 .*Fri \+30 .*Sat \+40 .*Sun \+50/);
  expect(words).toContain('270');
  expect(markupOf(sheet)).not.toContain('disabled=""');
  const cells = markupOf(sheet).match(/<li class="[^"]*cell[^"]*"[^>]*>/g) ?? [];
  expect(cells.map((cell) => [cell.includes('signed'), cell.includes('aria-current')])).toEqual([
    ...[
      [true, false],
      [false, false],
      [false, true],
    ],
    ...Array(4).fill([false, false]),
  ]);
  answer(getWeek, {}, week(3, [1, 3]));
  expect(markupOf(sheet)).toContain('disabled=""');
});

test('a member who has no points yet reads 0, and none before that is known', () => {
  answer(getWeek, {}, week(3, [1]));
  expect(wordsOf(sheet)).not.toMatch(/Your assistance points \d/);
  answer(getMember, {}, { assistance: 0 } as never);
  expect(wordsOf(sheet)).toMatch(/Your assistance points 0 /);
});

test('a dot stands while today’s check-in is open', () => {
  expect(markupOf(<CheckInDot />)).toBe('');
  answer(getWeek, {}, week(3, [1]));
  expect(markupOf(<CheckInDot />)).toContain('dot');
  answer(getWeek, {}, week(3, [3]));
  expect(markupOf(<CheckInDot />)).toBe('');
});
