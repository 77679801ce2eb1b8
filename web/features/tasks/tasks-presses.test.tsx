// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { beginReading, collectTasks, finishReading, listTasks, reportVerification } from '#contract/tasks.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { EnvelopeCard } from './envelope-card.tsx';
import { FreeActivation } from './free-activation.tsx';
import { HelpReading } from './help-reading.tsx';
import { useListTasks, useReportVerification } from './queries.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

type Listed = OutputOf<typeof listTasks>;
const listed: Listed = {
  ...{ day: '2026-05-01', endsAt: 0, promotion: 1_432, weight: 30, before: [{ task: 'donated', points: 75 }] },
  tasks: [
    { task: 'checkedIn', points: 100, state: 'done' },
    { task: 'helpRead', points: 116, state: 'open' },
  ],
};
const collected: Listed = { ...listed, before: [], tasks: [{ task: 'checkedIn', points: 100, state: 'collected' }] };

function Envelope() {
  const { data } = useListTasks();
  return data ? <EnvelopeCard listed={data} /> : null;
}

test('the envelope is opened once: what it gave is said and celebrated, the tasks are read again, and then it is empty', async () => {
  const server = fakeServer();
  server.answer(listTasks, listed);
  const { page, user, toast, container } = mount(<Envelope />);
  const open = () => page.getByRole<HTMLButtonElement>('button', { name: 'Open the envelope' });
  await page.findByText('175 points are ready');
  expect(container.querySelectorAll('i')).toHaveLength(0);
  server.refuse(collectTasks, 'serverBusy', 'The server is busy');
  await user.click(open());
  await expect.poll(toast).toBe('The server is busy');
  expect(container.querySelectorAll('i')).toHaveLength(0);
  const held = server.hold(collectTasks, { points: 175, weight: 4, collected: ['checkedIn', 'donated'] });
  await user.click(open());
  await user.click(open());
  server.answer(listTasks, collected);
  held.release();
  await expect.poll(toast).toBe('Collected: 175 points and 4 of the weight score');
  expect(container.querySelectorAll('i')).toHaveLength(14);
  await page.findByText('Today’s tasks are all collected');
  expect(open().disabled).toBe(true);
  expect(container.querySelector('svg')?.getAttribute('class')).toMatch(/opened/);
  const [busy, sent, ...more] = server.requestsTo(collectTasks);
  expect(sent?.idempotencyKey).toBe(busy?.idempotencyKey);
  expect(sent?.idempotencyKey).toMatch(/^[\w-]{8,}$/);
  expect(more).toEqual([]);
});

test('what was collected on another page already gives nothing more, which is said and not celebrated', async () => {
  const server = fakeServer();
  server.answer(listTasks, listed);
  server.answer(collectTasks, { points: 0, weight: 0, collected: [] });
  const { page, user, toast, container, rerender } = mount(<EnvelopeCard listed={listed} />);
  await user.click(page.getByRole('button', { name: 'Open the envelope' }));
  await expect.poll(toast).toBe('These were collected already');
  expect(container.querySelectorAll('i')).toHaveLength(0);
  expect(container.querySelector('svg')?.getAttribute('class')).not.toMatch(/opened/);
  rerender(<FreeActivation weight={40} />);
  expect(page.getByRole('link').getAttribute('href')).toBe('/rule');
});

const reading = { reading: 'reading.0001', seconds: 3 };

/** A page whose time a test lets pass. */
function openedText() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(listTasks, listed);
  server.answer(beginReading, reading);
  server.answer(finishReading, { isNew: true });
  return server;
}

const press = (name: string): void =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();

test('a help text counts down while it is seen, is reported once at the end, and the tasks are read again', async () => {
  const server = openedText();
  const { container } = mount(<HelpReading id="deposits" />);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => container.textContent).toBe('Keep reading: 3 s more and this counts as today’s task');
  await vi.advanceTimersByTimeAsync(1_100);
  await expect.poll(() => container.textContent).toContain('2 s more');
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => container.textContent).toContain('2 s more');
  expect(server.requestsTo(finishReading)).toEqual([]);
  hidden.mockRestore();
  const reads = server.requestsTo(listTasks).length;
  server.answer(listTasks, { ...listed, tasks: [{ task: 'helpRead', points: 116, state: 'done' }] });
  await vi.advanceTimersByTimeAsync(2_100);
  await expect.poll(() => container.textContent).toBe('Read: this counts as today’s task');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => container.textContent).toBe('Read: this counts as today’s task');
  expect(server.requestsTo(beginReading).map(({ fields }) => fields)).toEqual([{ id: 'deposits' }]);
  expect(server.requestsTo(finishReading).map(({ fields }) => fields)).toEqual([{ reading: 'reading.0001' }]);
  expect(server.requestsTo(listTasks).length).toBeGreaterThan(reads);
});

