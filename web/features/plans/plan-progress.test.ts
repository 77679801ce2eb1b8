import { expect, test } from 'vitest';
import type { Plan } from '#contract/plan-record.ts';
import { usdt } from '#core/money/amount.ts';
import { withProgress } from './plan-progress.ts';

const plan = (id: string, changes: Partial<Plan> = {}): Plan => ({
  id,
  roundsDone: 3,
  roundsTotal: 12,
  amount: usdt(200_000_000n),
  income: usdt(0n),
  strategy: 'trend-1',
  status: 'pending',
  placedAt: 0,
  coin: 'ETH',
  leverage: 5,
  level: 1,
  ...changes,
});

const event = (changes = {}) => ({
  id: 'AAAA',
  status: 'pending' as const,
  income: usdt(1_000_000n),
  roundsDone: 4,
  ...changes,
});

test('an event updates a plan’s rounds, income and status', () => {
  const [[after] = []] = withProgress([[plan('AAAA')]], event({ status: 'success' }));
  expect(after).toEqual(plan('AAAA', { roundsDone: 4, income: usdt(1_000_000n), status: 'success' }));
});

test('other plans and other pages stay the same objects', () => {
  const pages = [[plan('AAAA'), plan('BBBB')], [plan('CCCC')]];
  const after = withProgress(pages, event());
  expect(after[0]?.[1]).toBe(pages[0]?.[1]);
  expect(after[1]).toBe(pages[1]);
});

test('a late event reverts nothing', () => {
  const settled = plan('AAAA', { status: 'failure', roundsDone: 12 });
  expect(withProgress([[settled]], event())[0]?.[0]).toBe(settled);
  expect(withProgress([[settled]], event({ status: 'success', roundsDone: 12 }))[0]?.[0]).toBe(settled);
  const further = plan('AAAA', { roundsDone: 5 });
  expect(withProgress([[further]], event())[0]?.[0]).toBe(further);
});
