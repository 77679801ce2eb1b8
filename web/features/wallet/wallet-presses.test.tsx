// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { exportAccountRecords, getAccountRecord, getPurse, getWallet } from '#contract/wallet.ts';
import { listMovements, type Movement, sumMovements } from '#contract/wallet-movements.ts';
import { usdt } from '#core/money/amount.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { VisibleAtOnce } from '#web/ui/layout/list-end.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { ExportButtons } from './export-buttons.tsx';
import {
  noFilterOf,
  type RecordFilter,
  useGetAccountRecord,
  useGetWallet,
  useListMovements,
  useSumMovements,
} from './queries.ts';
import { RecordList } from './record-list.tsx';
import { PurseCard, WalletCard } from './wallet-card.tsx';

const saved: { name: string; text: Promise<string> }[] = [];

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('IntersectionObserver', VisibleAtOnce);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', text: (file as Blob).text() });
    return 'blob:records';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    Object.assign(saved.at(-1) ?? {}, { name: this.download });
  });
});
afterEach(() => void vi.restoreAllMocks());

function BillShown({ transfer }: { readonly transfer: string | null }) {
  return <p>{useGetAccountRecord(transfer).data?.reference ?? 'no bill'}</p>;
}

function ProfitShown() {
  return <p>{String(useGetWallet().data?.incomeToday)}</p>;
}

const movementOf = (place: number): Movement => ({
  ...{ id: String(1_000 - place), kind: 'depositConfirmed', reference: `D${place}`, plan: null, at: 0 },
  changes: [{ account: 'available', asset: 'USDT', amount: BigInt(place + 1) * 1_000_000n, balance: 0n }],
});

function recordsServer() {
  const server = fakeServer();
  const all = Array.from({ length: 21 }, (_, place) => movementOf(place));
  server.answerBy(listMovements, ({ fields: { asset, before, ...filter } }) => {
    if (Object.keys(filter).length > 0 || asset === 'PTS') return all.slice(0, 1);
    return before === all[19]?.id ? all.slice(20) : all.slice(0, 20);
  });
  server.answerBy(sumMovements, ({ fields }) => ({
    ...{ asset: fields.asset as 'USDT', movements: 21, incoming: 231_000_000n, outgoing: 1_000_000n },
  }));
  return server;
}

const filtersOf = (server: ReturnType<typeof fakeServer>) =>
  server.requestsTo(listMovements).map(({ fields }) => fields);