test('nothing is counted where the task is done, or for a text that there is not', async () => {
  const server = openedText();
  server.answer(listTasks, { ...listed, tasks: [{ task: 'helpRead', points: 116, state: 'collected' }] });
  const done = mount(<HelpReading id="deposits" />);
  await vi.advanceTimersByTimeAsync(100);
  expect(done.container.textContent).toBe('');
  expect(server.requestsTo(beginReading)).toEqual([]);
  done.unmount();
  server.answer(listTasks, listed);
  server.refuse(beginReading, 'helpUnknown', 'There is no such text');
  queryClient.clear();
  const unknown = mount(<HelpReading id="nothing" />);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => server.requestsTo(beginReading)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(unknown.container.textContent).toBe('');
});

test('a report that fails is sent again on demand; an opening that the server knows no more is begun anew', async () => {
  const server = openedText();
  server.refuse(finishReading, 'serverBusy', 'The server is busy');
  const { container, page } = mount(<HelpReading id="deposits" />);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => container.textContent).toContain('3 s more');
  await vi.advanceTimersByTimeAsync(3_100);
  await expect.poll(() => page.queryByRole('alert')?.textContent).toBe('The server is busy');
  server.refuse(finishReading, 'readingUnknown', 'This text was opened too long ago');
  press('Try again');
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => page.queryByRole('alert')?.textContent).toBe('This text was opened too long ago');
  expect(server.requestsTo(beginReading)).toHaveLength(1);
  server.answer(beginReading, { ...reading, reading: 'reading.0002' });
  server.answer(finishReading, { isNew: true });
  press('Try again');
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => page.queryByRole('alert')).toBeNull();
  await expect.poll(() => container.textContent).toContain('3 s more');
  // The count of the opening before has ended.
  await vi.advanceTimersByTimeAsync(1_100);
  await expect.poll(() => container.textContent).toContain('2 s more');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => container.textContent).toContain('Read: this counts');
  expect(server.requestsTo(finishReading).map(({ fields }) => fields.reading)).toEqual([
    ...['reading.0001', 'reading.0001', 'reading.0002'],
  ]);
});

test('an opening that fails is begun again on demand', async () => {
  const server = openedText();
  server.refuse(beginReading, 'serverBusy', 'The server is busy');
  const { container, page } = mount(<HelpReading id="deposits" />);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => page.queryByRole('alert')?.textContent).toBe('The server is busy');
  server.answer(beginReading, reading);
  press('Try again');
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => container.textContent).toContain('3 s more');
});

function Verifying() {
  const report = useReportVerification();
  useListTasks();
  return (
    <button type="button" onClick={() => report({ round: 5_000_000, computed: 'ab'.repeat(32) })}>
      Verify
    </button>
  );
}

test('a result that was verified is reported; only that the server has another one is said', async () => {
  const server = fakeServer();
  server.answer(listTasks, listed);
  server.refuse(reportVerification, 'serverBusy', 'The server is busy');
  const { user, page, toast } = mount(<Verifying />);
  const verify = async () => user.click(page.getByRole('button'));
  await verify();
  await expect.poll(() => server.requestsTo(reportVerification).length).toBe(1);
  server.answer(reportVerification, { isNew: true });
  const reads = server.requestsTo(listTasks).length;
  await verify();
  await expect.poll(() => server.requestsTo(listTasks).length).toBe(reads + 1);
  expect(toast()).toBe('');
  server.refuse(reportVerification, 'resultDiffers', 'The server has another result');
  await verify();
  await expect.poll(toast).toBe('The server has another result');
  expect(server.requestsTo(reportVerification)[0]?.fields).toEqual({ round: '5000000', computed: 'ab'.repeat(32) });
});

test('the tasks are read again every minute: a day can begin meanwhile', async () => {
  const server = openedText();
  mount(<Envelope />);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(server.requestsTo(listTasks)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(server.requestsTo(listTasks)).toHaveLength(2);
});
