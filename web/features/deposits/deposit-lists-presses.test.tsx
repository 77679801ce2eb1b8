// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type Deposit,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from '#contract/deposits.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { setServerWallClock } from '#web/platform/product-clock.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { ChannelList } from './channel-list.tsx';
import { BehindNote } from './channel-network.tsx';
import type { DepositChannel } from './deposit-form.ts';
import { DepositHistory } from './deposit-history.tsx';
import { DepositProof } from './deposit-proof.tsx';
import { DepositTracker } from './deposit-tracker.tsx';
import { useGetDeposit, useLatestDeposit } from './queries.ts';
import { TestFunds } from './test-funds.tsx';

beforeAll(() => useLanguage('en'));

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const token = '0x000000000000000000000000000000000000dEaD';
const sandbox: DepositChannel = {
  ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_000_000n), maximum: usdt(500_000_000n) },
  ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
};
const chain: DepositChannel = {
  ...{ ...sandbox, id: 'evm', name: 'Test network' },
  network: { name: 'Sepolia', chainId: 11_155_111, token },
};
const depositOf = (place: number, changes: Partial<Deposit> = {}): Deposit => ({
  ...{ id: `1KDVDWMC0SXVXC${place + 10}`, channel: 'sandbox', amount: usdt(BigInt(place + 1) * 1_000_000n) },
  ...{ announced: null, state: 'requested', reason: null, confirmations: 0, confirmationsNeeded: 6, address: token },
  ...{ transaction: null, image: null, requestedAt: 0, confirmedAt: null, reviewedAt: null },
  ...changes,
});
const image = '1KDVDWMC0SXVXCSA';

function Shown({ id }: { readonly id: string }) {
  const { data } = useGetDeposit(id);
  return data ? <DepositTracker deposit={data} channel={sandbox} /> : null;
}

function Latest() {
  const { data } = useLatestDeposit(true);
  return data === null ? 'none' : (data?.id ?? 'waiting');
}

// First, before another test has opened the stream.
test('what is under way is read again and again until it is over, and the networks as long as the list is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  fakeStream();
  const over = depositOf(1, { state: 'confirmed', confirmedAt: 0 });
  server.answer(listDepositChannels, [sandbox, chain]);
  server.answer(listDeposits, [depositOf(0, { state: 'confirmed' }), depositOf(1)]);
  server.answer(getDeposit, depositOf(1));
  mount(
    <>
      <ChannelList />
      <DepositHistory />
      <Shown id={over.id} />
    </>,
  );
  await vi.advanceTimersByTimeAsync(9_000);
  const asked = () => [getDeposit, listDeposits].map((operation) => server.requestsTo(operation).length);
  // The stream was silent, so that it is asked sooner than every ten seconds.
  expect(Math.min(...asked())).toBeGreaterThan(1);
  server.answer(getDeposit, over);
  server.answer(listDeposits, [depositOf(0, { state: 'rejected' }), over]);
  await vi.advanceTimersByTimeAsync(3_000);
  const before = asked();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked()).toEqual(before);
  expect(server.requestsTo(listDepositChannels)).toHaveLength(3);
  vi.useRealTimers();
});

test('the stream moves a deposit on where it is shown; what an event does not carry is read again', async () => {
  const server = fakeServer();
  const stream = fakeStream();
  const one = depositOf(4, { state: 'seen', confirmations: 1 });
  server.answer(listDeposits, [one, depositOf(3)]);
  server.answer(getDeposit, one);
  const { page } = mount(
    <>
      <DepositHistory />
      <Shown id={one.id} />
    </>,
  );
  await expect.poll(() => page.queryAllByText('1 of 6 confirmations').length).toBe(2);
  await stream.send('deposit', { id: one.id, state: 'seen', confirmations: 2 });
  await expect.poll(() => page.queryAllByText('2 of 6 confirmations').length).toBe(2);
  expect(page.getByText('0 of 6 confirmations')).toBeTruthy();
  expect([getDeposit, listDeposits].map((operation) => server.requestsTo(operation).length)).toEqual([1, 1]);
  const over: Deposit = { ...one, state: 'rejected', reason: 'notReceived', confirmations: 2 };
  // With the other one over too nothing is polled: what comes next is read because of its event.
  server.answer(listDeposits, [over, depositOf(3, { state: 'confirmed' })]);
  server.answer(getDeposit, over);
  await stream.send('deposit', { id: one.id, state: 'rejected', confirmations: 2 });
  expect(await page.findByText(/^No transfer came in for this deposit/)).toBeTruthy();
  expect(await page.findByText('Nothing came in')).toBeTruthy();
  await expect.poll(() => page.queryByText('0 of 6 confirmations')).toBeNull();
  server.answer(listDeposits, [depositOf(5), over]);
  await stream.send('deposit', { id: depositOf(5).id, state: 'requested', confirmations: 0 });
  expect(await page.findByText('6.0000')).toBeTruthy();
});

