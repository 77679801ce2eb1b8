// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  type Limits,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from '#contract/limits.ts';
import { listSecurityActs } from '#contract/security.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { errorText, translate } from '#web/platform/i18n/text.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { readAgainAfter } from '#web/ui/read-again.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { ExclusionCard } from './exclusion-card.tsx';
import { ExclusionNotice } from './exclusion-notice.tsx';
import { LimitsCard } from './limits-card.tsx';
import { LimitsReminder } from './limits-reminder.tsx';
import { useLiftExclusion, useSetLossLimit } from './queries.ts';

beforeAll(() => useLanguage('en'));

const at = (day: number): number => new Date(2026, 4, day, 10).getTime();
const count = { since: at(1), lost: usdt(2_000_000n), atRisk: usdt(3_000_000n), left: usdt(5_000_000n) };
const day = { period: 'day', amount: usdt(10_000_000n), next: null, count } as const;
const week = { period: 'week', amount: null, next: null, count: null } as const;
const limits: Limits = { lossLimits: [day, week], exclusion: null, now: at(1), timeZone: 'Asia/Tokyo' };
const exclusion = { beganAt: at(1), endsAt: at(8), liftsAt: null };
const looser = { ...day, next: { amount: usdt(20_000_000n), at: at(2) } };

test('a limit is checked, refused, set and lifted: each of its own period, and what the server answers is shown at once', async () => {
  const server = fakeServer();
  server.refuse(getLimits, 'internalError', 'Not now');
  const mounted = mount(<LimitsCard />);
  const { page, toast } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  server.answer(getLimits, limits);
  await press('Try again');
  await press(/^Weekly loss limit/);
  expect(page.getByText(/in a week from Monday on/)).toBeTruthy();
  expect(page.getByText('Days begin at midnight in Asia/Tokyo.')).toBeTruthy();
  expect(page.queryByText('Lift the limit')).toBeNull();
  await press('Set the limit');
  expect(page.getByText(errorText('amountMissing')).id).toBe(field('Limit in USDT').getAttribute('aria-describedby'));
  await fill('Limit in USDT', '70');
  expect(page.queryByText(errorText('amountMissing'))).toBeNull();
  expect(page.queryByText(/^Looser than today/)).toBeNull();
  server.refuse(setLossLimit, 'amountInvalid', 'Not that amount');
  await press('Set the limit');
  expect((await page.findByText('Not that amount')).id).toBe(field('Limit in USDT').getAttribute('aria-describedby'));
  server.refuse(setLossLimit, 'internalError', 'No limits now');
  await press('Set the limit');
  expect((await page.findByText('No limits now')).id).toBe('');
  const held = server.hold(setLossLimit, { ...limits, lossLimits: [day, { ...week, amount: usdt(70_000_000n) }] });
  await press('Set the limit');
  expect(control('Set the limit').getAttribute('aria-busy')).toBe('true');
  await press('Set the limit');
  held.release();
  await expect.poll(toast).toBe('Done');
  expect(page.queryByText('Set the limit')).toBeNull();
  expect(page.getByText('70.00 USDT')).toBeTruthy();
  expect(server.requestsTo(setLossLimit).map(({ fields }) => fields)).toEqual(
    Array(3).fill({ period: 'week', amount: '70.000000' }),
  );

  await press(/^Daily loss limit/);
  await fill('Limit in USDT', '20');
  expect(page.getByText(/^Looser than today/)).toBeTruthy();
  server.refuse(liftLossLimit, 'limitUnset', 'There is none');
  await press('Lift the limit');
  await expect.poll(toast).toBe('There is none');
  expect(page.getByText('Lift the limit')).toBeTruthy();
  server.answer(liftLossLimit, { ...limits, lossLimits: [looser, week] });
  await press('Lift the limit');
  expect(await page.findByText(/^20\.00 USDT from May 2, 10:00 on/)).toBeTruthy();
  expect(page.queryByText('Lift the limit')).toBeNull();
  server.answer(keepLossLimit, limits);
  await press('Keep it as it is');
  await expect.poll(() => page.queryByText(/^20\.00 USDT from/)).toBeNull();
  const periods = [liftLossLimit, keepLossLimit].map((one) => server.requestsTo(one).at(-1)?.fields);
  expect(periods).toEqual([{ period: 'day' }, { period: 'day' }]);
  await press(/^Daily loss limit/);
  await press('Close');
  expect(page.queryByText('Set the limit')).toBeNull();
  expect(server.requestsTo(getLimits)).toHaveLength(2);
});

