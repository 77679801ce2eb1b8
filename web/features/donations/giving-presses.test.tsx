// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Disbursement, disbursementsPerPage, donate, getGiving, listDisbursements } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { listBalanceRoots, type PublishedRoot } from '#contract/proofs.ts';
import { noUsdt, points, usdt } from '#core/money/amount.ts';
import * as rootFeed from '#core/proofs/root-feed.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { CausesCard } from './causes-card.tsx';
import { CharityTotals } from './charity-totals.tsx';
import { DisbursementsCard } from './disbursements-card.tsx';
import { DonorLists } from './donor-lists.tsx';
import { Giving, GivingLanguage } from './giving.tsx';
import { givingLocaleStore } from './giving-locale.ts';
import { keepReceived, readKeptReceived } from './kept-received.ts';
import { LanguageMenu } from './language-menu.tsx';
import { TierCard } from './tier-card.tsx';

vi.mock('#core/proofs/root-feed.ts', { spy: true });

const { noPrevious, signRoot } = rootFeed;
const databases = memoryDatabases();

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  givingLocaleStore.choose('en');
  vi.stubGlobal('indexedDB', databases);
});
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
  vi.clearAllMocks();
});

type GivingNow = OutputOf<typeof getGiving>;
const at = new Date(2026, 4, 1, 10).getTime();
const text = (name: string) => ({ name, about: `About ${name}` });
const texts = { en: text('Books'), zh: text('书'), tc: text('書'), jp: text('本') };
const giving: GivingNow = {
  points: { received: points(100n), disbursed: points(0n), unspent: points(100n) },
  usdt: { received: usdt(30_000_000n), disbursed: usdt(26_000_000n), unspent: usdt(4_000_000n) },
  causes: [],
  donors: [],
};

const donor: OutputOf<typeof getMember> = {
  ...{ username: 'member01', weight: 0, authorization: noUsdt, available: noUsdt, locked: noUsdt, incomeToday: noUsdt },
  ...{ incomeTotal: noUsdt, rule: '', leverageUnlocked: 1, postings: 1, assistance: 270, donated: 60 },
};

test('points of a tier are given under the name that was chosen, once; the answer closes, and the columns are read again', async () => {
  const server = fakeServer();
  server.answer(getGiving, giving);
  server.answer(getMember, donor);
  const { page, user, container } = mount(
    <>
      <TierCard />
      <CharityTotals withSamples={false} />
    </>,
  );
  const donateButtons = () => page.getAllByRole<HTMLButtonElement>('button', { name: 'Donate' });
  expect(page.getByRole('link', { name: 'Statement of my points' }).getAttribute('href')).toBe('/account?asset=PTS');
  const first = server.hold(donate, 1);
  await user.click(donateButtons()[1] as HTMLElement);
  expect(donateButtons().map(({ disabled }) => disabled)).toEqual([true, true, true]);
  expect(donateButtons().map((button) => button.getAttribute('aria-busy'))).toEqual([null, 'true', null]);
  await user.click(donateButtons()[0] as HTMLElement);
  const reads = server.requestsTo(getGiving).length;
  first.release();
  const dialog = await page.findByRole('dialog');
  expect(dialog.textContent).toMatch(/^Donation.*Donation successful/);
  await expect.poll(() => server.requestsTo(getGiving).length).toBeGreaterThan(reads);
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(page.queryByRole('dialog')).toBeNull();

  await user.click(page.getByText('No name'));
  server.refuse(donate, 'nothingToDonate', 'You have too few points');
  await user.click(donateButtons()[2] as HTMLElement);
  await expect.poll(() => container.textContent).toContain('The donation was not made');
  expect(page.getByRole('dialog').textContent).toContain('You have too few points');
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(donateButtons()[0]?.disabled).toBe(false);
  const sent = server.requestsTo(donate);
  expect(sent.map(({ fields }) => fields)).toEqual([
    { tier: '2', name: 'masked' },
    { tier: '3', name: 'hidden' },
  ]);
  expect(sent[0]?.idempotencyKey).toMatch(/^[\w-]{8,}$/);
});

test('what a member gave and can give is read again after a failure', async () => {
  const server = fakeServer();
  server.refuse(getMember, 'internalError', 'Something failed');
  const { page, user, container } = mount(<TierCard />);
  await page.findByText('Something failed');
  server.answer(getMember, donor);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toMatch(/Total contribution.*60.*Available amount.*270/);
});

