import { afterEach, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { listFollows, listOrders, listRounds } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answerPage, linksOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { FollowList } from './follow-list.tsx';
import { OrderList } from './order-list.tsx';
import { useListRounds } from './queries.ts';
import { RoundList } from './round-list.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
type Order = OutputOf<typeof listOrders>[number];
const order = {
  ...{ id: '1KDVDWMC0SXVXCS8', round: 5_900_000, category: 'big', amount: usdt(10_000_000n), state: 'won' },
  ...{ income: usdt(9_702_000n), charity: usdt(98_000n), follow: null, placedAt: at(10) },
} as unknown as Order;

test('each bet shows what on, how much, what came of it and what charity received, and leads to its round', () => {
  answerPage(listOrders, {}, [
    order,
    {
      ...order,
      id: 'B',
      round: 5_900_001,
      state: 'pending',
      income: usdt(0n),
      charity: usdt(0n),
      follow: 'F',
    } as Order,
  ]);
  const words = wordsOf(<OrderList only={null} />);
  expect(words).toMatch(/Big · .*5900000.* 10\.00 · .*0\.098000 \+9\.7020 May 1, 10:00/);
  const pending = words.slice(words.indexOf('5900001'));
  expect(pending).not.toMatch(/charity|\+/i);
  expect(linksOf(<OrderList only={null} />)).toEqual(['/gameinfo?round=5900000', '/gameinfo?round=5900001']);
  answerPage(listOrders, {}, []);
  expect(wordsOf(<OrderList only={null} />)).not.toContain('5900000');
});

test('a follow shows its stake, its result, how far it is and what is reserved; only one that runs can be cancelled', () => {
  const follow = {
    ...{ id: 'F1', category: 'odd', amount: usdt(10_000_000n), rounds: 10, placed: 4, income: usdt(-20_000_000n) },
    ...{ reserved: usdt(60_000_000n), end: null },
  };
  answerPage(listFollows, {}, [follow] as never);
  const words = wordsOf(<FollowList />);
  expect(words).toMatch(/Odd .*10\.00 USDT .*−20\.0000 USDT .*4 .*10 .*Still reserved 60\.00 USDT/);
  const cancel = /cancel/i;
  expect(words).toMatch(cancel);
  answerPage(listFollows, {}, [{ ...follow, end: 'completed', reserved: usdt(0n) }] as never);
  expect(wordsOf(<FollowList />)).not.toMatch(cancel);
  answerPage(listFollows, {}, []);
  expect(wordsOf(<FollowList />)).toBe('Follows No bet is being repeated.');
});

function Rounds() {
  return <RoundList list={useListRounds()} />;
}

test('the list has the rounds before the running one, each with its digits or its state, its bets and its stakes', () => {
  const round = { opensAt: at(9), closesAt: at(10), resultAt: at(10), voidAt: at(11) };
  answerPage(listRounds, {}, [
    { ...round, id: 3, state: 'betting', digits: null, orders: null, staked: null },
    { ...round, id: 2, state: 'void', digits: null, orders: 1_234, staked: usdt(5_000_000n) },
    { ...round, id: 1, state: 'paid', digits: [4, 0, 7], orders: 2, staked: usdt(7_000_000n) },
  ] as never);
  const words = wordsOf(<Rounds />);
  expect(words).toMatch(/2 .*May 1, 10:00 .*1,234 · .*5\.00 .*4.*0.*7.*May 1, 10:00 .*2 · .*7\.00$/);
  expect(linksOf(<Rounds />)).toEqual(['/gameinfo?round=2', '/gameinfo?round=1']);
});