test('the history goes on from the last one shown; what failed is said and tried again, also of the channels', async () => {
  const server = fakeServer();
  fakeStream();
  server.refuse(listDeposits, 'internalError', 'Not now');
  server.refuse(listDepositChannels, 'internalError', 'No channels now');
  const mounted = mount(<DepositHistory />);
  const { page, container, rerender } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  const all = Array.from({ length: 21 }, (_, place) => depositOf(place, { state: 'confirmed', image }));
  server.answerBy(listDeposits, ({ fields }) => (fields.before === all[19]?.id ? all.slice(20) : all.slice(0, 20)));
  await press('Try again');
  await press('Show earlier deposits');
  await expect.poll(() => container.querySelectorAll('a').length).toBe(21);
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(new RegExp(`^/api/.*${image}`));
  rerender(<ChannelList />);
  expect(await page.findByText('No channels now')).toBeTruthy();
  server.answer(listDepositChannels, []);
  await press('Try again');
  expect(await page.findByText('No deposit channel is open')).toBeTruthy();
});

test('test funds are one press: asked for once, refused and said so, then on their way to being credited', async () => {
  const server = fakeServer();
  const stream = fakeStream();
  server.answer(listDepositChannels, [chain, sandbox]);
  server.answer(listDeposits, [depositOf(1, { state: 'confirmed' })]);
  server.answer(getDeposit, depositOf(1, { state: 'confirmed' }));
  const onRequested = vi.fn();
  const mounted = mount(<TestFunds onRequested={onRequested} />);
  const { page, toast } = mounted;
  const { press, control } = handOn(mounted);
  expect((control('Get test funds') as HTMLButtonElement).disabled).toBe(true);
  server.refuse(requestDeposit, 'depositsOfDay', 'Enough for today');
  await press('Get 500 test USDT');
  await expect.poll(toast).toBe('Enough for today');
  const asked = depositOf(2);
  const held = server.hold(requestDeposit, asked);
  await press('Get 500 test USDT');
  await press('Get 500 test USDT');
  held.release();
  expect(await page.findByText('Waiting for the sandbox rail to see it')).toBeTruthy();
  expect(onRequested).toHaveBeenCalledOnce();
  const sent = server.requestsTo(requestDeposit);
  expect(sent.map(({ fields }) => fields)).toEqual(Array(2).fill({ channel: 'sandbox', amount: '500.000000' }));
  server.answer(getDeposit, { ...asked, state: 'seen', confirmations: 3 });
  await stream.send('deposit', { id: asked.id, state: 'seen', confirmations: 3 });
  expect(await page.findByText('3 of 6 confirmations')).toBeTruthy();
  server.answer(getDeposit, { ...asked, state: 'confirmed', confirmations: 6 });
  await stream.send('deposit', { id: asked.id, state: 'confirmed', confirmations: 6 });
  expect(await page.findByText('Credited to your available quota')).toBeTruthy();
});

test('funds on their way are shown instead of a press, rejected ones can be asked for again, a thousand where the channel takes it', async () => {
  const server = fakeServer();
  fakeStream();
  const large = { ...sandbox, maximum: usdt(100_000_000_000n) };
  server.answer(listDepositChannels, [large]);
  server.answer(listDeposits, [depositOf(7, { state: 'seen', confirmations: 2 })]);
  server.answer(getDeposit, depositOf(7, { state: 'seen', confirmations: 2 }));
  const mounted = mount(<TestFunds />);
  const { page } = mounted;
  expect(await page.findByText('2 of 6 confirmations')).toBeTruthy();
  mounted.unmount();
  queryClient.clear();
  server.answer(getDeposit, depositOf(7, { state: 'rejected' }));
  server.answer(listDeposits, [depositOf(7)]);
  server.answer(requestDeposit, depositOf(7));
  const again = mount(<TestFunds />);
  await handOn(again).press('Get 1,000 test USDT');
  await expect.poll(() => server.requestsTo(requestDeposit).length).toBe(1);
  again.unmount();
  server.answer(listDepositChannels, [chain]);
  queryClient.clear();
  const onChain = mount(<TestFunds />);
  const { press, control } = handOn(onChain);
  await expect.poll(() => (control('Get test funds') as HTMLButtonElement).disabled).toBe(false);
  await press('Get test funds');
  expect(onChain.went).toEqual(['/deposit']);
});

