// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type Draw,
  getDraw,
  getDrawTranscript,
  getEntries,
  listDraws,
  listPrizes,
  listWinners,
  type OwnDay,
} from '#contract/draws.ts';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizesText, prizeTable } from '#core/draws/prizes.ts';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { DrawHub } from './draw-hub.tsx';
import { DrawList } from './draw-list.tsx';
import { DrawProof } from './draw-proof.tsx';
import { DrawStage } from './draw-stage.tsx';
import { EntryList } from './entry-list.tsx';
import { keepCommitment, keepDraw, keptDayOf } from './kept-draws.ts';
import { PrizeTable } from './prize-table.tsx';

const databases = memoryDatabases();

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  session.signIn('member0001');
});
afterEach(() => {
  databases.forget();
  vi.restoreAllMocks();
});

const username = 'member0001';
const day = 20_779;
const seed = new Uint8Array(32).fill(7);
const clientSeed = '00112233445566778899aabbccddeeff';
const commitment = drawCommitmentOf(seed);
const number = drawerOf(seed)({ username, clientSeed, entry: 1 });
const prize = prizeFor(number, prizeTable);
const entry = { entry: 1, clientSeed, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
const drawn: Draw = { ...entry, id: '1KDVDWMC0SXVXCS8', day, kind: 'donated', drawnAt: 0 };
const transcript = {
  ...{ version: 1 as const, day, commitment, seed: '07'.repeat(32), username, entries: [entry], prizes: prizeTable },
};
const published = { day, commitment, publishedAt: 0 };
const proof = { draw: drawn, published, prizes: prizeTable, transcript };

function openedProof() {
  const server = fakeServer();
  server.answer(getDraw, proof);
  server.answer(getDrawTranscript, transcript);
  const mounted = mount(<DrawProof id={drawn.id} />);
  const press = async (name: string) => mounted.user.click(await mounted.page.findByRole('button', { name }));
  return { server, ...mounted, press, words: () => mounted.container.textContent ?? '' };
}

test('a drawn entry is computed again on the phone, with what it kept of the day; the file of the day can be saved', async () => {
  await keepCommitment(username, { day, commitment, prizes: prizesText(prizeTable) });
  await keepDraw(username, drawn);
  const { server, press, words, page } = openedProof();
  await press('Verify on this phone');
  await expect.poll(words).toContain('Everything matches, computed on this phone');
  expect(words()).toMatch(/kept of the day is all there.*has the hash that was published.*follows from the seeds/);
  expect(words()).not.toContain('This phone kept nothing of this day');
  expect(page.queryByRole('alert')).toBeNull();
  expect(words()).toMatch(new RegExp(`${commitment}.*${clientSeed}.*${transcript.seed}`));
  expect(server.requestsTo(getDraw)[0]?.fields).toEqual({ id: drawn.id });

  const saved = Promise.withResolvers<string>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then(saved.resolve);
    return 'blob:it';
  });
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await press('Save the transcript');
  expect(JSON.parse(await saved.promise)).toEqual(z.encode(getDrawTranscript.output, transcript));
  expect((pressed.mock.contexts[0] as HTMLAnchorElement).download).toBe('clearlot-draws-20779.json');
  expect(server.requestsTo(getDrawTranscript)[0]?.path).toBe('/draws/transcript/20779');
});

test('another number than the seeds make is found with both values; that nothing was kept is said', async () => {
  const { server, press, page, toast, unmount } = openedProof();
  server.refuse(getDrawTranscript, 'serverBusy', 'The server is busy');
  await press('Save the transcript');
  await expect.poll(toast).toBe('The server is busy');
  unmount();
  const other = fakeServer();
  const complaints = vi.spyOn(console, 'error');
  const wrong = { ...entry, number: (number + 1) % 1_000_000 };
  other.answer(getDraw, { ...proof, transcript: { ...transcript, entries: [wrong] } });
  const { user, container } = mount(<DrawProof id="1KDVDWMC0SXVXCS9" />);
  await user.click(await page.findByRole('button', { name: 'Verify on this phone' }));
  await expect.poll(() => container.textContent).toContain('It does not match');
  expect(container.textContent).toContain(`${wrong.number} ≠ ${number}`);
  expect(container.textContent).toContain('This phone kept nothing of this day');
  expect(container.textContent).not.toContain('is all there, unchanged');
  expect(complaints).not.toHaveBeenCalled();
});