test('the records are filtered by time, days, account and a search, which the sum follows; another asset begins without an account', async () => {
  const server = recordsServer();
  const mounted = mount(<RecordList asset="USDT" />);
  const { page, container } = mounted;
  const { press, control, fill } = handOn(mounted);
  expect(await page.findByText('No earlier records')).toBeTruthy();
  expect(container.querySelectorAll('a[href^="/billRecord?transfer="]')).toHaveLength(21);
  expect(filtersOf(server)).toEqual([{ asset: 'USDT' }, { asset: 'USDT', before: '981' }]);
  expect(page.getByText('Net').closest('li')?.textContent).toBe('Net+230.000000');
  const slow = server.hold(listMovements, [movementOf(0)]);
  await press('Last 7 days');
  await expect.poll(() => filtersOf(server).at(-1)?.range).toBe('week');
  expect(container.querySelectorAll('a[href^="/billRecord?transfer="]')).toHaveLength(21);
  slow.release();
  expect(['All', 'Last 7 days'].map((name) => control(name).getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await expect.poll(() => filtersOf(server)).toContainEqual({ asset: 'USDT', range: 'week' });
  await press(/^Account/);
  expect(page.queryByText('Assistance points')).toBeNull();
  await press('Close');
  expect(page.queryByText('In plans')).toBeNull();
  await press(/^Account/);
  await press('In plans');
  expect(page.queryByRole('dialog')).toBeNull();
  expect(control(/^Account/).textContent).toContain('In plans');
  await press('All');
  await fill('From', '2026-05-01');
  await fill('Until', '2026-05-09');
  await fill('Search: movement or reference', ' plan placed ');
  const wanted = { account: 'plans', asset: 'USDT', from: '2026-05-01', until: '2026-05-09', search: 'plan placed' };
  await expect.poll(() => filtersOf(server)).toContainEqual({ ...wanted, kinds: 'planPlaced' });
  await expect.poll(() => server.requestsTo(sumMovements).at(-1)?.fields).toEqual({ ...wanted, kinds: 'planPlaced' });
  expect(filtersOf(server).some(({ search }) => search === '')).toBe(false);
  await fill('Search: movement or reference', 'D7 no kind');
  await expect.poll(() => filtersOf(server)).toContainEqual({ ...wanted, search: 'D7 no kind' });
  await press(/^Account/);
  await press('All accounts');
  await press('Points');
  await press(/^Account/);
  await press('Assistance points');
  await expect.poll(() => filtersOf(server).at(-1)).toMatchObject({ asset: 'PTS', account: 'assistance' });
  await press('USDT');
  expect(control(/^Account/).textContent).toContain('All accounts');
});

test('where nothing moved the way on depends on why; what failed is said and tried again', async () => {
  const server = fakeServer();
  server.refuse(listMovements, 'internalError', 'Not now');
  const mounted = mount(<RecordList asset="USDT" />);
  const { page, went } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  server.answer(listMovements, []);
  await press('Try again');
  expect(await page.findByText(/^Deposits, plans and withdrawals appear here/)).toBeTruthy();
  await press(/Get test funds|deposit/i);
  await press('Today');
  await expect.poll(() => filtersOf(server).at(-1)).toEqual({ asset: 'USDT', range: 'today' });
  await expect.poll(() => page.queryAllByText('All').length).toBe(2);
  await mounted.user.click(page.getAllByText('All')[1] as Element);
  expect(page.getAllByText('All')[0]?.getAttribute('aria-pressed')).toBe('true');
  await press('Points');
  expect(await page.findByText(/^Check-ins, tasks and donations appear here/)).toBeTruthy();
  await press('Today');
  await expect.poll(() => filtersOf(server).at(-1)).toEqual({ asset: 'PTS', range: 'today' });
  await expect.poll(() => page.queryAllByText('All').length).toBe(2);
  await mounted.user.click(page.getAllByText('All')[1] as Element);
  await press('To today’s check-in');
  expect(went).toEqual(['/deposits', '/homeTab?checkIn']);
});

const head = 'time,kind,reference,account,asset,amount,balance,transfer\r\n';
const lines = [
  '2026-05-01T10:00:00.000Z,depositConfirmed,D1,available,USDT,1.500000,2.500000,7\r\n',
  '2026-05-02T10:00:00.000Z,planPlaced,P1,plans,USDT,-1.000000,1.500000,8\r\n',
];

test('the export has every part of the filtered records, readable or as programs read them; a failure is said and saves nothing', async () => {
  const server = fakeServer();
  server.answerBy(exportAccountRecords, ({ fields }) =>
    fields.before === '7-0-1'
      ? { csv: lines[1] ?? '', lines: 1, next: null }
      : { csv: head + lines[0], lines: 1, next: '7-0-1' },
  );
  const mounted = mount(<ExportButtons filter={{ ...noFilterOf('USDT'), range: 'month', account: 'plans' }} />);
  const { toast } = mounted;
  const { press, control } = handOn(mounted);
  await press('CSV for programs');
  await expect.poll(toast).toBe('2 lines saved');
  expect(saved[0]?.name).toBe('clearlot-records-plain.csv');
  expect(await saved[0]?.text).toBe(head + lines.join(''));
  const asked = { asset: 'USDT', range: 'month', account: 'plans' };
  expect(server.requestsTo(exportAccountRecords).map(({ fields }) => fields)).toEqual([
    asked,
    { ...asked, before: '7-0-1' },
  ]);
  await press('Export as CSV');
  await expect.poll(() => saved[1]?.name).toBe('clearlot-records.csv');
  expect(await saved[1]?.text).toMatch(/"Deposit credited","D1".*\r\n.*"Plan placed","P1"/);
  server.refuse(exportAccountRecords, 'internalError', 'No file now');
  mounted.rerender(<ExportButtons filter={noFilterOf('PTS')} />);
  await press('CSV for programs');
  await expect.poll(toast).toBe('No file now');
  expect(saved).toHaveLength(2);
  const held = server.hold(exportAccountRecords, { csv: head, lines: 0, next: null });
  await press('Export as CSV');
  expect(control('CSV for programs').getAttribute('aria-busy')).toBe('true');
  await press('CSV for programs');
  held.release();
  await expect.poll(() => saved[2]?.name).toBe('clearlot-points.csv');
  expect(server.requestsTo(exportAccountRecords)).toHaveLength(6);
});

test('a bill is read by its transfer, and nothing is without one; the balances can be read again', async () => {
  const server = fakeServer();
  const bill = {
    transfer: '42',
    kind: 'depositConfirmed',
    reference: 'D1',
    at: 0,
    recordedAt: 0,
    postings: [],
  } as const;
  server.answer(getAccountRecord, bill as never);
  const mounted = mount(<BillShown transfer={null} />);
  const { page } = mounted;
  const { press } = handOn(mounted);
  expect(server.requests).toEqual([]);
  mounted.rerender(<BillShown transfer="42" />);
  expect(await page.findByText('D1')).toBeTruthy();
  expect(server.requests.map(({ path }) => path)).toEqual([getAccountRecord.path.replace('{transfer}', '42')]);
  server.refuse(getPurse, 'internalError', 'No balances now');
  mounted.rerender(<PurseCard />);
  expect(await page.findByText('No balances now')).toBeTruthy();
  server.answer(getPurse, [{ account: 'available', asset: 'USDT', balance: 5_000_000n }]);
  await press('Try again');
  expect(await page.findByText('5.000000 USDT')).toBeTruthy();
});

test('balances, movements and their sum are read again while the stream is silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = recordsServer();
  fakeStream();
  server.answer(getPurse, []);
  mount(
    <>
      <PurseCard />
      <WalletCard />
      <RecordList asset="USDT" />
    </>,
  );
  const stop = stream.subscribe('round', () => undefined);
  await vi.advanceTimersByTimeAsync(17_000);
  for (const read of [getPurse, getWallet, listMovements, sumMovements]) {
    expect(server.requestsTo(read).length).toBeGreaterThan(2);
  }
  stop();
  // Nothing listens any more: the connection is closed.
  await vi.advanceTimersByTimeAsync(10);
  vi.useRealTimers();
});

test('today’s profit begins anew with the next day', async () => {
  const evening = new Date(2026, 4, 1, 23, 59).getTime();
  vi.useFakeTimers({ now: evening, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const server = fakeServer();
  const wallet = (incomeToday: bigint) => ({
    ...{ authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(incomeToday) },
    ...{ hasBankCard: false, hasWithdrawalPassword: false, userId: '0000000000000001' },
  });
  server.answer(getWallet, wallet(7n));
  const { page } = mount(<ProfitShown />);
  await vi.advanceTimersByTimeAsync(100);
  expect(page.getByText('7')).toBeTruthy();
  server.answer(getWallet, wallet(0n));
  await vi.advanceTimersByTimeAsync(50_000);
  expect(page.getByText('7')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(page.getByText('0')).toBeTruthy();
  vi.useRealTimers();
});

function RangeRead({ range }: { readonly range: RecordFilter['range'] }) {
  const filter = { ...noFilterOf('USDT'), range };
  useListMovements(filter);
  useSumMovements(filter);
  return null;
}

test('records of a range of days, and their sum, are read again when the next day begins', async () => {
  const evening = new Date(2026, 4, 1, 23, 59).getTime();
  vi.useFakeTimers({ now: evening, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const server = recordsServer();
  const reads = () => [listMovements, sumMovements].map((read) => server.requestsTo(read).length);
  const { rerender } = mount(<RangeRead range="today" />);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(reads()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads()).toEqual([2, 2]);
  rerender(<RangeRead range={null} />);
  await vi.advanceTimersByTimeAsync(90_000_000);
  expect(reads()).toEqual([3, 3]);
  vi.useRealTimers();
});