test('a break begins after its end is confirmed, as the clock says when it is chosen; it is refused, or shown at once', async () => {
  const server = fakeServer();
  server.answer(getLimits, limits);
  const mounted = mount(<ExclusionCard />);
  const { page, toast, container, user } = mounted;
  const { press } = handOn(mounted);
  const confirm = () => user.click([...container.querySelectorAll('dialog[open] button')].at(-1) as Element);
  await page.findByText('Self-exclusion');
  server.answer(getLimits, { ...limits, now: at(2) });
  await press('Take a break');
  await press('30 days');
  expect(page.queryByText('For how long?')).toBeNull();
  expect(await page.findByText(/lasts until June 1, 2026, 10:00:00|lasts until Jun 1, 2026, 10:00:00/)).toBeTruthy();
  await press('Cancel');
  expect(page.queryByText('Exclude yourself now?')).toBeNull();
  expect(server.requestsTo(excludeMyself)).toEqual([]);
  await press('Take a break');
  await press('Close');
  expect(page.queryByText('For how long?')).toBeNull();
  await press('Take a break');
  await press('7 days');
  expect(page.getByText('Exclude yourself now?')).toBeTruthy();
  server.refuse(excludeMyself, 'internalError', 'Not now');
  await confirm();
  await expect.poll(toast).toBe('Not now');
  expect(page.getByText('Exclude yourself now?')).toBeTruthy();
  const held = server.hold(excludeMyself, { ...limits, exclusion });
  await confirm();
  await confirm();
  held.release();
  expect(await page.findByText('You have excluded yourself')).toBeTruthy();
  expect(page.queryByText('Exclude yourself now?')).toBeNull();
  expect(toast()).toBe('Done');
  expect(server.requestsTo(excludeMyself).map(({ fields }) => fields)).toEqual(Array(2).fill({ days: '7' }));
});

test('a shorter break that is added to a running one does not end it earlier', async () => {
  const server = fakeServer();
  server.answer(getLimits, { ...limits, exclusion: { ...exclusion, endsAt: at(20) } });
  const mounted = mount(<ExclusionCard />);
  const { press } = handOn(mounted);
  await press('Make it longer');
  await press('7 days');
  expect(mounted.page.getByText(/^It then lasts until May 20, 2026/)).toBeTruthy();
});

test('a break is made longer, ended early after a question, and the early end called off', async () => {
  const server = fakeServer();
  server.answer(getLimits, { ...limits, exclusion });
  const mounted = mount(<ExclusionCard />);
  const { page, toast, container, user } = mounted;
  const { press, control } = handOn(mounted);
  const confirm = () => user.click([...container.querySelectorAll('dialog[open] button')].at(-1) as Element);
  await press('Make it longer');
  await press('30 days');
  expect(page.getByText('Stay excluded for longer?')).toBeTruthy();
  expect(page.getByText(/^It then lasts until May 31, 2026, 10:00:00/)).toBeTruthy();
  server.answer(excludeMyself, { ...limits, exclusion: { ...exclusion, endsAt: at(31) } });
  await confirm();
  expect(await page.findByText(/^Until May 31, 2026/)).toBeTruthy();
  await press('End it early');
  expect(page.getByText(/^It then ends in 24 hours/)).toBeTruthy();
  server.answer(liftExclusion, { ...limits, exclusion: { ...exclusion, liftsAt: at(2) } });
  await confirm();
  expect(await page.findByText(/^It ends early: May 2, 2026/)).toBeTruthy();
  expect(page.queryByText('End it early')).toBeNull();
  server.refuse(keepExclusion, 'internalError', 'Not now');
  await press('Stay excluded');
  await expect.poll(toast).toBe('Not now');
  server.answer(keepExclusion, { ...limits, exclusion });
  await press('Stay excluded');
  expect(await page.findByText(/^Until May 8, 2026/)).toBeTruthy();
  expect(control('End it early')).toBeTruthy();
  expect(server.requestsTo(excludeMyself)[0]?.fields).toEqual({ days: '30' });
});

