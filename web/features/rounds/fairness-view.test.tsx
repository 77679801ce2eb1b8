// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Reveal } from '#contract/round-records.ts';
import { getFairness, listFairDays } from '#contract/rounds.ts';
import { installedOn } from '#core/fairness/transcript.fixture.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { FairnessView } from './fairness-view.tsx';
import { keepChains } from './kept-rounds.ts';

beforeAll(() => useLanguage('en'));

const databases = memoryDatabases();

beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
});
afterEach(() => databases.forget());

const round = (installedOn + 1) * roundsPerDay + 5;

test('for anybody: counts, chains held against those that this phone kept, and reveals by pages, each a way to its round', async () => {
  await keepChains([{ number: 1, commitment: 'ee'.repeat(32), firstDay: installedOn }], installedOn * 86_400_000);
  const server = fakeServer();
  server.answer(listFairDays, []);
  const reveals = Array.from({ length: 20 }, (_, place): Reveal => {
    const of = round - place;
    return { round: of, seed: 'ab'.repeat(32), state: 'drawn', beaconKind: 'market', isLate: false, endedAt: 0 };
  });
  const chain = { number: 1, firstDay: installedOn, commitment: 'dd'.repeat(32), publishedAt: 0 };
  const next = { ...chain, number: 2, commitment: 'cc'.repeat(32) };
  const counts = { days: [], beaconKind: 'drand', drawn: 1_234, voided: 56, missed: 7 } as const;
  server.answerBy(getFairness, ({ fields }) => ({
    ...{ ...counts, days: [], chains: [next, chain] },
    reveals: fields.before === undefined ? reveals : reveals.slice(0, 1).map((one) => ({ ...one, round: round - 20 })),
  }));
  const { page, user, container } = mount(<FairnessView />);
  expect((await page.findByRole('alert')).textContent).toBe(`This phone has kept another one: ${'ee'.repeat(32)}`);
  expect(page.queryByText(honestCause)).toBeNull();
  expect(container.textContent).toMatch(/Drawn1,234Void, stakes returned56Missed while the service was down7/);
  expect(container.textContent).toContain('drand quicknet round');
  await user.click(page.getByRole('button', { name: 'Show more' }));
  await expect.poll(() => container.textContent).toContain(`Round ${round - 20}`);
  const last = [...container.querySelectorAll('li a')].at(-1);
  expect(last?.getAttribute('href')).toBe(`/fairness?round=${round - 20}`);
  expect(server.requestsTo(getFairness).map(({ fields }) => fields.before)).toEqual([undefined, String(round - 19)]);
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a chain that this phone has kept and that is listed no more is shown, but not one that this node may not have read yet', async () => {
  const now = (installedOn + 30) * 86_400_000;
  setProductClock({ now, clockSpeed: 0 });
  const commitments = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
  const [first, gone, fresh] = commitments.map((commitment, place) => ({
    ...{ number: place + 1, commitment, firstDay: installedOn + 300 * place },
  })) as [Chain, Chain, Chain];
  await keepChains([first, gone], now - 86_400_001);
  await keepChains([fresh], now - 600_000);
  const server = fakeServer();
  server.answer(listFairDays, []);
  server.answer(getFairness, { ...noCounts, chains: [{ ...first, publishedAt: 0 }] });
  const { page, container } = mount(<FairnessView />);
  expect((await page.findByRole('alert')).textContent).toContain(gone.commitment);
  expect(container.textContent).not.toContain(fresh.commitment);
  expect(page.getByText(honestCause)).toBeTruthy();
});

test('another chain of the number of one that was kept before its first day has an honest cause, which is named', async () => {
  const lost = { number: 2, commitment: 'ab'.repeat(32), firstDay: installedOn + 60 };
  await keepChains([lost], 0);
  const server = fakeServer();
  server.answer(listFairDays, []);
  const chains = [{ ...lost, commitment: 'cd'.repeat(32), publishedAt: 0 }];
  server.answer(getFairness, { ...noCounts, chains });
  expect(await mount(<FairnessView />).page.findByText(honestCause)).toBeTruthy();
});

const honestCause = /^One honest cause is possible: before the first day of that chain/;
const noCounts = { ...{ drawn: 0, voided: 0, missed: 0, days: [], reveals: [] }, beaconKind: 'drand' as const };

type Chain = Parameters<typeof keepChains>[0][number];
