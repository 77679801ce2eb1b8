// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import {
  changeClientSeed,
  type Draw,
  draw,
  getEntries,
  listDraws,
  listPrizes,
  listWinners,
  type OwnDay,
} from '#contract/draws.ts';
import { prizeTable } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { DrawHub } from './draw-hub.tsx';
import { DrawList } from './draw-list.tsx';
import { DrawStage } from './draw-stage.tsx';
import { keepCommitment, keptDayOf } from './kept-draws.ts';
import { OwnSeed } from './own-seed.tsx';
import { useGetEntries, useListPrizes } from './queries.ts';
import { WinnerList } from './winner-list.tsx';

const databases = memoryDatabases();

beforeAll(() => useLanguage('en'));

const seed = 'c0ffee00'.repeat(4);

const day: OwnDay = {
  prizes: prizeTable,
  published: { day: 20_574, commitment: 'ab'.repeat(32), publishedAt: Date.UTC(2026, 3, 30) },
  ...{ isOpen: true, excludedUntil: null, clientSeed: seed, next: 2, endsAt: Date.UTC(2026, 4, 2) },
  entries: [{ kind: 'checkedIn', state: 'ready', draw: null }],
};

const drawn: Draw = {
  ...{ id: '1KDVDWMC0SXVXCS8', day: 20_574, entry: 2, kind: 'checkedIn', clientSeed: seed, number: 42 },
  ...{ prize: 'third', amount: usdt(10_000_000n), drawnAt: Date.UTC(2026, 4, 1, 10) },
};

function serverOf(own: OwnDay) {
  const server = fakeServer();
  server.answer(getEntries, own);
  server.answer(listDraws, []);
  server.answer(listWinners, []);
  server.answer(draw, drawn);
  server.answer(changeClientSeed, { clientSeed: seed });
  return server;
}

// The first of all: what a draw that succeeds makes stale is read a moment later, in the next test.
test('a draw that another page has made is in the list after its refusal here', async () => {
  const server = serverOf(day);
  const { page, user } = mount(
    <>
      <DrawStage day={day} notice={null} />
      <DrawList />
    </>,
  );
  await expect.poll(() => page.queryByText('You have not drawn yet')).toBeTruthy();
  server.refuse(draw, 'entryDrawn', 'This entry has been drawn already');
  server.answer(listDraws, [drawn]);
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await expect.poll(() => page.queryByText('000042')).toBeTruthy();
});

test('a press draws the entry that is shown, of the day that is shown, once', async () => {
  const server = serverOf(day);
  const { page, user } = mount(<DrawStage day={day} notice={null} />);
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  expect((await page.findByText(/\+10\.00/)).closest('[role=status]')).toBeTruthy();
  expect(page.getByRole('link', { name: 'Proof' }).getAttribute('href')).toBe('/tab2?draw=1KDVDWMC0SXVXCS8');
  const sent = server.requestsTo(draw);
  expect(sent.map(({ fields }) => fields)).toEqual([{ entry: '2', day: '20574', seed }]);
  expect(sent[0]?.idempotencyKey).toMatch(/^[\w-]{8,}$/);
  expect(server.requestsTo(changeClientSeed)).toEqual([]);
});

test('an entry that was drawn with another own seed than the page knew is kept with the known one, and found by its check', async () => {
  vi.stubGlobal('indexedDB', databases);
  session.signIn('m7000012');
  const { published } = day;
  if (!published) throw new Error('the day of this test is published');
  await keepCommitment('m7000012', { day: published.day, commitment: published.commitment, prizes: 'of the day' });
  const server = serverOf(day);
  server.answer(draw, { ...drawn, clientSeed: 'ee'.repeat(16) });
  const { page, user } = mount(<DrawStage day={day} notice={null} />);
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await page.findByText(/\+10\.00/);
  await expect
    .poll(async () => (await keptDayOf('m7000012', published.day))?.entries)
    .toEqual([{ entry: 2, clientSeed: seed, number: 42 }]);
  session.signOut();
  databases.forget();
  vi.unstubAllGlobals();
});

test('an entry that was drawn in the place of the one that was asked for is kept as that one', async () => {
  vi.stubGlobal('indexedDB', databases);
  session.signIn('m7000012');
  const { published } = day;
  if (!published) throw new Error('the day of this test is published');
  await keepCommitment('m7000012', { day: published.day, commitment: published.commitment, prizes: 'of the day' });
  const server = serverOf(day);
  server.answer(draw, { ...drawn, day: published.day + 1, entry: 1 });
  const { page, user } = mount(<DrawStage day={day} notice={null} />);
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await page.findByText(/\+10\.00/);
  await expect
    .poll(async () => (await keptDayOf('m7000012', published.day))?.entries)
    .toEqual([{ entry: 2, clientSeed: seed, number: 42 }]);
  session.signOut();
  databases.forget();
  vi.unstubAllGlobals();
});

test('without an own seed the phone makes one before the first draw; where another page was first, its seed counts', async () => {
  const unseeded = { ...day, clientSeed: null };
  const server = serverOf(unseeded);
  const { page, user, toast } = mount(<DrawStage day={unseeded} notice={null} />);
  const held = server.hold(changeClientSeed, { clientSeed: seed });
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await user.click(page.getByRole('button', { name: /Drawing/ }));
  held.release();
  await page.findByText(/\+10\.00/);
  expect(server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    changeClientSeed.path,
    draw.path,
  ]);
  const made = server.requestsTo(changeClientSeed)[0]?.fields.seed;
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(server.requestsTo(draw)[0]?.fields.seed).toBe(made);

  server.refuse(changeClientSeed, 'clientSeedChanged', 'Another page was first');
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await expect.poll(() => server.requestsTo(draw).length).toBe(2);
  expect(server.requestsTo(draw)[1]?.fields).not.toHaveProperty('seed');
  server.refuse(changeClientSeed, 'serverBusy', 'The server is busy');
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await expect.poll(toast).toBe('The server is busy');
  expect(server.requestsTo(draw)).toHaveLength(2);
});

