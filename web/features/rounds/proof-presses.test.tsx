// @vitest-environment happy-dom
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { FairDay, Order, RoundDetail } from '#contract/round-records.ts';
import { getDayTranscript, getRoundProof, listFairDays, listOrders } from '#contract/rounds.ts';
import { orderNode, orderTree } from '#core/fairness/orders.ts';
import { installedOn, keyOfDay, ordersOf, seedsOfDay, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { usdt } from '#core/money/amount.ts';
import { levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { DayList } from './day-list.tsx';
import { keepChains, keepDigest, keepOrders, keepTip } from './kept-rounds.ts';
import { OwnBets } from './own-bets.tsx';
import { workersOfPage } from './replay-worker.fixture.ts';

beforeAll(() => useLanguage('en'));

const databases = memoryDatabases();
let workers: ReturnType<typeof workersOfPage>['workers'];
const saved = vi.fn<(name: string, text: string) => void>();

beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  const page = workersOfPage();
  workers = page.workers;
  vi.stubGlobal('Worker', page.Worker);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then((text) => saved(names.at(-1) ?? '', text));
    return 'blob:it';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => {
  databases.forget();
  saved.mockClear();
  vi.restoreAllMocks();
});

const round = (installedOn + 1) * roundsPerDay + 5;
const orders = ordersOf(round, 9);
const transcript = transcriptOf(round, { orders });
const { closing, digest } = transcript;
const { position, siblings } = pathOf(
  orderTree,
  levelsOf(
    orderTree,
    orders.map((order) => orderNode(round, order)),
  ),
  4,
);
const leaf = orders[4] as (typeof orders)[number];
const proof = { order: leaf, path: { position, siblings: siblings.map(bytesToHex) }, closing, digest };
const bet: Order = {
  ...{ id: 'BET1', round, category: leaf.category, amount: leaf.stake, salt: leaf.salt, state: 'pending' },
  ...{ income: usdt(0n), charity: usdt(0n), placedAt: 0, follow: null },
};
const detail: RoundDetail = {
  ...{ ...timesOf(round), id: round, state: 'closed', digits: null, orders: 9, staked: usdt(0n), lateDigits: null },
  ...{ tip: closing.tip, place: 5, orderRoot: closing.root, digest, beaconKind: 'market', seed: null, isPaid: false },
  ...{ closedAt: null, beaconFrom: null, categories: [] },
};

function openedBets(own: Order = bet, shown: RoundDetail = detail) {
  queryClient.clear();
  const server = fakeServer();
  server.answer(listOrders, [own]);
  server.answer(getRoundProof, proof);
  const mounted = mount(<OwnBets round={shown} links={(id) => <a href={`/help?bet=${id}`}>Ask about it</a>} />);
  const press = async (name: string) => mounted.user.click(await mounted.page.findByRole('button', { name }));
  return { server, ...mounted, press, words: () => mounted.container.textContent };
}

test('a bet is held against the published root and what this phone kept, and its path can be saved', async () => {
  await keepOrders([bet]);
  await keepDigest(round, digest, timesOf(round).closesAt);
  const { server, page, press, words } = openedBets();
  await press('Is this bet in the root?');
  await expect.poll(words).toContain('Included: its path leads to the published root');
  expect(words()).toMatch(/The bet is the one that this phone kept.*Its path leads to the published root/);
  expect(words()).not.toMatch(/did not keep the bet|was not open/);
  expect(page.queryByRole('button', { name: 'Is this bet in the root?' })).toBeNull();
  expect(page.getByRole('link', { name: 'Ask about it' }).getAttribute('href')).toBe('/help?bet=BET1');
  expect(server.requestsTo(listOrders)[0]?.fields).toEqual({ round: String(round) });

  await press('Download the path');
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  expect(saved.mock.calls[0]?.[0]).toBe('clearlot-bet-BET1.json');
  expect(JSON.parse(saved.mock.calls[0]?.[1] ?? '')).toEqual(z.encode(getRoundProof.output, proof));
  expect(server.requestsTo(getRoundProof).map(({ path }) => path)).toEqual(Array(2).fill('/rounds/proof/BET1'));
});

test('what this phone did not keep is said; another bet than it kept is found, and so is an income that the result does not make', async () => {
  const { words, press, unmount } = openedBets();
  await press('Is this bet in the root?');
  await expect.poll(words).toContain('Included');
  expect(words()).toMatch(/did not keep the bet.*was not open when the round closed/);
  unmount();

  await keepOrders([{ ...bet, amount: usdt(leaf.stake - 1n) }]);
  const lost = openedBets(
    { ...bet, state: 'lost', income: usdt(-leaf.stake - 1n) },
    { ...detail, state: 'drawn', digits: [0, 0, 1], isPaid: true },
  );
  await lost.press('Is this bet in the root?');
  await expect.poll(lost.words).toContain('The proof of this bet does not match');
  expect(lost.words()).toMatch(/kept\.order.*Published.*Computed here/);
  expect(lost.words()).toContain('order.income');
  lost.unmount();

  // Not paid yet, though its round is drawn.
  const pending = openedBets(bet, { ...detail, state: 'drawn', digits: [0, 0, 1] });
  await pending.press('Is this bet in the root?');
  await expect.poll(pending.words).toContain('kept.order');
  expect(pending.words()).not.toContain('order.income');
  pending.unmount();

  const returned = openedBets({ ...bet, state: 'void', income: usdt(-1n) }, { ...detail, state: 'void', isPaid: true });
  await returned.press('Is this bet in the root?');
  await expect.poll(returned.words).toContain('order.income');
});

test('a bet that has the salt of another one that this phone kept of its round is found', async () => {
  await keepOrders([bet, { ...bet, id: 'BET2' }]);
  const { words, press } = openedBets();
  await press('Is this bet in the root?');
  await expect.poll(words).toContain('The proof of this bet does not match');
  expect(words()).toMatch(/kept\.order\.salt.*BET1.*BET2/);
});

test('a bet that is pending though its round is paid is asked for again, and is none of the paid ones if it stays so', async () => {
  const paid = { ...detail, state: 'drawn' as const, digits: [0, 0, 1] as [number, number, number], isPaid: true };
  const { server, press, words, unmount } = openedBets(bet, paid);
  await press('Is this bet in the root?');
  await expect.poll(words).toContain('order.state');
  expect(server.requestsTo(listOrders).map(({ fields }) => fields)).toEqual([
    { round: String(round) },
    { order: 'BET1' },
  ]);
  unmount();
  // The page had it from before the payment.
  const late = openedBets(bet, paid);
  await expect.poll(late.words).toContain('Is this bet in the root?');
  late.server.answer(listOrders, [{ ...bet, state: 'lost', income: usdt(-leaf.stake) }]);
  await late.press('Is this bet in the root?');
  await expect.poll(late.words).toContain('Included');
});

test('a proof that is refused says why, and can be asked for again; before closing there is none to ask for', async () => {
  const { server, page, press, words, unmount } = openedBets();
  server.refuse(getRoundProof, 'roundRunning', 'The round is running');
  await press('Is this bet in the root?');
  expect((await page.findByRole('alert')).textContent).toBe('The round is running');
  expect(server.requestsTo(getRoundProof)).toHaveLength(1);
  expect(words()).not.toContain('Download');
  server.answer(getRoundProof, proof);
  await press('Is this bet in the root?');
  await expect.poll(words).toContain('Included');
  expect(page.queryByRole('alert')).toBeNull();
  unmount();
  const open = openedBets(bet, { ...detail, state: 'betting', digest: null });
  expect(await open.page.findByRole('link')).toBeTruthy();
  expect(open.page.queryByRole('button')).toBeNull();
});

const day = installedOn + 1;
const { tip, drawCommitment } = seedsOfDay(day);
const key = bytesToHex(keyOfDay(day));
const fairDay: FairDay = { ...{ day, tip, drawCommitment, publishedAt: 0, chain: 1, key } };
const ofDay = {
  version: 1,
  commitment: tip,
  firstDay: installedOn,
  day,
  key,
  tip,
  drawCommitment,
  rounds: [],
} as const;

function openedDays(days: readonly FairDay[]) {
  const server = fakeServer();
  server.answer(listFairDays, [...days]);
  server.answer(getDayTranscript, ofDay);
  const mounted = mount(<DayList />);
  const press = async (name: string) => mounted.user.click(await mounted.page.findByRole('button', { name }));
  return { server, ...mounted, press, words: () => mounted.container.textContent };
}

test('a day whose key is revealed is recomputed, with its counts, against the tip that this phone kept; another cannot be yet', async () => {
  await keepTip(day, tip);
  await keepChains([{ number: 1, commitment: tip, firstDay: ofDay.firstDay }], day * 86_400_000 - 1);
  const { server, press, words, page } = openedDays([{ ...fairDay, day: day + 1, key: null }, fairDay]);
  workers.answerBy = () => ({ matches: true, differences: [], paid: 280, void: 8 });
  await press('Recompute the day on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  expect(words()).toMatch(/2026-11-24 UTC.*Revealed after its last round.*2026-11-23 UTC/);
  expect(words()).toContain('280 rounds drawn, 8 void');
  expect(words()).not.toMatch(/keeps no tip of this day|did not have the commitment/);
  expect(page.queryByRole('alert')).toBeNull();
  expect(workers.made.at(-1)?.received).toEqual([{ kind: 'day', transcript: ofDay }]);
  expect(server.requestsTo(getDayTranscript).map(({ path }) => path)).toEqual([`/rounds/day/${day}`]);
  await press('Save the transcript');
  await expect.poll(() => saved.mock.calls.at(-1)?.[0]).toBe('clearlot-day-2026-11-23.json');
});

test('a day that comes out differently shows at most ten differences, and without a kept tip that too; a refusal can be tried again', async () => {
  const { server, press, words, page } = openedDays([{ ...fairDay, tip: 'ab'.repeat(32) }]);
  server.refuse(getDayTranscript, 'dayRunning', 'The day is not over');
  await press('Recompute the day on this phone');
  await expect.poll(words).toContain('The replay could not be run: The day is not over');
  expect(server.requestsTo(getDayTranscript)).toHaveLength(1);
  server.answer(getDayTranscript, ofDay);
  const differences = Array.from({ length: 12 }, (_, place) => {
    return { field: `rounds.${place}.seed`, claimed: `claimed ${place}`, computed: `found ${place}` };
  });
  workers.answerBy = () => ({ matches: false, differences, paid: 1, void: 0 });
  await press('Recompute the day on this phone');
  await expect.poll(words).toContain('The transcript does not match');
  expect(words()).toContain(`tipPublished${'ab'.repeat(32)}Computed here${tip}`);
  expect(words()).toContain('claimed 8');
  expect(words()).not.toMatch(/claimed 9|could not be run/);
  expect(words()).toContain('keeps no tip of this day');
  expect(words()).toContain('did not have the commitment of this day’s chain before the day');
  expect(page.getByRole('alert').textContent).toContain('1 round drawn, 0 void');
});

test('days come by pages, after the last one that is shown', async () => {
  const days = Array.from({ length: 21 }, (_, place) => ({ ...fairDay, key: null, day: day - place }));
  const { server, press, container } = openedDays(days.slice(0, 20));
  server.answer(listFairDays, days.slice(20));
  await press('Show more');
  await expect.poll(() => container.querySelectorAll('details').length).toBe(21);
  expect(server.requestsTo(listFairDays).at(-1)?.fields).toEqual({ before: String(day - 19) });
});
