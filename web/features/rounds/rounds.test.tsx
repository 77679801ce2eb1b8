import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { MarketStatus } from '#contract/market.ts';
import type { Order, Reveal, Round, RoundDetail } from '#contract/round-records.ts';
import { getFairness, getRound, listFairDays, listFollows, listOrders } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { Page as FairnessPage } from '#web/pages/fairness.tsx';
import { runningRoundOf } from '#web/pages/running-round-query.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { FollowList } from './follow-list.tsx';
import type { PublishedMarket } from './market-candles.ts';
import { OwnBets } from './own-bets.tsx';
import { RoundView } from './round-view.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const id = 5_000_000;
const hash = 'ab'.repeat(32);
const detail: RoundDetail = {
  ...{ ...timesOf(id), id, state: 'drawn', digits: [1, 2, 3], orders: 0, staked: usdt(0n), lateDigits: null },
  ...{ tip: hash, place: 7, orderRoot: hash, digest: hash, beaconKind: 'market', seed: hash, isPaid: true },
  ...{ closedAt: timesOf(id).closesAt + 40, beaconFrom: timesOf(id).resultAt, categories: [] },
};
const market: PublishedMarket = {
  identity: null,
  candlesAt: async () => [],
  recordedDay: () => Promise.reject(new Error('there is none')),
};
const view = <RoundView round={id} listPath="/fairness" market={market} />;

test('a chip shows odds, what one USDT pays if it wins, and the share that loses, before an amount is typed', () => {
  const offer = {
    id: 'extremeBig',
    wins: 56,
    odds: 1000 / 56,
    lost: 0.944,
    minimum: usdt(1n),
    maximum: usdt(1n),
  } as const;
  const words = wordsOf(<CategoryChoice offers={[offer]} chosen="big" onChoose={() => undefined} />);
  expect(words).toContain('Extreme big × 1000/56 Sum 22 to 27 1 USDT pays 17.855357 94.4% lose');
});

test('a void round says why, and what it would have been', () => {
  answer(getRound, { round: id }, detail);
  expect(wordsOf(view)).not.toContain('would have been');
  const late = { ...detail, state: 'void', digits: null, lateDigits: [9, 0, 4] } as const;
  answer(getRound, { round: id }, { ...late, lateDigits: [9, 0, 4] });
  expect(wordsOf(view)).toMatch(/no result by the deadline.*With the late beacon it would have been 9 0 4 Sum 13/);
  answer(getRound, { round: id }, { ...late, lateDigits: [9, 0, 4], closedAt: late.beaconFrom });
  expect(wordsOf(view)).toMatch(
    /closing was recorded only when the beacon could be known.*Closed in time, it would have been 9 0 4/,
  );
});

test('the beacon of a round says what has to be compared', () => {
  answer(getRound, { round: id }, detail);
  expect(wordsOf(view)).toContain('compares them with the market’s own, and after the day with the recorded day');
});

test('the page of all rounds lists chains, days and reveals with their beacon and what came too late, and leads to the rules', () => {
  const reveal: Reveal = { round: id, seed: hash, state: 'drawn', beaconKind: 'drand', isLate: false, endedAt: 0 };
  const reveals: Reveal[] = [
    reveal,
    { ...reveal, round: id - 1, state: 'void', isLate: true },
    { ...reveal, round: id - 2, state: 'missed', beaconKind: null, endedAt: null },
  ];
  const chain = { number: 1, firstDay: 20_000, commitment: hash, publishedAt: 0 };
  const days = [{ day: 20_002, tip: hash, drawCommitment: hash, publishedAt: 0, chain: 1, key: hash }];
  answerPage(
    getFairness,
    {},
    {
      ...{ chains: [{ ...chain, number: 2, firstDay: 20_366 }, chain], days, beaconKind: 'market', reveals },
      ...{ drawn: 1, voided: 2, missed: 1 },
    },
  );
  answerPage(listFairDays, {}, days);
  const words = wordsOf(<FairnessPage />, '/fairness');
  expect(words).toMatch(/Chain 2 For all days from 2025-10-05.*Chain 1 For all days from 2024-10-04/);
  expect(words).toContain('2024-10-06 UTC');
  expect(words).toContain('Recompute the day on this phone');
  expect(words).toMatch(
    /Round 5000000 Drawn.*Beacon: drand.*Void, stakes returned.*Too late: the beacon or the closing.*Missed while the service was down/,
  );
  expect(linksOf(<FairnessPage />, '/fairness')).toEqual(
    expect.arrayContaining(['/faq?id=provably-fair', '/faq?rule=exact-rounds', `/fairness?round=${id - 2}`]),
  );
});

test('bets of one’s own in a round come by pages, and a failure to load them is said', () => {
  const order: Order = {
    ...{ id: 'BET1', round: id, category: 'odd', amount: usdt(5_000_000n), state: 'lost', income: usdt(-5_000_000n) },
    ...{ charity: usdt(0n), placedAt: 0, follow: null, salt: hash },
  };
  const bets = <OwnBets round={detail} links={() => null} />;
  expect(markupOf(bets)).toContain('_skeleton_');
  answerPage(listOrders, { round: id }, []);
  expect(wordsOf(bets)).toBe('My bets You have no bets in this round.');
  answerPage(
    listOrders,
    { round: id },
    Array.from({ length: 20 }, (_, place) => ({ ...order, id: `BET${place}` })),
  );
  expect(wordsOf(bets)).toMatch(/Is this bet in the root\?.*Show more$/);
});

test('the list of follows waits, says that there is none, and cancels with one tap', () => {
  expect(markupOf(<FollowList />)).toContain('_skeleton_');
  answerPage(listFollows, {}, []);
  expect(wordsOf(<FollowList />)).toBe('Follows No bet is being repeated.');
  answerPage(listFollows, {}, [
    {
      ...{
        id: 'F1',
        category: 'odd',
        amount: usdt(5_000_000n),
        rounds: 6,
        placed: 2,
        stopOnWin: false,
        lossLimit: null,
      },
      ...{ income: usdt(0n), reserved: usdt(20_000_000n), end: null, placedAt: 0 },
    },
  ]);
  expect(wordsOf(<FollowList />)).toContain('Cancel the remaining rounds 20');
  expect(markupOf(<FollowList />)).not.toContain('<dialog');
});

test('the running round waits for the clock that its countdown reads, and says what failed of either', async () => {
  const round: Round = { ...timesOf(id), id, state: 'betting', digits: null, orders: null, staked: null };
  const rounds = { data: { pages: [[round]] }, error: null, refetch: vi.fn() };
  const clock = { data: undefined, error: null, refetch: vi.fn() };
  expect(runningRoundOf(rounds, clock)).toMatchObject({ data: undefined, error: null });
  const away = new Error('away');
  const failed = runningRoundOf(rounds, { ...clock, error: away });
  expect(failed).toMatchObject({ data: undefined, error: away });
  await failed.refetch();
  expect(rounds.refetch).toHaveBeenCalledOnce();
  expect(clock.refetch).toHaveBeenCalledOnce();
  expect(runningRoundOf({ ...rounds, error: away }, clock).error).toBe(away);
  expect(runningRoundOf(rounds, { ...clock, data: {} as MarketStatus }).data).toBe(round);
});