test('a refused draw says why and reads the entries again; a second press while one is under way draws nothing', async () => {
  const server = serverOf(day);
  const { page, user, toast } = mount(<DrawStage day={day} notice={null} />);
  server.refuse(draw, 'entryDrawn', 'This entry has been drawn already');
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await expect.poll(toast).toBe('This entry has been drawn already');
  expect(page.queryByRole('link', { name: 'Proof' })).toBeNull();

  const held = server.hold(draw, { ...drawn, prize: null, amount: usdt(0n) });
  await user.click(page.getByRole('button', { name: 'Draw entry 2' }));
  await user.click(page.getByRole('button', { name: /Drawing/ }));
  held.release();
  expect(await page.findByRole('link', { name: 'Proof' })).toBeTruthy();
  expect(page.queryByText(/\+0\.00/)).toBeNull();
  expect(server.requestsTo(draw)).toHaveLength(2);
});

test('an own seed of choice replaces the one that is shown; a wrong one is kept in its field and not sent', async () => {
  const server = serverOf(day);
  const { page, user, toast } = mount(<OwnSeed day={day} />);
  await user.click(page.getByRole('button', { name: /Your own seed/ }));
  const field = page.getByRole<HTMLInputElement>('textbox');
  await user.type(field, 'not-a-seed');
  await user.click(page.getByRole('button', { name: 'Save' }));
  expect(page.getByText('Your own seed has 32 characters from 0-9 and a-f')).toBeTruthy();
  expect(field.value).toBe('not-a-seed');
  expect(server.requests).toEqual([]);
  const other = 'AB'.repeat(16);
  await user.clear(field);
  await user.type(field, other);
  await user.click(page.getByRole('button', { name: 'Save' }));
  await expect.poll(toast).toBe('Done');
  await user.click(page.getByRole('button', { name: /Your own seed/ }));
  await user.click(page.getByRole('button', { name: 'Make a new one' }));
  await expect.poll(() => server.requestsTo(changeClientSeed).length).toBe(2);
  const [chosen, made] = server.requestsTo(changeClientSeed).map(({ fields }) => fields);
  expect(chosen).toEqual({ seed: other.toLowerCase(), replaces: seed });
  expect(made?.seed).not.toBe(seed);
  expect(made?.replaces).toBe(seed);
});

test('a member without an entry today can already set the own seed', async () => {
  const server = serverOf({ ...day, entries: [], next: 1, clientSeed: null });
  const { page, user } = mount(<DrawHub notice={null} />);
  await user.click(await page.findByRole('button', { name: /Your own seed.*makes it with your first draw/ }));
  await user.click(page.getByRole('button', { name: 'Make a new one' }));
  await expect.poll(() => server.requestsTo(changeClientSeed).length).toBe(1);
});

test('the newest winners are read again while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = serverOf(day);
  const { page } = mount(<WinnerList />);
  await vi.advanceTimersByTimeAsync(100);
  expect(page.queryByText(/m7/)).toBeNull();
  server.answer(listWinners, [
    { id: drawn.id, name: 'm7***12', prize: 'third', amount: usdt(10_000_000n), drawnAt: 0 },
  ]);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(page.getByText('m7***12')).toBeTruthy();
  vi.useRealTimers();
});

function DayRead() {
  useGetEntries();
  useListPrizes();
  return null;
}

test('the entries, the prize table and its commitment are read again when the next day begins (UTC)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  setProductClock({ now: Date.parse('2026-05-01T23:59:50Z'), clockSpeed: 1 });
  const server = serverOf(day);
  const { isOpen, published } = day;
  server.answer(listPrizes, { ...prizeTable, isOpen, published, expectedValue: usdt(85_000n), next: null } as never);
  const reads = () => [getEntries, listPrizes].map((read) => server.requestsTo(read).length);
  mount(<DayRead />);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.poll(reads).toEqual([2, 2]);
  vi.useRealTimers();
});

test('the entries are read again when the member’s own day ends, and when an exclusion does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.parse('2026-05-03T14:59:50Z'));
  setProductClock({ now: Date.now(), clockSpeed: 1 });
  // Midnight in Tokyo, nine hours before that of UTC.
  const own = { ...day, endsAt: Date.parse('2026-05-03T15:00:00Z') };
  const server = serverOf(own);
  const { isOpen, published } = day;
  server.answer(listPrizes, { ...prizeTable, isOpen, published, expectedValue: usdt(85_000n), next: null } as never);
  const reads = () => server.requestsTo(getEntries).length;
  mount(<DayRead />);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads()).toBe(1);
  const tomorrow = Date.parse('2026-05-04T15:00:00Z');
  server.answer(getEntries, { ...own, endsAt: tomorrow, excludedUntil: Date.parse('2026-05-03T15:00:30Z') });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(reads()).toBe(2);
  server.answer(getEntries, { ...own, endsAt: tomorrow });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads()).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads()).toBe(3);
  vi.useRealTimers();
});
