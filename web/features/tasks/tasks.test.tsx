import { beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import type { listTasks } from '#contract/tasks.ts';
import { linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { EnvelopeCard } from './envelope-card.tsx';
import { FreeActivation } from './free-activation.tsx';
import { SumCard } from './sum-card.tsx';
import { TaskList } from './task-list.tsx';

beforeAll(() => useLanguage('en'));

type Listed = OutputOf<typeof listTasks>;
const listed = {
  tasks: [
    { task: 'checkedIn', points: 100, state: 'collected' },
    { task: 'helpRead', points: 116, state: 'open' },
    { task: 'planSettled', points: 200, state: 'waiting' },
    { task: 'donated', points: 150, state: 'done' },
  ],
  before: [{ task: 'resultVerified', points: 75 }],
  ...{ endsAt: new Date(2026, 4, 2).getTime(), promotion: 1_432, weight: 30 },
} as unknown as Listed;

test('the envelope gives what is done of today and of the day before, and says what the member has', () => {
  expect(wordsOf(<EnvelopeCard listed={listed} />)).toMatch(/225.*1,432/);
  expect(markupOf(<EnvelopeCard listed={listed} />)).not.toContain('disabled=""');
  const empty = { ...listed, tasks: listed.tasks.slice(0, 3), before: [] };
  expect(markupOf(<EnvelopeCard listed={empty} />)).toContain('disabled=""');
  expect(wordsOf(<EnvelopeCard listed={empty} />)).not.toContain('225');
  const all = { ...empty, tasks: listed.tasks.slice(0, 1) };
  expect(wordsOf(<EnvelopeCard listed={all} />)).not.toBe(wordsOf(<EnvelopeCard listed={empty} />));
});

test('a task shows how it is done and leads there until it is; what is left of the day before stands below', () => {
  const words = wordsOf(<TaskList listed={listed} />);
  expect(words).toMatch(/\+100.*\+116.*\+200.*\+150.*\+75$/);
  expect(words).toContain('May 2, 00:00');
  expect(linksOf(<TaskList listed={listed} />)).toEqual(['/faq', '/orders']);
  const states = [...markupOf(<TaskList listed={listed} />).matchAll(/data-task="(\w+)" data-state="(\w+)"/g)];
  expect(states.map(([, task, state]) => `${task} ${state}`)).toEqual([
    'checkedIn collected',
    'helpRead open',
    'planSettled waiting',
    'donated done',
  ]);
  const every = ['checkedIn', 'helpRead', 'resultVerified', 'planPlaced', 'planSettled', 'donated'];
  const open = { ...listed, before: [], tasks: every.map((task) => ({ task, points: 1, state: 'open' })) } as never;
  expect(linksOf(<TaskList listed={open} />)).toEqual([
    ...['/homeTab?checkIn', '/faq', '/jiaoyizhongxin', '/tab1', '/orders', '/singing'],
  ]);
});

test('the sums of a day and of 360 days are those of the specification', () => {
  expect(wordsOf(<SumCard />)).toMatch(/716/);
  expect(wordsOf(<SumCard />)).toMatch(/257,760/);
});

test('what the envelope has given of the weight score is a share of its most', () => {
  expect(wordsOf(<FreeActivation weight={30} />)).toContain('30 of 1,000 points');
  expect(markupOf(<FreeActivation weight={30} />)).toContain('width:3%');
});
