// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import { type Disbursement, donate, getGiving, listDisbursements } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';
import { givingLocaleStore } from '#web/features/donations/giving-locale.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { Page as BoostingPage } from './boosting.tsx';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { memberFigures } from './samples-home.fixture.ts';
import { now } from './samples-market.fixture.ts';
import { Page as SingingPage } from './singing.tsx';

const hour = 3_600_000;
const databases = memoryDatabases();
const text = (name: string) => ({ name, about: `About ${name}` });
const cause = (name: string) => ({
  en: text(name),
  zh: text(`${name} zh`),
  tc: text(`${name} tc`),
  jp: text(`${name} jp`),
});
const giving: OutputOf<typeof getGiving> = {
  points: { received: points(12_345n), disbursed: points(2_340n), unspent: points(10_005n) },
  usdt: { received: usdt(3_012_345_678n), disbursed: usdt(1_026_000_001n), unspent: usdt(1_986_345_677n) },
  causes: [
    { id: 'books', texts: cause('Books for schools') },
    { id: 'trees', texts: cause('Trees by the river') },
    { id: 'wells', texts: cause('Wells for villages') },
  ],
  donors: [
    { name: 'mo***in', points: 60, at: now - 2 * hour },
    { name: null, points: 1_020, at: now - 5 * hour },
    { name: 'an***ee', points: 180, at: now - 3 * hour },
  ],
};
const paid: Disbursement[] = [
  {
    id: '1KDVDWMC0SXVXCS8',
    cause: cause('Trees by the river'),
    asset: 'USDT',
    amount: 1_000_000_001n,
    receipt: 'Receipt 17',
    at: now - 9 * hour,
  },
  {
    id: '1KDVDWMC0SXVXCS7',
    cause: cause('Books for schools'),
    asset: 'PTS',
    amount: 2_340n,
    receipt: 'Receipt 16',
    at: now - 30 * hour,
  },
  {
    id: '1KDVDWMC0SXVXCS6',
    cause: cause('Wells for villages'),
    asset: 'USDT',
    amount: 26_000_000n,
    receipt: 'Receipt 15',
    at: now - 77 * hour,
  },
];

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  server = opened;
  server.answer(getGiving, giving);
  server.answer(getMember, memberFigures);
  server.answer(listDisbursements, paid);
  server.answer(listBalanceRoots, []);
});
beforeEach(() => {
  givingLocaleStore.choose('en');
  vi.stubGlobal('indexedDB', databases);
});
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

const opened = (Page: () => React.ReactNode, path: string) => openedPage(<Page />, path);

test('giving with sample totals, causes, donors with and without a name, and what was paid out', async () => {
  const { container, shown } = opened(BoostingPage, '/boosting');
  await shown('Receipt 15');
  await expectOutline(container);
});

test('giving without sample totals, to a visitor', async () => {
  session.signOut();
  const { container, shown } = opened(SingingPage, '/singing');
  await shown('Receipt 15');
  await expectOutline(container);
});

test('giving in Chinese', async () => {
  givingLocaleStore.choose('tc');
  const { container, shown } = opened(SingingPage, '/singing');
  await shown('Receipt 15');
  await expectOutline(container);
});

test('giving before anybody gave', async () => {
  const none = { received: points(0n), disbursed: points(0n), unspent: points(0n) };
  const noUsdt = { received: usdt(0n), disbursed: usdt(0n), unspent: usdt(0n) };
  server.answer(getGiving, { points: none, usdt: noUsdt, causes: [], donors: [] });
  server.answer(getMember, { ...memberFigures, assistance: 20, donated: 0 });
  server.answer(listDisbursements, []);
  await expectOutline(opened(SingingPage, '/singing').container);
});

test('giving whose figures are refused', async () => {
  server.refuse(getGiving, 'internalError', 'No figures now');
  server.refuse(getMember, 'internalError', 'No points now');
  server.refuse(listDisbursements, 'internalError', 'No payments now');
  await expectOutline(opened(SingingPage, '/singing').container);
});

test('points that were given, and points that were not', async () => {
  server.answer(donate, 1);
  const given = opened(SingingPage, '/singing');
  await given.shown('Receipt 15');
  await given.user.click(given.page.getAllByRole('button', { name: 'Donate' })[1] as HTMLElement);
  await given.shown('Donation successful');
  await expectOutline(given.container);
  given.unmount();
  server.refuse(donate, 'donationTooLarge', 'That is too much');
  const refused = opened(SingingPage, '/singing');
  await refused.shown('Receipt 15');
  await refused.user.click(refused.page.getByText('No name'));
  await refused.user.click(refused.page.getAllByRole('button', { name: 'Donate' })[0] as HTMLElement);
  await refused.shown('That is too much');
  await expectOutline(refused.container);
});
