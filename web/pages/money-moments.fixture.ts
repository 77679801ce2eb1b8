import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { queryClient } from '#web/platform/api/query-client.ts';

/** When the samples of money are read. */
export const sampleNow = Date.parse('2026-05-14T15:27:31Z');

/** A moment before it (after it with a negative place), each place another one, at another minute and second. */
export const momentOf = (place: number): number => sampleNow - place * 7_384_000;

/** In each test it is that moment. A read that fails is repeated without a wait. */
export function atSampleTime(): void {
  beforeAll(() => {
    const { queries, ...others } = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
  });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: sampleNow }));
  afterEach(() => void vi.useRealTimers());
}
