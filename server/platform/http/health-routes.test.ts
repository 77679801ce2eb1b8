import { fastify } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { addHealthRoutes } from './health-routes.ts';

afterEach(() => vi.useRealTimers());

test('however often anybody asks, the database is asked once a second, also while it fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let probes = 0;
  let isAway = false;
  const probe = async (): Promise<void> => {
    probes += 1;
    if (isAway) throw new Error('the database is away');
  };
  const app = fastify();
  addHealthRoutes(app, { metrics: createMetrics(), metricsKey: undefined, probe });
  const ask = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  };
  expect([await ask(), await ask(), probes]).toEqual([[200], [200], 1]);
  isAway = true;
  vi.setSystemTime(Date.now() + 1_000);
  expect([await ask(), await ask(), probes]).toEqual([[503], [503], 2]);
  isAway = false;
  vi.setSystemTime(Date.now() + 1_000);
  expect([await ask(), probes]).toEqual([[200], 3]);
  await app.close();
});

test('without a key nothing opens the metrics', async () => {
  const app = fastify();
  addHealthRoutes(app, { metrics: createMetrics(), metricsKey: undefined, probe: async () => undefined });
  for (const headers of [{}, { authorization: 'Bearer undefined' }]) {
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
  }
  await app.close();
});

test('a server that drains is not ready, though its database is', async () => {
  const app = fastify();
  addHealthRoutes(app, { metrics: createMetrics(), metricsKey: undefined, probe: async () => undefined });
  let address = '';
  const ask = async () => (await fetch(`${address}/readyz`)).status;
  let whileDraining = 0;
  app.addHook('preClose', async () => {
    whileDraining = await ask();
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await ask()).toBe(200);
  await app.close();
  expect(whileDraining).toBe(503);
});
