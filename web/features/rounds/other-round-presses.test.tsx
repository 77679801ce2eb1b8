// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import type { RoundDetail } from '#contract/round-records.ts';
import { getRound, getTranscript } from '#contract/rounds.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { usdt } from '#core/money/amount.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import type { PublishedMarket } from './market-candles.ts';
import { workersOfPage } from './replay-worker.fixture.ts';
import { RoundView } from './round-view.tsx';

beforeAll(() => useLanguage('en'));

const round = (installedOn + 1) * roundsPerDay + 5;
const market: PublishedMarket = {
  identity: null,
  candlesAt: () => Promise.reject(new Error('no market')),
  recordedDay: () => Promise.reject(new Error('there is none')),
};

test('what came of the replay of a round is not said of another one that is opened in its place', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  vi.stubGlobal('Worker', workersOfPage().Worker);
  const transcript = transcriptOf(round);
  const { closing, digest, seed, result } = transcript;
  const detail: RoundDetail = {
    ...{ ...timesOf(round), id: round, state: 'drawn', digits: (result?.digits ?? null) as RoundDetail['digits'] },
    ...{ orders: 23, staked: usdt(0n), lateDigits: null, tip: closing.tip, place: 5, orderRoot: closing.root, digest },
    ...{ beaconKind: 'market', seed, isPaid: true, closedAt: null, beaconFrom: null, categories: [] },
  };
  const server = fakeServer();
  server.answer(getRound, detail);
  server.answer(getTranscript, transcript);
  const view = (shown: number) => <RoundView round={shown} listPath="/" market={market} />;
  const { page, user, container, rerender } = mount(view(round));
  await user.click(await page.findByRole('button', { name: 'Replay on this phone' }));
  await expect.poll(() => container.textContent).toContain('Same result, to the last digit');
  // It was looked at before.
  queryClient.setQueryData(readKey(getRound, { round: round + 1 }), { ...detail, id: round + 1, digits: [0, 0, 0] });
  rerender(view(round + 1));
  expect(container.textContent).toContain(`${round + 1}`);
  expect(container.textContent).not.toContain('Same result, to the last digit');
});
