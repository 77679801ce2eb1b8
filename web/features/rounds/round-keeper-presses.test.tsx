// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import type { Order, RoundDetail } from '#contract/round-records.ts';
import { getRound, listOrders, listRounds } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { keepFollow, keepOrders, keptDigestOf, keptOrderOf } from './kept-rounds.ts';
import { useListRounds } from './queries.ts';
import { RoundKeeper } from './round-keeper.tsx';

const databases = memoryDatabases();
const opened: EventSourceOfPage[] = [];

class EventSourceOfPage extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    opened.push(this);
  }
  close(): void {}
}

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  session.signOut();
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('EventSource', EventSourceOfPage);
});
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

const id = 5_000_000;
const bet: Order = {
  ...{ id: 'BET1', round: id, category: 'odd', amount: usdt(5_000_000n), state: 'pending', income: usdt(0n) },
  ...{ charity: usdt(0n), placedAt: 0, follow: 'FOLLOW1', salt: 'ab'.repeat(32) },
};
const digest = 'cd'.repeat(32);

const closed: StreamEvent<'round'>['value'] = { round: id, state: 'closed', digits: null, digest, now: 5 };

async function arrives(value: typeof closed): Promise<void> {
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  opened.at(-1)?.dispatchEvent(new MessageEvent('round', { data: JSON.stringify(value) }));
}

function Rounds() {
  return <p>{useListRounds().data?.pages[0]?.length}</p>;
}

test('while no events come, the rounds are read every three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(listRounds, []);
  const { unmount } = mount(
    <>
      <RoundKeeper />
      <Rounds />
    </>,
  );
  await vi.advanceTimersByTimeAsync(5_900);
  const before = server.requestsTo(listRounds).length;
  await vi.advanceTimersByTimeAsync(6_200);
  expect(server.requestsTo(listRounds)).toHaveLength(before + 2);
  unmount();
  await vi.advanceTimersByTimeAsync(100);
});

test('the digest of a closing is kept as it arrives, with its time; other events of a round keep nothing', async () => {
  const server = fakeServer();
  await keepFollow('FOLLOW1', id + 2, bet);
  mount(<RoundKeeper />);
  await arrives({ ...closed, round: id - 1, state: 'drawn' });
  await arrives({ ...closed, round: id - 2, digest: null });
  await arrives(closed);
  await expect.poll(() => keptDigestOf(id)).toEqual({ round: id, digest, at: 5 });
  expect(await keptDigestOf(id - 1)).toBeNull();
  // With the next one kept, what follows the one before has been done: a visitor has no bets to ask for.
  await arrives({ ...closed, round: id + 1 });
  await expect.poll(() => keptDigestOf(id + 1)).toMatchObject({ digest });
  expect(server.requests).toEqual([]);
});

test('a member keeps the bets that a follow has placed as well, and on opening what closed meanwhile', async () => {
  const server = fakeServer();
  session.signIn('m7000012');
  server.answer(listOrders, [{ ...bet, id: 'BET2' }]);
  await keepFollow('FOLLOW1', id + 2, bet);
  await keepOrders([bet]);
  setProductClock({ now: timesOf(id).closesAt + 1_000, clockSpeed: 0 });
  server.answer(getRound, {
    ...{ ...timesOf(id), id, state: 'closed', digits: null, orders: 3, staked: usdt(9_000_000n), lateDigits: null },
    ...{ tip: digest, place: 7, orderRoot: digest, digest, beaconKind: 'drand', seed: null, isPaid: false },
    ...{ closedAt: 0, beaconFrom: null, categories: [] },
  } satisfies RoundDetail);
  mount(<RoundKeeper />);
  await expect.poll(() => keptDigestOf(id)).toMatchObject({ digest });
  await arrives({ ...closed, round: id + 1 });
  await expect.poll(() => keptOrderOf('BET2')).toMatchObject({ round: id });
  expect(server.requestsTo(listOrders)[0]?.fields).toEqual({ round: String(id + 1) });
});

test('a digest that a late closing dates back is dated with this phone’s own clock', async () => {
  fakeServer();
  const { opensAt, resultAt } = timesOf(id);
  setProductClock({ now: opensAt, clockSpeed: 1 }, performance.now() - (resultAt - opensAt));
  mount(<RoundKeeper />);
  await arrives({ ...closed, now: timesOf(id).closesAt });
  await expect.poll(() => keptDigestOf(id)).toMatchObject({ digest });
  expect((await keptDigestOf(id))?.at).toBeGreaterThanOrEqual(resultAt);
});