test('before the reveal the proof says when it comes; a draw of somebody else leads back; a failure can be tried again', async () => {
  const server = fakeServer();
  server.answer(getDraw, { ...proof, transcript: null });
  const { page, container, user, unmount } = mount(<DrawProof id={drawn.id} />);
  await expect
    .poll(() => container.textContent)
    .toContain('The seed of this day is revealed after Nov 22, 2026, 20:30:00');
  expect(container.textContent?.split('Not published yet')).toHaveLength(2);
  expect(page.queryByRole('button', { name: 'Verify on this phone' })).toBeNull();
  unmount();
  server.refuse(getDraw, 'drawUnknown', 'unknown');
  const unknown = mount(<DrawProof id="1KDVDWMC0SXVXCS9" />);
  await user.click(await page.findByRole('button', { name: 'Daily draw' }));
  expect([unknown.went, unknown.replaced]).toEqual([['/tab2'], ['/tab2']]);
  unknown.unmount();
  server.refuse(getDraw, 'internalError', 'Something failed');
  const failed = mount(<DrawProof id="1KDVDWMC0SXVXCSA" />);
  await page.findByText('Something failed');
  server.answer(getDraw, proof);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => failed.container.textContent).toContain('Verify on this phone');
});

test('the draws come by pages, and a failure to read them is said as a toast', async () => {
  const server = fakeServer();
  const won = { prize: 'third' as const, amount: usdt(10_000_000n) };
  const draws = Array.from({ length: 21 }, (_, place) => {
    return { ...drawn, ...(place === 0 && won), id: `1KDVDWMC0SXV${1_000 + place}` };
  });
  server.answerBy(listDraws, ({ fields }) => (fields.before ? draws.slice(20) : draws.slice(0, 20)));
  const { user, page, container, toast, unmount } = mount(<DrawList />);
  await user.click(await page.findByText('Show more'));
  await expect.poll(() => container.querySelectorAll('li').length).toBe(21);
  expect(server.requestsTo(listDraws).at(-1)?.fields).toEqual({ before: '1KDVDWMC0SXV1019' });
  const [first, second] = container.querySelectorAll('li');
  expect(first?.textContent).toContain('Third prize+10.00 USDT');
  expect(second?.textContent).toContain('Nothing won this time');
  expect(toast()).toBe('');
  unmount();
  server.refuse(listDraws, 'internalError', 'Something failed');
  queryClient.clear();
  const failed = mount(<DrawList />);
  await expect.poll(failed.toast).toBe('Something failed');
});

const own: OwnDay = {
  ...{ prizes: prizeTable, published, isOpen: true, excludedUntil: null, clientSeed, next: 2, endsAt: 0 },
  entries: [
    { kind: 'checkedIn', state: 'drawn', draw: drawn },
    { kind: 'planPlaced', state: 'ready', draw: null },
    { kind: 'planSettled', state: 'open', draw: null },
  ],
};