test('the columns are read every two seconds; where they do not add up that is said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(getGiving, giving);
  const { page, container } = mount(<CharityTotals withSamples />);
  await vi.advanceTimersByTimeAsync(100);
  expect(page.queryByRole('alert')).toBeNull();
  expect(container.textContent).toMatch(/Example totals.*The charity’s account/);
  const { points: inPoints, usdt: inUsdt } = giving;
  server.answer(getGiving, { ...giving, points: { ...inPoints, unspent: points(99n) } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.getByRole('alert').textContent).toContain('What was received is not');
  server.answer(getGiving, { ...giving, usdt: { ...inUsdt, unspent: usdt(1n) } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.getByRole('alert')).toBeTruthy();
  server.answer(getGiving, giving);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.queryByRole('alert')).toBeNull();
});

test('without causes, donors and receipts each says so; donors of this platform stand apart from the examples', async () => {
  const server = fakeServer();
  server.answer(getGiving, { ...giving, donors: [{ name: null, points: 10, at }] });
  server.answer(listDisbursements, []);
  server.answer(listBalanceRoots, []);
  const { container } = mount(
    <>
      <CausesCard />
      <DisbursementsCard />
      <DonorLists running={false} />
    </>,
  );
  const words = () => container.textContent;
  await expect.poll(words).toContain('Nothing has been paid out so far.');
  expect(words()).toContain('No root has been published yet');
  expect(words()).toContain('No cause is named yet.');
  expect(words()).toMatch(/Example donors.*Donors on this platform.*AnonymousMay 1, 10:0010/);
});

const receipts = Array.from({ length: disbursementsPerPage + 6 }, (_, place): Disbursement => {
  const of = { asset: 'USDT', amount: 1_000_000n, cause: texts, receipt: `R${place}` } as const;
  return { ...of, id: `1KDVDWMC0SX${String(10_000 + place)}`, at: at - place * 60_000 };
});

/** Statements of which each names the charity's accounts. */
function rootOf(number: number, spent: bigint, unspent: bigint): PublishedRoot {
  const house = [
    { account: 'rail' as const, balance: usdt(-spent - unspent) },
    { account: 'charity' as const, balance: usdt(unspent) },
    { account: 'charitySpent' as const, balance: usdt(spent) },
  ];
  const hash = 'ab'.repeat(32);
  const statement = { number, at: at + 3_600_000, members: 1, root: hash, total: noUsdt, house, previous: noPrevious };
  return { ...signRoot(statement, new Uint8Array(32).fill(7)), ...statement } as PublishedRoot;
}

const inAll = BigInt(receipts.length) * 1_000_000n;

function serverOfReceipts(root: PublishedRoot): FakeServer {
  const server = fakeServer();
  server.answer(getGiving, { ...giving, usdt: { ...giving.usdt, disbursed: usdt(inAll) } });
  server.answer(listBalanceRoots, [root]);
  server.answerBy(listDisbursements, ({ fields: { before } }) => {
    const from = before === undefined ? 0 : receipts.findIndex(({ id }) => id === before) + 1;
    return receipts.slice(from, from + disbursementsPerPage);
  });
  return server;
}

test('receipts are added up over all pages and held against the newest root; the newest five are shown at first', async () => {
  const server = serverOfReceipts(rootOf(7, inAll, 4_000_000n));
  const { page, container, user } = mount(<DisbursementsCard />);
  const words = () => container.textContent ?? '';
  await expect.poll(words).toContain('Recomputed on this phone: the receipts add up');
  expect(words()).toMatch(/signed root 7 of May 1, 2026, 11:00:00.*Disbursed106\.000000.*Unspent.*4\.000000/);
  expect(page.queryByRole('alert')).toBeNull();
  const shown = [...container.querySelectorAll('ul li')].map(({ textContent }) => textContent?.match(/R\d+/)?.[0]);
  expect(shown).toEqual(['R0', 'R1', 'R2', 'R3', 'R4']);
  await user.click(page.getByRole('button', { name: 'Show all' }));
  expect(container.querySelectorAll('ul li')).toHaveLength(receipts.length);
  expect(page.queryByRole('button', { name: 'Show all' })).toBeNull();
  expect(await readKeptReceived()).toEqual({ number: 7, received: { USDT: inAll + 4_000_000n, PTS: null } });
  const last = receipts[disbursementsPerPage - 1]?.id;
  expect(server.requestsTo(listDisbursements).map(({ fields }) => fields.before)).toEqual([undefined, last]);
});

test('receipts that do not make what the root says are shown with their sum, and the phone keeps nothing of it', async () => {
  serverOfReceipts(rootOf(7, inAll + 1n, 4_000_000n));
  const { page, container } = mount(<DisbursementsCard />);
  const alert = await page.findByRole('alert');
  expect(alert.textContent).toMatch(/do not add up to what the root says was paid out.*106\.000000/);
  expect(container.textContent).not.toMatch(/Nothing that is listed explains|the receipts add up/);
  expect(await readKeptReceived()).toBeNull();
});

