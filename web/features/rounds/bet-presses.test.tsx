// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CategoryOffer, Order, Round, RoundDetail } from '#contract/round-records.ts';
import { getFairness, getRound, listOrders, placeOrder } from '#contract/rounds.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { translate } from '#web/platform/i18n/text.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { BetSlip } from './bet-slip.tsx';
import { followsFrom, keptOrderOf } from './kept-rounds.ts';

beforeAll(() => useLanguage('en'));

const id = 5_000_000;
const roundOf = (number: number): Round => {
  return { ...timesOf(number), id: number, state: 'betting', digits: null, orders: null, staked: null };
};
const round = roundOf(id);
const bounds = { minimum: usdt(1_000_000n), maximum: usdt(300_000_000n) };
const offers: readonly CategoryOffer[] = [
  { id: 'big', wins: 500, odds: 2, lost: 0.5, ...bounds },
  { id: 'odd', wins: 500, odds: 2, lost: 0.5, ...bounds },
  { id: 'extremeBig', wins: 56, odds: 1000 / 56, lost: 0.944, ...bounds, maximum: usdt(44_500_000n) },
];
const placed: Order = {
  ...{ id: 'BET1', round: id, category: 'extremeBig', amount: usdt(5_000_000n), state: 'pending', income: usdt(0n) },
  ...{ charity: usdt(0n), placedAt: 0, follow: null, salt: 'ab'.repeat(32) },
};
const detail: RoundDetail = {
  ...{ ...round, tip: 'cd'.repeat(32), place: 7, orderRoot: null, digest: null, beaconKind: 'market', seed: null },
  ...{ isPaid: false, lateDigits: null, closedAt: null, beaconFrom: null, categories: [] },
};
const databases = memoryDatabases();

beforeEach(() => {
  setProductClock({ now: round.closesAt - 60_000, clockSpeed: 0 });
});

const slip = (shown: Round = round, available: Usdt | undefined = usdt(80_000_000n)) => (
  <BetSlip {...{ round: shown, offers, available }} warnings={(worst) => <p>Worst case: {String(worst)}</p>} />
);

function opened(shown: Round = round) {
  vi.stubGlobal('indexedDB', databases);
  const server = fakeServer();
  server.answer(placeOrder, placed);
  server.answer(getRound, detail);
  server.answer(getFairness, {
    chains: [],
    days: [],
    beaconKind: 'market',
    reveals: [],
    drawn: 0,
    voided: 0,
    missed: 0,
  });
  server.answer(listOrders, []);
  const mounted = mount(slip(shown));
  const { page, user } = mounted;
  const review = () => user.click(page.getByRole('button', { name: 'Review the bet' }));
  const sheet = () => page.queryByRole('dialog');
  return { server, ...mounted, review, sheet };
}

test('a bet is reviewed with its worst case, placed on what was chosen, kept on the phone, and shown among the own bets', async () => {
  const { server, page, container, user, went, toast, review, sheet } = opened();
  expect(container.textContent).toContain('From 1.00 to 300.00 USDT, 80.00 available');
  expect(container.textContent).not.toContain('Expected gain');
  await user.click(page.getByRole('button', { name: /^Extreme big/ }));
  expect(page.getByRole('button', { name: /^Extreme big/ }).getAttribute('aria-pressed')).toBe('true');
  expect(page.getByRole('button', { name: /^Big/ }).getAttribute('aria-pressed')).toBe('false');
  expect(container.textContent).toContain('From 1.00 to 44.50 USDT, 80.00 available');

  await review();
  expect(page.getByRole('textbox', { name: /Stake per round/ }).getAttribute('aria-invalid')).toBe('true');
  expect(sheet()).toBeNull();
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '5');
  expect(container.textContent).toMatch(
    /you receive.*89\.276786 USDT.*0\.008928.*you lose5\.000000.*94\.4%.*gain−0\.000500/,
  );
  expect(container.textContent).not.toContain('Reserved at once');
  await review();
  const words = sheet()?.textContent ?? '';
  expect(words).toMatch(
    /Place this bet\?.*Bets close in.*1:00.*Extreme bigRound 5000000.*5 USDT.*Worst case: -5000000/,
  );
  expect(words).not.toMatch(/never doubled|takes no more bets/);
  expect(server.requests).toEqual([]);
  await user.click(page.getByRole('button', { name: 'Place the bet' }));
  await expect.poll(() => went).toEqual(['/myOrderInfo']);
  expect(sheet()).toBeNull();
  expect(toast()).not.toBe('');
  const [sent, ...more] = server.requestsTo(placeOrder);
  expect(sent?.fields).toEqual({ round: '5000000', category: 'extremeBig', amount: '5.000000' });
  expect(sent?.idempotencyKey).toMatch(/^[\w-]{8,}$/);
  expect(more).toEqual([]);
  await expect.poll(() => keptOrderOf('BET1')).toMatchObject({ round: id, amount: placed.amount });
});