test('a proof that is sent later goes to its deposit, once it has arrived, and a refusal is said', async () => {
  const server = fakeServer();
  fakeStream();
  const sendImage = vi.fn(async () => ({ value: { id: image, width: 4, height: 4 }, message: 'Sent' }));
  sendImage.mockRejectedValueOnce(new ApiFailure('unreachable'));
  const mounted = mount(<DepositProof deposit={{ id: depositOf(0).id }} sendImage={sendImage} />);
  const { page, user, container, toast } = mounted;
  const { press } = handOn(mounted);
  const choose = () =>
    user.upload(container.querySelector('input') as HTMLInputElement, new File(['a'], 'a.png', { type: 'image/png' }));
  await choose();
  expect(await page.findByText(/^Clearlot cannot be reached/)).toBeTruthy();
  expect(server.requests).toEqual([]);
  server.refuse(proveDeposit, 'depositProven', 'It has a proof already');
  await press('Send again');
  expect((await page.findByText('It has a proof already')).getAttribute('role')).toBe('alert');
  await press('Remove the image');
  expect(page.queryByText('It has a proof already')).toBeNull();
  server.answer(proveDeposit, depositOf(0, { image }));
  await choose();
  await expect.poll(toast).toBe('Done');
  const sent = server.requestsTo(proveDeposit).map(({ fields }) => fields);
  expect(sent).toEqual(Array(2).fill({ deposit: depositOf(0).id, image }));
});

test('the address of a deposit can be copied, its token and transaction too, each alone', async () => {
  const written = vi.fn(async () => undefined);
  const one = depositOf(0, { channel: 'evm', transaction: `0x${'ef'.repeat(32)}`, state: 'seen', requestedAt: at(10) });
  const over = { ...one, state: 'confirmed', image, confirmedAt: at(11), reviewedAt: at(12) } as const;
  const rowOf = (found: HTMLElement[]) => found.at(-1)?.closest('li')?.textContent;
  const mounted = mount(<DepositTracker deposit={one} channel={chain} />);
  const { press } = handOn(mounted);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
  await press('Copy the transaction hash');
  await press('Copy the token’s address');
  await press('Copy the address');
  expect(written.mock.calls).toEqual([[one.transaction], [token], [one.address]]);
  expect(mounted.toast()).toBe('Copied');
  expect(await mounted.page.findByLabelText('QR code of the address')).toBeTruthy();
  mounted.rerender(<DepositTracker deposit={over} channel={{ ...chain, behindSince: 1 }} />);
  expect(mounted.page.queryByLabelText('QR code of the address')).toBeNull();
  const times = ['Requested', 'Credited', 'Proof looked at'].map((name) => rowOf(mounted.page.getAllByText(name)));
  expect(times.join()).toMatch(/^RequestedMay 1.*10:00:00,CreditedMay 1.*11:00:00,Proof looked atMay 1.*12:00:00$/);
  expect(mounted.page.queryByText('The network does not answer')).toBeNull();
  await press('Copy the address');
  await press('Show the proof large');
  expect(mounted.page.getAllByText('Proof').length).toBe(2);
  vi.restoreAllMocks();
});

test('the newest deposit is the first of the list, or none', async () => {
  const server = fakeServer();
  server.answer(listDeposits, [depositOf(3), depositOf(2)]);
  const { page, unmount } = mount(<Latest />);
  expect(await page.findByText(depositOf(3).id)).toBeTruthy();
  unmount();
  queryClient.clear();
  server.answer(listDeposits, []);
  expect(await mount(<Latest />).page.findByText('none')).toBeTruthy();
});

test('how long the network has not answered is counted on while it is shown', async () => {
  vi.useFakeTimers({ now: 600_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { page } = mount(<BehindNote since={540_000} />);
  expect(page.getByText('No answer for 1m')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await page.findByText('No answer for 2m')).toBeTruthy();
  // A phone whose clock is wrong: the server says when it stopped, and by its clock the time since is counted.
  setServerWallClock(new Date(1_140_000).toUTCString());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await page.findByText('No answer for 10m')).toBeTruthy();
  vi.useRealTimers();
});
