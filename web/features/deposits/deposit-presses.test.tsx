// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Deposit, depositFromWallet, listDeposits, requestDeposit } from '#contract/deposits.ts';
import type { uploadImage } from '#contract/images.ts';
import { usdt } from '#core/money/amount.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { ApiFailure, ApiRefusal } from '#web/platform/api/refusal.ts';
import { errorText, translate } from '#web/platform/i18n/text.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import type { DepositChannel } from './deposit-form.ts';
import { DepositRequest } from './deposit-request.tsx';
import { useGetDeposit } from './queries.ts';
import type { SendImage } from './use-proof.ts';

beforeAll(() => useLanguage('en'));

const sandbox: DepositChannel = {
  ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_000_000n), maximum: usdt(2_000_000_000n) },
  ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
};
const token = '0x000000000000000000000000000000000000dEaD';
const chain: DepositChannel = {
  ...{ ...sandbox, id: 'sepolia', name: 'Test network', minimum: usdt(1_000_000n) },
  network: { name: 'Sepolia', chainId: 11_155_111, token },
};
const deposit: Deposit = {
  ...{ id: '1KDVDWMC0SXVXCS8', channel: 'sandbox', amount: usdt(500_000_000n), announced: usdt(500_000_000n) },
  ...{ state: 'requested', reason: null, confirmations: 0, confirmationsNeeded: 6, address: token, transaction: null },
  ...{ image: null, requestedAt: 0, confirmedAt: null, reviewedAt: null },
};
const image = '1KDVDWMC0SXVXCSA';
const imageSent: CallResult<typeof uploadImage> = { value: { id: image, width: 4, height: 4 }, message: 'Sent' };
const picture = (name = 'proof.png', type = 'image/png') => new File(['picture'], name, { type });

/** Images on their way, oldest first: the test says what becomes of each. */
function sending() {
  const images: { part: Parameters<SendImage>[0]; arrive(): void; fail(error: Error): void }[] = [];
  const sendImage: SendImage = (part) => {
    const { promise, resolve, reject } = Promise.withResolvers<CallResult<typeof uploadImage>>();
    images.push({ part, arrive: () => resolve(imageSent), fail: reject });
    return promise;
  };
  return { images, sendImage };
}

function DepositChannelShown() {
  return useGetDeposit(deposit.id).data?.channel ?? 'waiting';
}

const input = (container: HTMLElement) => container.querySelector('input[type=file]') as HTMLInputElement;

