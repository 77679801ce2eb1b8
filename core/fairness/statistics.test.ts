import { beforeAll, expect, test } from 'vitest';
import { biasedGenerators, outcomesOf, withoutRejection } from './outcomes.fixture.ts';
import { deviationMax, failedTests, statisticalTests } from './statistics.fixture.ts';

let fair: Uint16Array;

beforeAll(() => {
  fair = outcomesOf('fourteen tests', 350);
});

test.each(statisticalTests)('100,000 results pass the test of $name', ({ deviation }) => {
  expect(fair.length).toBeGreaterThan(100_000);
  expect(Math.abs(deviation(fair))).toBeLessThanOrEqual(deviationMax);
});

test('there are fourteen tests', () => {
  expect(new Set(statisticalTests.map(({ name }) => name)).size).toBe(14);
});

test('every planted bias fails, and every test is failed by one', () => {
  const failed = new Map(Object.entries(biasedGenerators).map(([name, bias]) => [name, failedTests(bias(fair))]));
  expect([...failed].filter(([, tests]) => tests.length === 0)).toEqual([]);
  expect(new Set([...failed.values()].flat())).toEqual(new Set(statisticalTests.map(({ name }) => name)));
});

test('remainders without rejection are found', () => {
  expect(failedTests(outcomesOf('fourteen tests', 350, withoutRejection))).toContain('frequency of digits');
});
