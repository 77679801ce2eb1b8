import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '#contract/plan-record.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { parseAmount, usdt } from '#core/money/amount.ts';
import { planErrors } from './plan-errors.ts';
import { emptyPlanForm, type PlanForm, planFormReducer } from './plan-form.ts';
import { planSummary } from './plan-summary.ts';
import { offeredTerms } from './sent-plan.ts';

const dollars = (count: number) => usdt(BigInt(Math.round(count * 1_000_000)));

const level = (id: number, changes: Partial<LevelOffer> = {}): LevelOffer => ({
  id,
  weightMin: (id - 1) * 500,
  weightMax: id * 500 - 1,
  amountMin: dollars(10),
  amountMax: dollars(500),
  expectedMin: -0.01,
  expectedMax: 0.02,
  samples: 5000,
  expectedMean: -0.001,
  hours: 25,
  shareLost: 0.5,
  shareFlat: 0.1,
  shareEarned: 0.4,
  pairs: 25,
  pairsLosing: 25,
  pairsLosingWithoutFees: 5,
  maximumLoss: 0.03,
  maximumProfit: 0.05,
  leverageMax: 5,
  lockedBy: null,
  strategy: 'trend-1',
  rounds: 12,
  interval: '5m',
  feeRate: 0.0002,
  ...changes,
});

const facts = { levels: [level(1), level(2, { lockedBy: 'weight' })], available: dollars(2150) };
const live = { state: 'live' } as const;
const typed = (text: string, form: PlanForm = emptyPlanForm) => planFormReducer(form, { type: 'amountTyped', text });
const ready: PlanForm = { ...emptyPlanForm, leverage: 5, amountText: '200' };
const codesOf = (form: PlanForm, market: { state: 'live' | 'stale' } = live) =>
  planErrors(form, planSummary(form, facts), market).map(({ code }) => code);

const placed: Plan = {
  id: '8QK2',
  roundsDone: 0,
  roundsTotal: 12,
  amount: dollars(200),
  income: dollars(0),
  strategy: 'trend-1',
  status: 'pending',
  placedAt: 0,
  coin: 'ETH',
  leverage: 5,
  level: 1,
};

test('the form begins with ETH on the first level, and leverage comes next', () => {
  const summary = planSummary(emptyPlanForm, facts);
  expect(emptyPlanForm.coin).toBe('ETH');
  expect(summary.level?.id).toBe(1);
  expect(summary.step).toBe(2);
});

test('the step counter goes 1, 2, 3: trading area, leverage, amount', () => {
  const none: PlanForm = { ...emptyPlanForm, coin: '' };
  const coin = planFormReducer(none, { type: 'coinChosen', coin: 'BTC' });
  const leverage = planFormReducer(coin, { type: 'leverageChosen', leverage: 3, unlocked: 5 });
  expect([none, coin, leverage].map((form) => planSummary(form, facts).step)).toEqual([1, 2, 3]);
});

test('leverage above the unlocked multiple is not set', () => {
  const before = { ...emptyPlanForm, leverage: 2 };
  expect(planFormReducer(before, { type: 'leverageChosen', leverage: 6, unlocked: 5 })).toBe(before);
  expect(planFormReducer(before, { type: 'leverageChosen', leverage: 5, unlocked: 5 }).leverage).toBe(5);
});

test('a locked level is not set', () => {
  expect(planFormReducer(emptyPlanForm, { type: 'levelChosen', level: level(2, { lockedBy: 'balance' }) })).toBe(
    emptyPlanForm,
  );
  expect(planFormReducer(emptyPlanForm, { type: 'levelChosen', level: level(2) }).levelId).toBe(2);
});

test.each([
  ['12', '12'],
  ['.5', '0.5'],
  ['12.', '12.'],
  ['1.123456', '1.123456'],
])('the amount takes %s', (text, kept) => expect(typed(text).amountText).toBe(kept));

test.each(['12a', '-1', '1e5', '1.1.1', '1.1234567', '1234567890123', ' 1', '1,5'])(
  'the amount does not take %s',
  (text) => expect(typed(text, ready).amountText).toBe('200'),
);