test('the notice and the reminder lead to the limits, one at a time', async () => {
  const server = fakeServer();
  server.answer(getLimits, { ...limits, exclusion });
  const both = (key: string) => (
    <div key={key}>
      <ExclusionNotice />
      <LimitsReminder worst={usdt(-6_000_000n)} />
    </div>
  );
  const mounted = mount(both('excluded'));
  const { page, went } = mounted;
  const { press } = handOn(mounted);
  await page.findByText('You have excluded yourself');
  expect(page.getByText(/withdrawals stay open/)).toBeTruthy();
  await press('See my limits');
  queryClient.clear();
  server.answer(getLimits, limits);
  mounted.rerender(both('limited'));
  await page.findByText(/could lose 6\.00 USDT, which is more/);
  expect(page.queryByText('You have excluded yourself')).toBeNull();
  await press('See my limits');
  expect(went).toEqual(['/securityCenter', '/securityCenter']);
});

test('each change of limits is an act on the account: the acts are read again after it', async () => {
  for (const [of, hook, input] of [
    [setLossLimit, useSetLossLimit, { period: 'day', amount: usdt(1n) }],
    [liftExclusion, useLiftExclusion, {}],
  ] as const) {
    const change = { of, hook: hook as never, input, output: limits } as never;
    expect(await readAgainAfter(change, [listSecurityActs])).toEqual({ done: [listSecurityActs], refused: [] });
  }
});

test('limits are read again while the stream is silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  fakeStream();
  server.answer(getLimits, { ...limits, exclusion });
  const { page } = mount(<ExclusionNotice />);
  const stop = stream.subscribe('round', () => undefined);
  await vi.advanceTimersByTimeAsync(100);
  server.answer(getLimits, limits);
  expect(page.getByText('You have excluded yourself')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(page.queryByText('You have excluded yourself')).toBeNull();
  stop();
  // Nothing listens any more: the connection is closed.
  await vi.advanceTimersByTimeAsync(10);
  vi.useRealTimers();
});

test('a page that stays open reads the limits again when the exclusion ends, a looser one begins, or a new day does', async () => {
  const server = fakeServer();
  const soon = at(1) + 500;
  const states: Limits[] = [
    { ...limits, exclusion: { ...exclusion, endsAt: soon } },
    { ...limits, exclusion: { ...exclusion, liftsAt: soon } },
    { ...limits, lossLimits: [{ ...day, next: { amount: null, at: soon } }, week] },
  ];
  for (const state of states) {
    server.answer(getLimits, state);
    const { unmount } = mount(<ExclusionNotice />);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const reads = server.requestsTo(getLimits).length;
    server.answer(getLimits, limits);
    await expect.poll(() => server.requestsTo(getLimits).length).toBe(reads + 1);
    unmount();
    queryClient.clear();
  }
  vi.spyOn(performance, 'now').mockReturnValue(0);
  setProductClock({ now: 0, clockSpeed: 2 });
  setProductClock({ now: Date.parse('2026-06-01T14:59:59.900Z'), clockSpeed: 1 });
  timeZoneStore.set('Asia/Tokyo');
  server.answer(getLimits, limits);
  const reads = server.requestsTo(getLimits).length;
  mount(<LimitsReminder worst={null} />);
  await expect.poll(() => server.requestsTo(getLimits).length).toBe(reads + 2);
  timeZoneStore.set(undefined);
});

test('a limit is typed as the language writes an amount', async () => {
  await useLanguage('vnf');
  const server = fakeServer();
  server.answer(getLimits, limits);
  server.answer(setLossLimit, limits);
  const mounted = mount(<LimitsCard />);
  const { press, fill } = handOn(mounted);
  await press(new RegExp(`^${translate('limits.week')}`));
  await fill(translate('limits.amount'), '70,5');
  await press(translate('limits.save'));
  await expect.poll(() => server.requestsTo(setLossLimit)[0]?.fields.amount).toBe('70.500000');
  await useLanguage('en');
});