test('a deposit is checked by the bounds of its channel, refused where it belongs, and asked for once with its proof', async () => {
  const server = fakeServer();
  const { images, sendImage } = sending();
  const onRequested = vi.fn();
  const mounted = mount(<DepositRequest {...{ channels: [sandbox, chain], first: null, sendImage, onRequested }} />);
  const { page, user, container } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  expect(['100', '500', '1,000'].map((words) => control(words).getAttribute('aria-pressed'))).toEqual(
    Array(3).fill('false'),
  );
  expect(page.queryByText('5,000')).toBeNull();
  expect(page.queryByText('Sent already?')).toBeNull();
  const wrong = [
    ['', errorText('amountMissing')],
    ['no', errorText('amountInvalid')],
    ['9.99', errorText('depositTooSmall', { minimum: sandbox.minimum })],
    ['2000.01', errorText('depositTooLarge', { maximum: sandbox.maximum })],
  ] as const;
  for (const [amount, words] of wrong) {
    await fill('Amount', amount);
    await press('Get test funds');
    expect(page.getByText(words).id).toBe(field('Amount').getAttribute('aria-describedby'));
  }
  await press('500');
  expect(field('Amount').value).toBe('500');
  expect(page.queryByText(wrong[3][1])).toBeNull();
  expect(control('500').getAttribute('aria-pressed')).toBe('true');

  // Its buttons open it: shown itself, it would be a second control without a name.
  expect([input(container).hidden, input(container).accept]).toEqual([true, 'image/jpeg,image/png,image/webp']);
  await user.upload(input(container), picture());
  expect(await page.findByText('Sending the image')).toBeTruthy();
  images[0]?.part.onProgress(0.25);
  await expect.poll(() => container.querySelector('progress')?.position).toBe(0.25);
  await press('Get test funds');
  expect(page.getByText(/^The image is still on its way/)).toBeTruthy();
  images[0]?.fail(new ApiFailure('unreachable'));
  expect(await page.findByText(/^Clearlot cannot be reached/)).toBeTruthy();
  expect(page.queryByText(/^The image is still on its way/)).toBeNull();
  await press('Get test funds');
  expect(page.getByText(/^The image was not sent/)).toBeTruthy();
  await press('Send again');
  images[1]?.arrive();
  expect(await page.findByText('The image is sent')).toBeTruthy();
  expect(page.getByText(/^Your phone could not shrink it/)).toBeTruthy();
  expect(server.requests).toEqual([]);

  server.refuse(requestDeposit, 'depositTooSmall', 'The minimum has just been raised');
  await press('Get test funds');
  const refusal = await page.findByText('The minimum has just been raised');
  expect(refusal.id).toBe(field('Amount').getAttribute('aria-describedby'));
  await press('1,000');
  expect(page.queryByText('The minimum has just been raised')).toBeNull();
  server.refuse(requestDeposit, 'depositsOfDay', 'Enough for today');
  await press('Get test funds');
  expect((await page.findByText('Enough for today')).getAttribute('role')).toBe('alert');
  server.refuse(requestDeposit, 'imageUsed', 'The image proves another deposit');
  await press('Get test funds');
  expect(await page.findByText('The image proves another deposit')).toBeTruthy();
  expect(page.queryByText('Enough for today')).toBeNull();
  expect(page.queryByText('Send again')).toBeNull();
  await press('Remove the image');
  await user.upload(input(container), picture());
  await expect.poll(() => images.length).toBe(3);
  images[2]?.arrive();
  await page.findByText('The image is sent');
  const held = server.hold(requestDeposit, deposit);
  await press('Get test funds');
  expect(control('Get test funds').getAttribute('aria-busy')).toBe('true');
  await press('Get test funds');
  held.release();
  await expect.poll(() => onRequested.mock.calls.length).toBe(1);
  expect(onRequested.mock.calls[0]?.[0]).toEqual(deposit);
  const sent = server.requestsTo(requestDeposit).map(({ fields }) => fields);
  expect(sent.map(({ amount }) => amount)).toEqual(['500.000000', '1000.000000', '1000.000000', '1000.000000']);
  expect(sent[3]).toEqual({ channel: 'sandbox', amount: '1000.000000', image });
});

test('another channel is asked with its own bounds, and has no proof; what is asked for is known to its own page', async () => {
  const server = fakeServer();
  fakeStream();
  server.answer(requestDeposit, { ...deposit, channel: 'sepolia' });
  server.answer(listDeposits, [deposit]);
  const { sendImage } = sending();
  const onRequested = () =>
    mounted.rerender(
      <p>
        It is on <DepositChannelShown />
      </p>,
    );
  const mounted = mount(<DepositRequest {...{ channels: [sandbox, chain], first: 'gone', sendImage, onRequested }} />);
  const { page, container } = mounted;
  const { press, fill } = handOn(mounted);
  await press(/^Test network/);
  expect(page.getByText('Sepolia')).toBeTruthy();
  expect(page.getByText('1.00 to 2,000.00 USDT')).toBeTruthy();
  expect(input(container)).toBeNull();
  await fill('Amount', '2.5');
  await press('Get test funds');
  expect(await page.findByText('It is on sepolia')).toBeTruthy();
  expect(server.requestsTo(requestDeposit)[0]?.fields).toEqual({ channel: 'sepolia', amount: '2.500000' });
});