test('a follow sends its rounds, its limit and whether it stops; its fields are shown for more than one round alone', async () => {
  const { server, page, user, container, review, sheet } = opened();
  server.answer(placeOrder, { ...placed, category: 'odd', follow: 'FOLLOW1' });
  const rounds = page.getByRole('textbox', { name: /Rounds in all/ });
  await user.click(page.getByRole('button', { name: /^Odd/ }));
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '2.5');
  expect(page.queryByRole('checkbox')).toBeNull();
  await user.clear(rounds);
  expect(page.queryByRole('checkbox')).toBeNull();
  await user.type(rounds, '4x');
  await review();
  expect(rounds.getAttribute('aria-invalid')).toBe('true');
  expect(sheet()).toBeNull();
  await user.clear(rounds);
  await user.type(rounds, ' ４');
  await user.click(page.getByRole('checkbox'));
  await user.type(page.getByRole('textbox', { name: /net loss/ }), '7.5');
  expect(container.textContent).toMatch(/Reserved at once10\.000000 USDT/);
  await review();
  expect(sheet()?.textContent).toMatch(
    /Confirm the documentary\?.*2\.5 USDT × 4.*never doubled.*Worst case: -10000000/,
  );
  await user.click(page.getByRole('button', { name: 'Confirm the follow' }));
  await expect.poll(() => server.requestsTo(placeOrder).length).toBe(1);
  expect(server.requestsTo(placeOrder)[0]?.fields).toEqual({
    ...{ round: '5000000', category: 'odd', amount: '2.500000', follow: '4', losslimit: '7.500000', stoponwin: '1' },
  });
  await expect.poll(() => followsFrom(id + 3)).toHaveLength(1);
  expect(await followsFrom(id + 4)).toEqual([]);
});

test('what is kept of a bet is what this phone sent, whatever the answer says was placed', async () => {
  databases.forget();
  const { server, page, user, went, review } = opened();
  server.answer(placeOrder, { ...placed, round: id - 1, category: 'odd', amount: usdt(6_000_000n) });
  await user.click(page.getByRole('button', { name: /^Extreme big/ }));
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '5');
  await review();
  await user.click(page.getByRole('button', { name: 'Place the bet' }));
  await expect.poll(() => went).toEqual(['/myOrderInfo']);
  await expect
    .poll(() => keptOrderOf('BET1'))
    .toEqual({ id: 'BET1', round: id, category: 'extremeBig', amount: usdt(5_000_000n), salt: placed.salt });
});

test('a follow is kept for the rounds that were sent, whatever the form says when its answer comes', async () => {
  databases.forget();
  const { server, page, user, review } = opened();
  const held = server.hold(placeOrder, { ...placed, category: 'odd', follow: 'FOLLOW2' });
  const rounds = page.getByRole('textbox', { name: /Rounds in all/ });
  await user.click(page.getByRole('button', { name: /^Odd/ }));
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '2.5');
  await user.clear(rounds);
  await user.type(rounds, '4');
  await review();
  await user.click(page.getByRole('button', { name: 'Confirm the follow' }));
  await expect.poll(() => server.requestsTo(placeOrder).length).toBe(1);
  await user.click(page.getByRole('button', { name: 'Back' }));
  await user.clear(rounds);
  await user.type(rounds, '1');
  held.release();
  await expect.poll(() => keptOrderOf('BET1')).not.toBeNull();
  await expect.poll(() => followsFrom(id + 3)).toEqual(['FOLLOW2']);
});

