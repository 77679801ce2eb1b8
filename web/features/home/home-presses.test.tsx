// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getHome, type Home } from '#contract/home.ts';
import { usdt } from '#core/money/amount.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { BotsCard } from './bots-card.tsx';
import { builtOn } from './built-on.ts';
import { BuiltOnCard } from './built-on-card.tsx';
import { EarningsCard } from './earnings-card.tsx';
import { FloatingButtons } from './floating-buttons.tsx';
import { IntroVideo } from './intro-video.tsx';
import { SubscribeCard } from './subscribe-card.tsx';
import { TrainingCard } from './training-card.tsx';
import { UptimeCard } from './uptime-card.tsx';

beforeAll(() => useLanguage('en'));
beforeEach(() => session.setVideoAutoplays(false));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const at = new Date(2026, 4, 1, 10).getTime();
const home: Home = {
  platform: {
    ...{ countedAt: at, members: 1_234, plansPlaced: 56, plansSettled: 40, plansVoid: 3, plansWon: 10 },
    ...{ volume: usdt(1n), incomePaid: usdt(5_000_000n), lossesTaken: usdt(7_500_000n) },
  },
  settled: [{ name: 'an***ee', coin: 'ETH', leverage: 5, amount: usdt(1n), income: usdt(-1_230_000n), settledAt: at }],
  uptime: {
    ...{ from: at - 3_600_000, measuredAt: at },
    components: [
      { id: 'api', now: 'up', cells: ['up', 'up', 'down', 'degraded'], checks: 100, answered: 0.98765 },
      { id: 'database', now: 'down', cells: ['unmeasured'], checks: 0, answered: null },
      { id: 'market', now: 'degraded', cells: [], checks: 0, answered: null },
      { id: 'ledger', now: 'unmeasured', cells: [], checks: 0, answered: null },
    ],
  },
};

test('own counts stand apart from the examples: net income is what was paid less what was taken, and the share that won is of the settled', async () => {
  const server = fakeServer();
  server.answer(getHome, home);
  const { container } = mount(<BotsCard />);
  await expect.poll(() => container.textContent).toContain('members1,234plans placed56net income, USDT−2.50');
  expect(container.textContent).toMatch(/Plans settled: 40\s· 25% in profit/);
  expect(container.textContent).toMatch(/Example figures.*On this platform/);
});

test('before anything is counted the platform is asked again soon; without settled plans that is said, and the examples grow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(getHome, { ...home, platform: null });
  const { container } = mount(<BotsCard />);
  await vi.advanceTimersByTimeAsync(100);
  const examples = () => container.querySelector('dl')?.textContent;
  const before = examples();
  server.answer(getHome, { ...home, platform: { ...home.platform, plansSettled: 0, plansWon: 0 } as Home['platform'] });
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.poll(() => container.textContent).toContain('No plan has settled yet');
  expect(server.requestsTo(getHome)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(50_000);
  await expect.poll(examples).not.toBe(before);
  expect(server.requestsTo(getHome)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.requestsTo(getHome)).toHaveLength(3);
});

test('plans that settled here are listed with their result, and what became void beside them; the tickers can be paused', async () => {
  const server = fakeServer();
  server.answer(getHome, home);
  const { page, user, container } = mount(<EarningsCard />);
  await expect.poll(() => container.textContent).toMatch(/an\*\*\*eeETH · .*5.* · 10:00(:00)?−1\.23/);
  expect(container.textContent).toContain('amounts returned: 3');
  await user.click(page.getByRole('button', { name: 'Pause' }));
  await user.click(page.getByRole('button', { name: 'Play' }));
  expect(page.getByRole('button', { name: 'Pause' })).toBeTruthy();
});

test('the measured half says what failed, and is read again on demand; where nothing has settled that is said', async () => {
  const server = fakeServer();
  server.refuse(getHome, 'internalError', 'Something failed');
  const { page, user, container } = mount(<EarningsCard />);
  expect((await page.findByRole('alert')).textContent).toContain('Something failed');
  server.answer(getHome, { ...home, settled: [], platform: null });
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toContain('No plan has settled yet');
  expect(container.textContent).not.toContain('amounts returned');
  expect(page.queryByRole('alert')).toBeNull();
});