test('whatever is typed, the amount stays one the contract can read, or empty', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      const form = keys.reduce((before, key) => typed(before.amountText + key, before), emptyPlanForm);
      const text = form.amountText.replace(/\.$/, '');
      expect(text === '' || parseAmount('USDT', text) !== null).toBe(true);
    }),
  );
});

test('without an amount it asks for the amount, without leverage for the leverage', () => {
  expect(codesOf(emptyPlanForm)).toEqual(['amountMissing', 'leverageMissing']);
  expect(codesOf({ ...ready, amountText: '' })).toEqual(['amountMissing']);
  expect(codesOf({ ...ready, leverage: null })).toEqual(['leverageMissing']);
  expect(codesOf({ ...ready, amountText: '0' })).toEqual(['amountInvalid']);
  expect(codesOf(ready)).toEqual([]);
});

test('a stale market comes before any other error', () => {
  expect(codesOf(emptyPlanForm, { state: 'stale' })[0]).toBe('marketStale');
});

test('a chosen level that has been locked since is an error with its reason', () => {
  expect(codesOf({ ...ready, levelId: 2 })).toEqual(['levelLockedByWeight']);
});

test('the level’s bounds and the balance are advice, never an error', () => {
  const over = { ...ready, amountText: '501' };
  expect(planSummary(over, facts).advice).toBe('outsideQuota');
  expect(codesOf(over)).toEqual([]);
  const poor = { ...facts, available: dollars(100) };
  expect(planSummary(ready, poor).advice).toBe('overAvailable');
  expect(planErrors(ready, planSummary(ready, poor), live)).toEqual([]);
  expect(planSummary(ready, facts).advice).toBeNull();
});

test('the worst and the best case are the level’s bounds of the amount', () => {
  const { worst, best } = planSummary(ready, facts);
  expect(worst).toBe(dollars(-6));
  expect(best).toBe(dollars(10));
});

test('of two bounds that an amount is beyond, the nearer one is said, and no step counts as done', () => {
  const beyondBoth = { ...ready, amountText: '9000' };
  expect(planSummary(beyondBoth, facts).advice).toBe('outsideQuota');
  expect(planSummary(beyondBoth, { ...facts, available: dollars(100) }).advice).toBe('overAvailable');
  expect(planSummary({ ...ready, amountText: '9.99' }, facts).advice).toBe('outsideQuota');
  expect(planSummary(beyondBoth, facts).isComplete).toBe(false);
  expect(planSummary(ready, facts).isComplete).toBe(true);
  expect(planSummary({ ...ready, leverage: null }, facts).isComplete).toBe(false);
});

test('quick amounts are round ones and the most that level and balance allow, none below its least', () => {
  expect(planSummary(ready, facts).quickAmounts.map(({ amount }) => amount)).toEqual([100, 250, 500].map(dollars));
  const little = planSummary(ready, { ...facts, available: dollars(30.559) });
  expect(little.quickAmounts).toEqual([
    { amount: dollars(10), isMost: false },
    { amount: dollars(25), isMost: false },
    { amount: dollars(30.55), isMost: true },
  ]);
  expect(planSummary(ready, { ...facts, available: dollars(9) }).quickAmounts).toEqual([]);
  const uneven = { levels: [{ ...level(1), amountMin: dollars(10.125) }], available: dollars(10.127) };
  expect(planSummary(ready, uneven).quickAmounts).toEqual([{ amount: dollars(10.127), isMost: true }]);
});

test('a placed plan shows its panel; staking again keeps the choices and asks for a new amount', () => {
  const sent = { coin: 'ETH', amount: placed.amount, level: 1, terms: offeredTerms(level(1), 5) };
  const success = planFormReducer({ ...ready, tried: true }, { type: 'placed', plan: placed, sent });
  expect(success.placed).toEqual({ plan: placed, sent });
  expect(planFormReducer(success, { type: 'stakingAgain' })).toEqual({ ...ready, amountText: '', placed: null });
});