test.each([
  [/Stake per round/, '0.999999', 'The smallest stake is 1 USDT'],
  [/Rounds in all/, '0', 'Follow takes 2 to 288 rounds'],
  [/Rounds in all/, '289', 'Follow takes 2 to 288 rounds'],
  [/Rounds in all/, '1.5', 'Follow takes 2 to 288 rounds'],
  [/net loss/, '1', 'A stop needs a follow, and its loss limit at least the stake of one round'],
])('what the server would refuse is refused before the review: %s %s', async (name, typed, words) => {
  const { server, page, user, review, sheet } = opened();
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '5');
  await user.clear(page.getByRole('textbox', { name: /Rounds in all/ }));
  await user.type(page.getByRole('textbox', { name: /Rounds in all/ }), '2');
  const field = page.getByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, typed);
  await review();
  expect(page.getByText(words).id).toBe(field.getAttribute('aria-describedby')?.split(' ').at(-1));
  expect(sheet()).toBeNull();
  expect(server.requests).toEqual([]);
});

test('a refusal closes the sheet and stands at its field; a changed field takes it away', async () => {
  const { server, page, user, toast, review, sheet } = opened();
  const stake = page.getByRole('textbox', { name: /Stake per round/ });
  await user.type(stake, '5');
  for (const code of ['insufficientFunds', 'serverBusy'] as const) {
    server.refuse(placeOrder, code, `refused: ${code}`);
    await review();
    await user.click(page.getByRole('button', { name: 'Place the bet' }));
    await expect.poll(toast).toBe(`refused: ${code}`);
    expect(sheet()).toBeNull();
    const isOfField = code === 'insufficientFunds';
    expect(stake.getAttribute('aria-invalid') === 'true').toBe(isOfField);
    expect(page.queryAllByText(`refused: ${code}`).length > 2).toBe(isOfField);
    if (isOfField) await user.type(stake, '0');
    expect(stake.getAttribute('aria-invalid')).not.toBe('true');
  }
  const [first, second] = server.requestsTo(placeOrder);
  expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey);
});

test('without an answer the sheet stays: the same bet goes out again, on its own round, even where the next one has begun', async () => {
  const { server, page, user, toast, review, sheet, rerender, went } = opened();
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '5');
  server.loseConnection(placeOrder);
  await review();
  const place = () => user.click(page.getByRole('button', { name: 'Place the bet' }));
  await place();
  await expect.poll(toast).toBe('No answer arrived. Press again: the bet is placed only once.');
  expect(sheet()).not.toBeNull();
  rerender(slip(roundOf(id + 1)));
  const held = server.hold(placeOrder, placed);
  await place();
  await user.click(page.getByRole('button', { name: 'Placing…' }));
  held.release();
  await expect.poll(() => went).toEqual(['/myOrderInfo']);
  const sent = server.requestsTo(placeOrder);
  expect(sent.map(({ fields }) => fields.round)).toEqual(['5000000', '5000000']);
  expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
});

test('a round that has closed takes no bet any more, on a sheet that is open too; Back and the cross leave it', async () => {
  const { server, page, user, review, sheet } = opened();
  await user.type(page.getByRole('textbox', { name: /Stake per round/ }), '5');
  await review();
  await user.click(page.getByRole('button', { name: 'Back' }));
  expect(sheet()).toBeNull();
  await review();
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(sheet()).toBeNull();
  await review();
  expect(page.queryByRole('alert')).toBeNull();
  setProductClock({ now: round.closesAt, clockSpeed: 1 });
  await expect.poll(() => sheet()?.textContent).toContain('This round takes no more bets');
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Place the bet' }).disabled).toBe(true);
  await user.click(page.getByRole('button', { name: 'Place the bet' }));
  expect(server.requests).toEqual([]);
});

test('a stake and the loss that ends a follow are typed as the language writes amounts', async () => {
  await useLanguage('vnf');
  const { server, page, user } = opened();
  const type = async (label: string, text: string) => {
    await user.clear(page.getByLabelText(label));
    await user.paste(text);
  };
  await type(translate('rounds.stake'), '2,5');
  await type(translate('rounds.rounds'), '4');
  await type(translate('rounds.lossLimit'), '7,5');
  await user.click(page.getByRole('button', { name: translate('rounds.review') }));
  await user.click(page.getByRole('button', { name: translate('rounds.placeFollow') }));
  await expect
    .poll(() => server.requestsTo(placeOrder)[0]?.fields)
    .toMatchObject({ amount: '2.500000', losslimit: '7.500000' });
  await useLanguage('en');
});
