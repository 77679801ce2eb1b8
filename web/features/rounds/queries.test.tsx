// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RoundDetail } from '#contract/round-records.ts';
import { getRound, getRoundOrders, listFollows, listOrders, listResults } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { used, useLanguage } from '#web/ui/shown.fixture.tsx';
import { useGetRound, useGetRoundOrders, useListFollows, useListOrders, useListResults } from './queries.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const id = 5_000_000;
const hash = 'ab'.repeat(32);
const round: RoundDetail = {
  ...{ ...timesOf(id), id, state: 'drawn', digits: [1, 2, 3], orders: 3, staked: usdt(9_000_000n), lateDigits: null },
  ...{ tip: hash, place: 7, orderRoot: hash, digest: hash, beaconKind: 'drand', seed: hash, isPaid: false },
  ...{ closedAt: 0, beaconFrom: timesOf(id).resultAt, categories: [] },
};

function Shown(): ReactNode {
  return <p>{useGetRound(id).data?.state}</p>;
}

test.each(['drawn', 'void'] as const)(
  'a round that is %s is read again each second until its orders are paid',
  async (state) => {
    vi.useFakeTimers();
    const server = fakeServer();
    server.answer(getRound, { ...round, state });
    mount(<Shown />);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.requests).toHaveLength(3);
    server.answer(getRound, { ...round, state, isPaid: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.requests).toHaveLength(4);
  },
);

function Lists(): ReactNode {
  const lists = [useListOrders(), useListFollows(), useListResults()];
  return <p>{lists.filter(({ isSuccess }) => isSuccess).length}</p>;
}

test.each([
  ['behind', [11, 11, 2]],
  ['live', [1, 1, 1]],
] as const)(
  'while the stream is %s bets, follows and results are read so often in half a minute',
  async (state, reads) => {
    vi.useFakeTimers();
    const held = vi.spyOn(stream, 'state').mockReturnValue(state);
    const server = fakeServer();
    for (const list of [listOrders, listFollows, listResults]) server.answer(list, []);
    mount(<Lists />);
    await vi.advanceTimersByTimeAsync(31_000);
    expect([listOrders, listFollows, listResults].map((list) => server.requestsTo(list).length)).toEqual(reads);
    held.mockRestore();
  },
);

test('the orders of a round are read page by page, and nothing after the last one', async () => {
  const server = fakeServer();
  const leaf = (order: number) => ({ id: BigInt(order), category: 'big' as const, stake: usdt(1n), salt: hash });
  server.answerBy(getRoundOrders, ({ path }) => {
    const from = Number(path.split('/').at(-1));
    return { version: 1 as const, round: id, from, count: 3, leaves: [0, 1].map(leaf).slice(0, 3 - from) };
  });
  const pages: number[] = [];
  const progress: string[] = [];
  const read = used(() => useGetRoundOrders(id));
  for await (const leaves of read((done, count) => void progress.push(`${done} of ${count}`)))
    pages.push(leaves.length);
  expect([pages, progress]).toEqual([
    [2, 1],
    ['2 of 3', '3 of 3'],
  ]);
  expect(server.requests).toHaveLength(2);
});