test('each component shows how it is now, the share that was answered, and its cells in words', async () => {
  const server = fakeServer();
  server.answer(getHome, home);
  const { container, page } = mount(<UptimeCard />);
  await expect.poll(() => container.textContent).toMatch(/App APIUp98\.765%/);
  expect(container.textContent).toContain('DatabaseDownMarket pricesDegradedLedgerNot measured');
  expect(container.textContent).toMatch(/May 1, 09:00 to 10:00/);
  expect(page.getByRole('img', { name: '2 up, 1 degraded, 1 down, 0 not measured' }).children).toHaveLength(4);
  expect(container.textContent).toContain('Fixed percentages, measured nowhere');
});

test('the box for an e-mail sends nothing, empties its field and says so', async () => {
  const server = fakeServer();
  const { page, user } = mount(<SubscribeCard />);
  const field = page.getByRole<HTMLInputElement>('textbox');
  expect(page.getAllByRole('status')[0]?.textContent).toBe('');
  await user.type(field, 'me@example.org');
  await user.click(page.getByRole('button', { name: 'Subscribe' }));
  expect(field.value).toBe('');
  expect(page.getByText('Nothing was sent and nothing was kept.').getAttribute('role')).toBe('status');
  expect(server.requests).toEqual([]);
  expect(page.getByRole('link').getAttribute('href')).toBe('/Notifications');
});

test('the popup takes seven inputs, sends none, and has forgotten them when it opens again', async () => {
  const server = fakeServer();
  const { page, user } = mount(<FloatingButtons />);
  const open = () => user.click(page.getByRole('button', { name: 'Personal information' }));
  expect(page.queryByRole('dialog')).toBeNull();
  await open();
  expect(page.getAllByRole('textbox')).toHaveLength(7);
  const amount = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  await user.type(amount(), '12');
  await user.type(page.getByRole('textbox', { name: 'Name' }), 'Ann');
  expect(amount().value).toBe('12');
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  expect(page.queryByRole('dialog')).toBeNull();
  await open();
  expect(amount().value).toBe('');
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(page.queryByRole('dialog')).toBeNull();
  expect(server.requests).toEqual([]);
  expect(page.getByRole('link').getAttribute('href')).toBe('/service');
});

test('the video plays and pauses with a press, which is remembered; it plays by itself where it was played before, and pauses when the page is left', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
  const { page, user, unmount, container } = mount(<IntroVideo />);
  expect(play).not.toHaveBeenCalled();
  await user.click(page.getByRole('button', { name: 'Play' }));
  expect(session.videoAutoplays()).toBe(true);
  await user.click(await page.findByRole('button', { name: 'Pause' }));
  expect(session.videoAutoplays()).toBe(false);
  await page.findByRole('button', { name: 'Play' });
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1]);
  await user.click(page.getByRole('button', { name: 'Play' }));
  container.querySelector('video')?.dispatchEvent(new Event('ended'));
  await page.findByRole('button', { name: 'Play' });
  unmount();
  mount(<IntroVideo />);
  await expect.poll(() => play.mock.calls.length).toBe(3);
  await page.findByRole('button', { name: 'Pause' });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await page.findByRole('button', { name: 'Play' });
});

test('the training has seven slides, which a press of the member leaves standing; each project built on is a link of its own', async () => {
  const { page, user, container, rerender } = mount(<TrainingCard />);
  expect(container.querySelectorAll('h3')).toHaveLength(7);
  // Of the directions one arrow points up, one down and one to neither.
  const arrows = [...(container.querySelectorAll('svg[viewBox="0 0 240 110"]')[3]?.querySelectorAll('path') ?? [])];
  const heights = arrows.map((path) => (path.getAttribute('d')?.match(/^M\d+ (\d+)V(\d+)/) ?? []).map(Number));
  expect(heights.map(([, from = 0, to = 0]) => Math.sign(to - from))).toEqual([-1, 1, 0]);
  await user.click(page.getByRole('button', { name: 'Pause' }));
  expect(page.getByRole('button', { name: 'Play' })).toBeTruthy();
  rerender(<BuiltOnCard />);
  const links = [...container.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(builtOn.map(({ address }) => address));
  expect(links[0]?.textContent).toContain(builtOn[0]?.licence);
  expect(links.every((link) => link.rel.includes('noopener') && link.target === '_blank')).toBe(true);
});
