// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { listLevels } from '#contract/plans-offer.ts';
import { listComingLevels, listWeightEntries, type WeightEntry } from '#contract/weight.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { invalidatePaths } from '#web/platform/api/read-key.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { ComingLevels } from './coming-levels.tsx';
import { EntryList } from './entry-list.tsx';
import { WeightLadder } from './weight-ladder.tsx';

const databases = memoryDatabases();

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  session.signIn('member01');
});
afterEach(() => databases.forget());

const at = new Date(2026, 4, 1, 10).getTime();

const unmeasured = {
  ...{ expectedMin: null, expectedMax: null, expectedMean: null, samples: 0, hours: 0, shareLost: null },
  ...{ shareFlat: null, shareEarned: null, pairs: null, pairsLosing: null, pairsLosingWithoutFees: null },
  ...{ maximumLoss: 1, maximumProfit: 1, lockedBy: null },
};
const levels = levelsAt(at).map((level) => ({ ...level, ...level.terms, ...unmeasured })) as OutputOf<
  typeof listLevels
>;

/** So many entries of 10 points, newest first. */
const entriesOf = (count: number, points = 10): WeightEntry[] =>
  Array.from({ length: count }, (_, place) => ({
    ...{ id: `checkedIn.D${count - place}`, kind: 'checkedIn', reference: 'D', points, rule: 1 },
    ...{ score: (count - place) * points, at: at + (count - place) * 3_600_000 },
  }));

function serverOf(entries: readonly WeightEntry[]) {
  const server = fakeServer();
  server.answer(listWeightEntries, { score: entries[0]?.score ?? 0, entries: [...entries] });
  return server;
}

async function shownAgain() {
  queryClient.clear();
  return mount(<EntryList />);
}

test('entries are compared with those that this phone has seen: the first look keeps them, the next says since when', async () => {
  serverOf(entriesOf(3));
  const first = mount(<EntryList />);
  await expect.poll(() => first.container.textContent).toContain('This phone had seen none of them before');
  first.unmount();
  serverOf(entriesOf(4));
  const second = await shownAgain();
  await expect.poll(() => second.container.textContent).toContain('as this phone has seen them since May 1, 11:00');
  second.unmount();

  serverOf(entriesOf(4, 9));
  const changed = await shownAgain();
  const alert = await changed.page.findByRole('alert');
  expect(alert.textContent).toContain('These entries are not those that this phone has seen');
  expect(alert.querySelector('li')?.textContent).toMatch(/^checkedIn\.D4 was changed: 10, \S+ → 9, \S+$/);
  changed.unmount();

  serverOf(entriesOf(4).filter(({ id }) => id !== 'checkedIn.D2'));
  const missing = await shownAgain();
  expect((await missing.page.findByRole('alert')).textContent).toContain('checkedIn.D2 is gone:');
  missing.unmount();
  serverOf(entriesOf(4).map((entry, place) => (place === 1 ? { ...entry, score: 31 } : entry)));
  const broken = await shownAgain();
  expect((await broken.page.findByRole('alert')).textContent).toContain('is not the sum:');
});

test('entries that change on the open page are compared again, also where score and number stay', async () => {
  const server = serverOf(entriesOf(3));
  const { page, container } = mount(<EntryList />);
  await expect.poll(() => container.textContent).toContain('They add up');
  const [newest, middle, oldest] = entriesOf(3) as [WeightEntry, WeightEntry, WeightEntry];
  const changed = [{ ...newest, points: 15 }, { ...middle, points: 5, score: 15 }, oldest];
  server.answer(listWeightEntries, { score: 30, entries: changed });
  await act(() => invalidatePaths(queryClient, new Set([listWeightEntries.path])));
  await expect.poll(() => container.textContent).toContain('+15');
  expect((await page.findByRole('alert')).textContent).toContain(
    'These entries are not those that this phone has seen',
  );
});

test('a browser that keeps nothing says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  serverOf(entriesOf(1));
  const { container } = mount(<EntryList />);
  await expect.poll(() => container.textContent).toContain('This browser keeps no data');
});

test('entries come by pages, the check with them; without any the page leads to the tasks, and a failure can be tried again', async () => {
  const server = fakeServer();
  server.refuse(listWeightEntries, 'internalError', 'Something failed');
  const { page, user, container, unmount } = mount(<EntryList />);
  await page.findByText('Something failed');
  const all = entriesOf(22);
  server.answerBy(listWeightEntries, ({ fields }) => {
    return { score: 220, entries: fields.before ? all.slice(20) : all.slice(0, 20) };
  });
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toContain('This phone had seen none of them before');
  await user.click(await page.findByText('Show earlier entries'));
  await expect.poll(() => container.querySelectorAll('li').length).toBe(22);
  expect(server.requestsTo(listWeightEntries).at(-1)?.fields).toEqual({ before: 'checkedIn.D3' });
  await expect.poll(() => container.textContent).toMatch(/They add up|as this phone has seen/);
  expect(page.queryByRole('alert')).toBeNull();
  unmount();
  serverOf([]);
  const empty = await shownAgain();
  await user.click(await page.findByRole('button', { name: 'Today’s tasks and the red envelope' }));
  expect(empty.went).toEqual(['/hongbao']);
});

test('the ladder says what is open, what is next, and waits for what it is drawn from', async () => {
  const server = serverOf(entriesOf(1, 100));
  server.refuse(listLevels, 'internalError', 'No levels');
  const { page, user, container } = mount(<WeightLadder />);
  await page.findByText('No levels');
  expect(container.textContent).toContain('Activated');
  server.answer(listLevels, levels);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toMatch(/more points? and .* USDT available open level 2/);
  expect(container.querySelector('li[aria-current=step]')?.textContent).toContain('You are here');
  expect(container.querySelectorAll('li[aria-current=step]')).toHaveLength(1);
});

test('whose score opens everything is told so, and who has none is not activated', async () => {
  const server = serverOf([{ ...(entriesOf(1)[0] as WeightEntry), score: 1_000_000 }]);
  server.answer(listLevels, levels);
  server.answer(listComingLevels, []);
  const { container, unmount } = mount(
    <>
      <WeightLadder />
      <ComingLevels />
    </>,
  );
  await expect.poll(() => container.textContent).toContain('Every level is open');
  expect(container.textContent).not.toContain('Decided for later');
  unmount();
  queryClient.clear();
  server.answer(listWeightEntries, { score: 0, entries: [] });
  const none = mount(<WeightLadder />);
  await expect.poll(() => none.container.textContent).toContain('Not activated yet');
});