test('the hub keeps the commitment of the day on the phone, and leads from each entry to its draw or to where it is earned', async () => {
  const server = fakeServer();
  server.answer(getEntries, own);
  server.answer(listDraws, []);
  server.answer(listWinners, [{ id: 'W1', name: 'm7***12', prize: 'third', amount: usdt(10_000_000n), drawnAt: 0 }]);
  server.answer(listPrizes, { ...prizeTable, expectedValue: usdt(35_000n), isOpen: true, published, next: null });
  const { container, page } = mount(<DrawHub notice={null} />);
  await expect.poll(() => keptDayOf(username, day)).toMatchObject({ commitment, prizes: prizesText(prizeTable) });
  expect(container.textContent).toMatch(/Entries ready1.*Draw entry 2/);
  expect(container.textContent).toContain(clientSeed);
  expect(container.textContent).not.toContain('Your phone makes it with your first draw');
  const links = [...container.querySelectorAll('ul a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining(['/tab2?draw=1KDVDWMC0SXVXCS8', '/orders']));
  expect(links).not.toContain('/tab1');
  await page.findByText('m7***12');
  expect(container.textContent).toMatch(/Third prize.*10\.00 USDT/);
});

test('a stage without entries, one that is closed, and one of a member who is excluded offer no draw', () => {
  fakeServer();
  const { container, page, rerender } = mount(<DrawStage day={{ ...own, entries: [] }} notice={<p>excluded</p>} />);
  const words = () => container.textContent;
  expect(words()).toContain('Today’s entries are earned by what you do');
  expect(page.queryByRole('button', { name: /Draw entry/ })).toBeNull();
  rerender(<DrawStage day={{ ...own, isOpen: false }} notice={<p>excluded</p>} />);
  expect(words()).toContain('The draw is closed');
  expect(words()).toContain('The prize fund has to cover the largest prize');
  rerender(<DrawStage day={{ ...own, published: null }} notice={<p>excluded</p>} />);
  expect(words()).toContain('The draw is closed');
  expect(words()).toContain('The hash of this day’s seed (UTC) has not been published yet');
  expect(words()).not.toContain('The prize fund has to cover');
  expect(page.queryByRole('button', { name: /Draw entry/ })).toBeNull();
  rerender(<DrawStage day={{ ...own, excludedUntil: 1 }} notice={<p>excluded</p>} />);
  expect(words()).toContain('excluded');
  expect(words()).not.toContain('The draw is closed');
  expect(page.queryByRole('button', { name: /Draw entry/ })).toBeNull();
  rerender(<EntryList entries={[{ kind: 'donated', state: 'ready', draw: null }]} />);
  expect(page.queryByRole('link')).toBeNull();
});

test('the prize table says how likely each prize is, what an entry is worth, and what comes next', async () => {
  const server = fakeServer();
  const table = {
    ...{ version: 1, numbers: 1_000 },
    prizes: [
      { id: 'first' as const, amount: usdt(1_000_000_000n), from: 0, to: 0 },
      { id: 'second' as const, amount: usdt(100_000_000n), from: 1, to: 3 },
      { id: 'third' as const, amount: usdt(10_000_000n), from: 4, to: 103 },
    ],
  };
  const next = { ...table, version: 2, expectedValue: usdt(7n), from: new Date(2026, 4, 1, 10).getTime() };
  server.answer(listPrizes, { ...table, expectedValue: usdt(2_300_000n), isOpen: true, published: null, next: null });
  const { container, unmount } = mount(<PrizeTable />);
  const words = () => container.textContent ?? '';
  await expect.poll(words).toContain('one of 1,000 numbers');
  expect(words()).toMatch(
    /First prize · 1,000 USDT1 in 1,000Second prize · 100 USDT3 in 1,000Third prize · 10 USDT1 in 10/,
  );
  expect(words()).toMatch(/Nothing89\.6000%Average of one entry2\.30 USDT/);
  expect(words()).toContain('Of 100 entries about 10 win');
  expect(container.querySelectorAll('[data-wins=true]')).toHaveLength(10);
  expect(words()).not.toContain('on1 in');
  expect(container.querySelector('section[aria-label]')).toBeNull();
  unmount();
  server.answer(listPrizes, { ...table, expectedValue: usdt(2_300_000n), isOpen: true, published: null, next });
  queryClient.clear();
  const later = mount(<PrizeTable />);
  await expect.poll(() => later.container.textContent).toMatch(/From May 1, 2026, 10:00:00 on.*0\.000007 USDT/);
});

test('what came of the check of an entry is not said of another one that is opened in its place', async () => {
  const { press, words, rerender } = openedProof();
  await press('Verify on this phone');
  await expect.poll(words).toContain('Everything matches, computed on this phone');
  const other = { ...proof, draw: { ...drawn, id: '1KDVDWMC0SXVXCS9', entry: 2, number: 1 } };
  queryClient.setQueryData(readKey(getDraw, { id: other.draw.id }), other);
  rerender(<DrawProof id={other.draw.id} />);
  expect(words()).not.toContain('Everything matches, computed on this phone');
});
