// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type CheckInDay, checkIn, getWeek } from '#contract/check-in.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { noUsdt } from '#core/money/amount.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { CheckInBadge } from './check-in-badge.tsx';
import { CheckInDot } from './check-in-dot.tsx';
import { CheckInSheet } from './check-in-sheet.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const week = (isDone: boolean): CheckInDay[] =>
  [1, 5, 10, 20, 30, 40, 50].map(
    (points, place) =>
      ({
        weekday: place + 1,
        points,
        isToday: place === 2,
        isCheckedIn: place === 0 || (place === 2 && isDone),
      }) as CheckInDay,
  );
const member: OutputOf<typeof getMember> = {
  ...{ username: 'member01', weight: 0, authorization: noUsdt, available: noUsdt, locked: noUsdt, incomeToday: noUsdt },
  ...{ incomeTotal: noUsdt, rule: '', leverageUnlocked: 1, postings: 1, assistance: 270, donated: 60 },
};

function serverOf(isDone: boolean) {
  const server = fakeServer();
  server.answer(getWeek, week(isDone));
  server.answer(getMember, member);
  server.answer(checkIn, { w: 3, points: 10 });
  return server;
}

const sheet = <CheckInSheet open onClose={() => undefined} />;

test('today is checked in once: the day is marked and celebrated, and the points are read again', async () => {
  const server = serverOf(false);
  const { page, user, toast, container } = mount(sheet);
  const button = async () => page.findByRole<HTMLButtonElement>('button', { name: 'Check in' });
  await expect.poll(() => container.textContent).toContain('Your assistance points270');
  expect(container.querySelector('li[aria-current=date]')?.textContent).toMatch(/Wed.*\+10.*Not checked in/);
  expect(container.querySelectorAll('li[class*=cell]')).toHaveLength(7);
  server.refuse(checkIn, 'serverBusy', 'The server is busy');
  await user.click(await button());
  await expect.poll(toast).toBe('The server is busy');
  expect(container.querySelectorAll('[style*="--turn"]')).toHaveLength(0);
  const held = server.hold(checkIn, { w: 3, points: 10 });
  await user.click(await button());
  await user.click(await button());
  server.answer(getWeek, week(true));
  server.answer(getMember, { ...member, assistance: 280 });
  held.release();
  await expect.poll(toast).toBe('Done');
  const done = await page.findByRole<HTMLButtonElement>('button', { name: 'Signed in' });
  expect(done.disabled).toBe(true);
  await expect.poll(() => container.textContent).toContain('Your assistance points280');
  expect(container.querySelector('li[aria-current=date]')?.textContent).toContain('Checked in');
  expect(container.querySelector('li[aria-current=date] [style*="--turn"]')).toBeTruthy();
  expect(server.requestsTo(checkIn)).toHaveLength(2);
  expect(page.getByRole('link').getAttribute('href')).toBe('/hongbao');
});

test('a week that cannot be read is read again on demand, and so are the points by themselves', async () => {
  const server = serverOf(true);
  server.refuse(getWeek, 'internalError', 'No week');
  server.refuse(getMember, 'internalError', 'No points');
  const { page, user, container } = mount(sheet);
  await page.findByText('No week');
  expect(container.textContent).not.toContain('Your assistance points');
  server.answer(getWeek, week(true));
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('No points');
  expect(page.getByRole('button', { name: 'Signed in' })).toBeTruthy();
  expect(container.querySelectorAll('[style*="--turn"]')).toHaveLength(0);
  server.answer(getMember, member);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toContain('Your assistance points270');
});

test('the heart opens the sheet, which leaves the address as it is', async () => {
  serverOf(false);
  const { page, user, went } = mount(<CheckInBadge />);
  expect(page.queryByRole('dialog')).toBeNull();
  await user.click(page.getByRole('button', { name: /check-?in/i }));
  await page.findByRole('button', { name: 'Check in' });
  await user.click(page.getByRole('button', { name: 'Close' }));
  await expect.poll(() => page.queryByRole('dialog')).toBeNull();
  expect(went).toEqual([]);
});

test('the address that asks for the check-in opens it, and is left when it closes', async () => {
  serverOf(false);
  const { page, user, went } = mount(<CheckInBadge />, { path: '/homeTab?checkIn' });
  await page.findByRole('button', { name: 'Check in' });
  await user.click(page.getByRole('button', { name: 'Close' }));
  await expect.poll(() => page.queryByRole('dialog')).toBeNull();
  expect(went.at(-1)).toBe('');
});

test('the dot is there while today is open, and goes with a day that was checked in elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = serverOf(false);
  const { container } = mount(<CheckInDot />);
  const dot = () => container.querySelector('[class*=dot]');
  await expect.poll(dot).not.toBeNull();
  server.answer(getWeek, week(true));
  await vi.advanceTimersByTimeAsync(60_500);
  await expect.poll(dot).toBeNull();
});
