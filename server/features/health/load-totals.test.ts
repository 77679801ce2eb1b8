import { expect, test } from 'vitest';
import { createMetrics } from '#server/platform/metrics.ts';
import { loadBetween, readTotals } from './load-totals.ts';

test('a span counts what happened in it alone, by status and operation', async () => {
  const metrics = createMetrics();
  metrics.requestSeconds.observe({ operation: 'getPlan', status: '200' }, 2);
  metrics.refusals.inc({ operation: 'getPlan', code: 'planUnknown' });
  for (let times = 0; times < 5; times++)
    metrics.requestSeconds.observe({ operation: 'getPlan', status: '200' }, 0.004);
  const before = await readTotals(metrics);
  // What a member is refused is no failure of the server.
  metrics.requestSeconds.observe({ operation: 'getPlan', status: '404' }, 0.004);
  for (let times = 0; times < 17; times++)
    metrics.requestSeconds.observe({ operation: 'getPlan', status: '200' }, 0.004);
  metrics.requestSeconds.observe({ operation: 'placePlan', status: '500' }, 0.3);
  metrics.requestSeconds.observe({ operation: 'placePlan', status: '200' }, 0.1);
  metrics.refusals.inc({ operation: 'placePlan', code: 'serverBusy' });
  const load = loadBetween(before, await readTotals(metrics));
  expect(load).toMatchObject({ requests: 20, refusals: 1, failures: 1, p95Ms: 100 });
  expect(load.slowest.map(({ operation, calls }) => [operation, calls])).toEqual([
    ['placePlan', 2],
    ['getPlan', 18],
  ]);
  expect(load.slowest[0]?.meanMs).toBeCloseTo(200);
});

test('a span without requests has no percentile, one above the last bucket neither', async () => {
  const metrics = createMetrics();
  const before = await readTotals(metrics);
  expect(loadBetween(before, await readTotals(metrics))).toMatchObject({ requests: 0, p95Ms: null, slowest: [] });
  metrics.requestSeconds.observe({ operation: 'getPlan', status: '200' }, 60);
  const after = await readTotals(metrics);
  expect(loadBetween(before, after)).toMatchObject({ requests: 1, p95Ms: null });
  // An operation that was called only before the span is not listed with no calls.
  expect(loadBetween(after, await readTotals(metrics))).toMatchObject({ requests: 0, p95Ms: null, slowest: [] });
});