test('a transfer that was sent already is found by its hash: one that is none is not sent, one that is not found is said', async () => {
  const server = fakeServer();
  const onRequested = vi.fn();
  const behind = { ...chain, behindSince: Date.now() - 185_000 };
  const mounted = mount(
    <DepositRequest {...{ channels: [sandbox, behind], first: 'sepolia', sendImage: vi.fn(), onRequested }} />,
  );
  const { page } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  expect(page.getByText('No answer for 3m')).toBeTruthy();
  await press('Find the transfer');
  expect(page.getByText(errorText('transactionMissing'))).toBeTruthy();
  await fill('Transaction hash', '0x12');
  await press('Find the transfer');
  expect(page.getByText(errorText('transactionInvalid'))).toBeTruthy();
  expect(server.requests).toEqual([]);
  const hash = `0x${'ab'.repeat(32)}`;
  await fill('Transaction hash', ` ${hash} `);
  server.refuse(depositFromWallet, 'transactionPending', 'It is not in a block yet');
  await press('Find the transfer');
  const refusal = await page.findByText('It is not in a block yet');
  expect(refusal.id).toBe(field('Transaction hash').getAttribute('aria-describedby'));
  server.refuse(depositFromWallet, 'chainUnavailable', 'The chain does not answer');
  await press('Find the transfer');
  expect((await page.findByText('The chain does not answer')).id).toBe('');
  const held = server.hold(depositFromWallet, deposit);
  await press('Find the transfer');
  expect(control('Find the transfer').getAttribute('aria-busy')).toBe('true');
  await press('Find the transfer');
  held.release();
  await expect.poll(() => onRequested.mock.calls.length).toBe(1);
  const sent = server.requestsTo(depositFromWallet);
  expect(sent.map(({ fields }) => fields)).toEqual(Array(3).fill({ channel: 'sepolia', hash }));
  expect(sent[2]?.idempotencyKey).toMatch(/^\w{32}$/);
});

test('an image that is none is not sent; a refused one cannot be sent again, another one can be chosen, a removed one stops', async () => {
  const { images, sendImage } = sending();
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const mounted = mount(<DepositRequest {...{ channels: [sandbox], first: null, sendImage, onRequested: vi.fn() }} />);
  const { page, container } = mounted;
  const { press } = handOn(mounted);
  // A picker may hand over what it does not offer.
  const choose = async (file: File) => {
    Object.defineProperty(input(container), 'files', { value: [file], configurable: true });
    input(container).dispatchEvent(new Event('change', { bubbles: true }));
  };
  const asked = vi.spyOn(input(container), 'click').mockImplementation(() => undefined);
  await press('Choose an image');
  expect(asked).toHaveBeenCalledOnce();
  await choose(picture('notes.txt', 'text/plain'));
  expect(await page.findByText(errorText('imageKindUnknown'))).toBeTruthy();
  expect(page.queryByText('Send again')).toBeNull();
  expect(images).toEqual([]);
  await press('Choose another image');
  expect(asked).toHaveBeenCalledTimes(2);
  await choose(picture());
  await expect.poll(() => images.length).toBe(1);
  images[0]?.fail(new ApiRefusal('imageDamaged', 'It cannot be read'));
  expect(await page.findByText('It cannot be read')).toBeTruthy();
  expect(page.queryByText('Send again')).toBeNull();
  await choose(picture());
  await expect.poll(() => images.length).toBe(2);
  expect(revoked).toHaveBeenCalledWith(made.mock.results[0]?.value);
  await press('Remove the image');
  expect(images[1]?.part.signal.aborted).toBe(true);
  images[1]?.arrive();
  expect(page.getByText('Choose an image')).toBeTruthy();
  await choose(picture());
  await expect.poll(() => images.length).toBe(3);
  await choose(picture());
  await expect.poll(() => images.length).toBe(4);
  await act(async () => images[2]?.fail(new Error('broken off by the next one')));
  expect(page.queryByText('Send again')).toBeNull();
  mounted.unmount();
  expect(images[3]?.part.signal.aborted).toBe(true);
  expect(revoked.mock.calls.map(([address]) => address)).toEqual(made.mock.results.map(({ value }) => value));
  vi.restoreAllMocks();
});

test('an amount is typed as the language writes it', async () => {
  await useLanguage('vnf');
  const server = fakeServer();
  server.refuse(requestDeposit, 'internalError', 'Not now');
  const { fill, press } = handOn(
    mount(<DepositRequest {...{ channels: [chain], first: chain.id, sendImage: vi.fn(), onRequested: vi.fn() }} />),
  );
  await fill(translate('deposits.amount'), '2,5');
  await press(translate('deposits.submit'));
  await expect.poll(() => server.requestsTo(requestDeposit)[0]?.fields.amount).toBe('2.500000');
  await useLanguage('en');
});
