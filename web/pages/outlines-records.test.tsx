// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { getAccountRecord, getPurse, getWallet } from '#contract/wallet.ts';
import { listMovements, type MovementSum, sumMovements } from '#contract/wallet-movements.ts';
import { type HouseAccountName, houseAccounts, memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import { transferKinds } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { Bill } from '#web/features/wallet/bill.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as BillPage } from './bill-record.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime, momentOf } from './money-moments.fixture.ts';
import { Page as RecordsPage } from './records.tsx';
import { bill, movements, purse, wallet } from './samples-wallet.fixture.ts';
import { Page as WalletPage } from './wallet.tsx';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(getWallet, wallet);
  server.answer(getPurse, purse);
  server.answer(listMovements, movements);
  const sums: readonly MovementSum[] = [
    { asset: 'USDT', movements: 21, incoming: 5_087_654_321n, outgoing: 12_345_670_009n },
    { asset: 'PTS', movements: 6, incoming: 1_217n, outgoing: 25n },
  ];
  server.answerBy(sumMovements, ({ fields }) => sums[fields.asset === 'PTS' ? 1 : 0] as MovementSum);
});

test('the wallet of a member who has something in every account and earned today', async () => {
  await expectOutline(mount(<WalletPage />, { path: '/wallet' }).container);
});

test('the wallet of a member who has nothing', async () => {
  const zero = usdt(0n);
  server.answer(getWallet, { ...wallet, authorization: zero, locked: zero, available: zero, incomeToday: zero });
  server.answer(getPurse, [
    { account: 'available', asset: 'USDT', balance: 0n },
    { account: 'stakes', asset: 'USDT', balance: 0n },
    { account: 'promotion', asset: 'PTS', balance: 0n },
  ]);
  await expectOutline(mount(<WalletPage />, { path: '/wallet' }).container);
});

test('the wallet that the server refuses to show', async () => {
  server.refuse(getWallet, 'internalError', 'Not now');
  server.refuse(getPurse, 'internalError', 'No accounts now');
  await expectOutline(mount(<WalletPage />, { path: '/wallet' }).container);
});

test('the wallet without a connection', async () => {
  server.loseConnection(getWallet);
  server.loseConnection(getPurse);
  await expectOutline(mount(<WalletPage />, { path: '/wallet' }).container);
});

test('the wallet and the records while they are read', () => {
  server.hold(getWallet, wallet);
  server.hold(getPurse, purse);
  server.hold(listMovements, movements);
  const { container, rerender } = mount(<WalletPage />, { path: '/wallet' });
  expect(outlineOf(container)).toMatchSnapshot();
  rerender(<RecordsPage />);
  expect(outlineOf(container)).toMatchSnapshot();
});

test('the records of every kind', async () => {
  await expectOutline(mount(<RecordsPage />, { path: '/financial' }).container);
});

test('the records of the last 7 days of one account, found by days and a search', async () => {
  const mounted = mount(<RecordsPage />, { path: '/account' });
  const { press, fill } = handOn(mounted);
  server.answer(listMovements, movements.slice(0, 2));
  await press('Last 7 days');
  await expect.poll(() => server.requestsTo(listMovements).at(-1)?.fields.range).toBe('week');
  await press(/^Account/);
  await expectOutline(mounted.container);
  await press('In plans');
  await fill('From', '2026-05-03');
  await fill('Until', '2026-05-09');
  await fill(/^Search/, 'plan');
  await expect.poll(() => server.requestsTo(listMovements).at(-1)?.fields.search).toBe('plan');
  await expectOutline(mounted.container);
  expect(server.requestsTo(listMovements).at(-1)?.fields).toMatchSnapshot();
});

test('the records of points', async () => {
  server.answer(
    listMovements,
    movements.filter(({ changes }) => changes.every(({ asset }) => asset === 'PTS')),
  );
  const mounted = mount(<RecordsPage />, { path: '/account?asset=PTS' });
  await handOn(mounted).press(/^Account/);
  await expectOutline(mounted.container);
});

test('no records at all, of USDT and of points, and none behind a filter', async () => {
  server.answer(listMovements, []);
  const mounted = mount(<RecordsPage />, { path: '/account' });
  const { press } = handOn(mounted);
  await expectOutline(mounted.container);
  await press('Points');
  await expect.poll(() => server.requestsTo(listMovements).at(-1)?.fields.asset).toBe('PTS');
  await expectOutline(mounted.container);
  await press('Yesterday');
  await expect.poll(() => server.requestsTo(listMovements).at(-1)?.fields.range).toBe('yesterday');
  await expectOutline(mounted.container);
});

test('the records of a visitor, and those that the server refuses', async () => {
  server.refuse(listMovements, 'internalError', 'Not now');
  const { container, rerender } = mount(<RecordsPage />, { path: '/financial' });
  await expectOutline(container);
  session.signOut();
  rerender(<RecordsPage key="visitor" />);
  await expectOutline(container);
});

test('the bill of a transfer, one that is unknown, and one that is refused', async () => {
  server.answer(getAccountRecord, bill);
  const path = '/billRecord?transfer=70117';
  const { container, rerender } = mount(<BillPage />, { path });
  expect(outlineOf(container)).toMatchSnapshot();
  await expectOutline(container);
  for (const code of ['recordUnknown', 'internalError'] as const) {
    rerender(null);
    queryClient.clear();
    server.refuse(getAccountRecord, code, 'Not now');
    rerender(<BillPage />);
    await expectOutline(container);
  }
});

test('bills of every kind, each with the way to what it is about', async () => {
  const bills = transferKinds.map((kind, place) => ({ ...bill, kind, reference: `R${place}`, postings: [] }));
  await expectOutline(mount(bills.map((one) => <Bill key={one.kind} bill={one} />)).container);
});

test('a bill from every account of the house to every one of the member', async () => {
  const names = Object.keys(houseAccounts) as HouseAccountName[];
  const postings = names.map((house, place) => {
    const mine = memberAccountNames[place % memberAccountNames.length] ?? 'available';
    const member = { account: mine, owner: 'member', balance: 5_000_000n + BigInt(place) } as const;
    const other = { account: house, owner: 'house', balance: null } as const;
    const sides = place % 3 === 0 ? { from: member, to: other } : { from: other, to: member };
    return { place, asset: memberAccounts[mine].asset, amount: 1_000_000n + BigInt(place), ...sides };
  });
  await expectOutline(mount(<Bill bill={{ ...bill, at: momentOf(4), postings }} />).container);
});