test('a root with less received than this phone has kept of an earlier one is shown with both, and not kept', async () => {
  const kept = { number: 6, received: { USDT: inAll + 5_000_000n, PTS: null } };
  await keepReceived(kept);
  serverOfReceipts(rootOf(7, inAll, 4_000_000n));
  const { page, container } = mount(<DisbursementsCard />);
  const alert = await page.findByRole('alert');
  expect(alert.textContent).toMatch(
    /Root 7 says less received than the earlier root 6 did.*111\.000000.*→.*110\.000000/,
  );
  expect(await readKeptReceived()).toEqual(kept);
  expect(container.textContent).not.toContain('the receipts add up');
});

test('a root that is another than this phone has seen under its number vouches for no receipt', async () => {
  databases.leave('clearlot-roots', 'roots', [rootOf(7, inAll, 5_000_000n)]);
  serverOfReceipts(rootOf(7, inAll, 4_000_000n));
  const { page, container } = mount(<DisbursementsCard />);
  expect((await page.findByRole('alert')).textContent).toMatch(
    /contradict themselves or those that this phone has kept/,
  );
  expect(container.textContent).not.toContain('the receipts add up');
  expect(await readKeptReceived()).toBeNull();
});

test('while receipts are missing for what the columns say, they are read again soon, all of them where the newest do not make it up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = serverOfReceipts(rootOf(7, inAll, 4_000_000n));
  server.answer(listDisbursements, receipts.slice(1, 3));
  server.answer(getGiving, { ...giving, usdt: { ...giving.usdt, disbursed: usdt(3_000_000n) } });
  const { container } = mount(<DisbursementsCard />);
  await vi.advanceTimersByTimeAsync(100);
  expect(container.querySelectorAll('ul li')).toHaveLength(2);
  server.answer(listDisbursements, receipts.slice(0, 3));
  await vi.advanceTimersByTimeAsync(2_200);
  expect(container.querySelectorAll('ul li')).toHaveLength(3);
  // Two days of roots are forty-eight signatures.
  expect(rootFeed.checkFeed).toHaveBeenCalledTimes(1);
  const reads = server.requestsTo(listDisbursements).length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.requestsTo(listDisbursements)).toHaveLength(reads);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(server.requestsTo(listDisbursements)).toHaveLength(reads + 1);
});

test('the language of these pages is chosen in their own menu, and the whole screen speaks it meanwhile', async () => {
  const { page, user, container } = mount(
    <GivingLanguage>
      <LanguageMenu />
    </GivingLanguage>,
  );
  const menu = () => page.getByRole('button', { name: /English|日本語/, expanded: false });
  await user.click(await page.findByRole('button', { name: 'Language of this page: English' }));
  expect(page.getByText('简体中文').getAttribute('aria-current')).toBe('false');
  await user.click(page.getByText('日本語'));
  await expect.poll(() => container.firstElementChild?.getAttribute('lang')).toMatch(/^ja/);
  await expect.poll(() => menu().textContent).toBe('日本語');
  expect(page.queryByText('简体中文')).toBeNull();
  expect(givingLocaleStore.snapshot()).toBe('jp');
});

test('the page leads to the other one, and everything that moves can be paused', async () => {
  fakeServer();
  const { page, user, container, rerender } = mount(<Giving other="singing" withSampleTotals />);
  expect(container.querySelector('a[href="/singing"]')?.textContent).toContain('Singapore Lottery: giving');
  expect(container.textContent).toContain('Example totals');
  await user.click(page.getByRole('button', { name: 'Pause' }));
  expect(page.getByRole('button', { name: 'Play' })).toBeTruthy();
  rerender(<Giving other="boosting" withSampleTotals={false} />);
  expect(container.querySelector('a[href="/boosting"]')).toBeTruthy();
  expect(container.textContent).not.toContain('Example totals');
});

test('pictures that were touched stand still until everything is set in motion again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  fakeServer();
  const { page } = mount(<Giving other="singing" withSampleTotals />);
  const rail = page.getByText('A classroom').closest('ul') as HTMLElement;
  let moves = 0;
  rail.scrollTo = () => {
    moves += 1;
  };
  const movesIn = async (ms: number): Promise<number> => {
    const before = moves;
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return moves - before;
  };
  expect(await movesIn(6_100)).toBe(2);
  fireEvent.pointerDown(rail);
  expect(await movesIn(9_000)).toBe(0);
  fireEvent.click(page.getByRole('button', { name: 'Pause' }));
  fireEvent.click(page.getByRole('button', { name: 'Play' }));
  expect(await movesIn(6_100)).toBe(2);
});
