import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { levelsOffered } from '#core/products/offers.ts';
import { exampleFigures } from './example-figures.ts';
import { publishedFigures } from './published-figures.ts';

test('the worked examples of the texts are what the arithmetic on paper gives, to the last digit', () => {
  const [first, second] = levelsOffered(Date.UTC(2026, 0, 1), []);
  if (!first || !second) throw new Error('there are no two levels');
  // A fee of 0.02% of the position, taken twice, and 3% as the maximum loss; the higher level has twice the leverage.
  const terms = { ...first.terms, feeRate: 0.0002, maximumLoss: 0.03 };
  const levels = [
    { ...first, leverageMax: 5, terms },
    { ...second, leverageMax: 10, weightMin: 505, terms },
  ];
  expect(Object.fromEntries(exampleFigures(levels, { ...first, leverageMax: 5, terms }))).toEqual({
    'example.amount': '200.000000',
    'example.leverage': 5,
    'example.movePercent': 1,
    'example.movedPercent': 5,
    'example.gain': '10.000000',
    'example.feePercent': 0.2,
    'example.fee': '0.400000',
    'example.net': '9.600000',
    'example.threeFeesPercent': 0.6,
    'example.maximumLoss': '6.000000',
    'example.lossMovePercent': 0.56,
    'example.top.feePercent': 0.4,
    'example.top.threeFeesPercent': 1.2,
    'example.top.lossMovePercent': 0.26,
    'example.withdrawal': '500.000000',
    'example.withdrawalFee': '1.000000',
    // 505 less two deposits of 100 is 305: 30 plans of 10 are too few by one.
    'example.plansAfterTwoDeposits': 31,
  });
});

test('what the texts promise of waits, limits and fees is what the rules say, each in the unit of its name', () => {
  const deposits = { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 };
  const past = { coins: 13, starts: 700, lost: 300, coinsMostlyLost: 4 };
  const promised = {
    'plan.feePercent': 0.02,
    'plan.feeRate': 0.0002,
    'plan.positionFeePercent': 0.04,
    'plan.candleMinutes': 5,
    'plan.candleMs': 300_000,
    'void.days': 7,
    'quote.takerFeePercent': 0.05,
    'quote.historyDays': 60,
    'withdrawal.reviewMinutes': 10,
    'withdrawal.approvalAbove': '10000.000000',
    'withdrawal.approvalHours': 24,
    'withdrawal.approvalCount': 20,
    'withdrawal.approvalDestinations': 5,
    'withdrawal.approvals': 2,
    'card.replacementHours': 24,
    'withdrawalPassword.resetHours': 24,
    'recovery.waitHours': 72,
    'recovery.freezeHours': 24,
    'recovery.requestDays': 7,
    'limits.looseningHours': 24,
    'limits.spanHours': 24,
    'limits.depositsOfDay': 100,
    'limits.depositedOfDay': '1000000.000000',
    'limits.depositsOpen': 50,
    'limits.plansRunning': 500,
    'limits.holdingsRunning': 100,
    'limits.cardsOfDay': 10,
    'exclusion.first': 1,
    'exclusion.fourth': 180,
    'deposit.minimum': '100.000000',
    'deposit.maximum': '500.000000',
    'deposit.confirmations': 6,
    'past.starts': 700,
    'past.lost': 300,
    'past.coinsMostlyLost': 4,
    'rounds.charityPercent': 0.01,
    'draws.losing': 947_895,
    'draws.expected': '0.085000',
    'tasks.readingMin': 8,
    'tasks.readingMax': 30,
    'account.backupCodes': 10,
    'account.passkeysMax': 10,
  };
  const figures = publishedFigures(Date.UTC(2026, 0, 1), deposits, past);
  expect(Object.fromEntries(Object.keys(promised).map((name) => [name, figures.get(name)]))).toEqual(promised);
});
