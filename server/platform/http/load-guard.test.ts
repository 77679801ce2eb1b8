import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addLoadGuard } from './load-guard.ts';

test('while the event loop lags by more than two seconds requests are refused, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let nowMs = 1_000;
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => {
    monotonic.mockRestore();
    vi.useRealTimers();
  });
  const app = fastify();
  addLoadGuard(app, (_request, reply) => reply.code(503).send());
  app.get('/', () => 'there');
  /** The status of a call after the next sample, which comes so much too late. */
  const afterDelay = async (lateMs: number): Promise<number> => {
    nowMs += 1_000 + lateMs;
    vi.advanceTimersByTime(1_000);
    return (await app.inject('/')).statusCode;
  };
  const statuses: number[] = [];
  for (const lateMs of [0, 2_000, 2_001, 0, 5_000, 1_999]) statuses.push(await afterDelay(lateMs));
  expect(statuses).toEqual([200, 200, 503, 200, 503, 200]);
  await app.close();
  expect(vi.getTimerCount()).toBe(0);
});
