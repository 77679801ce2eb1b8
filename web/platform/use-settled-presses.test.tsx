// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettled } from './use-settled.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what is typed counts once it has rested, and not letter by letter', () => {
  const seen = new Set<string>();
  const { rerender, result, unmount } = renderHook(
    ({ typed }) => {
      const settled = useSettled(typed, 250);
      seen.add(settled);
      return settled;
    },
    { initialProps: { typed: '' } },
  );
  for (const typed of ['a', 'an', 'ann', 'anna']) {
    rerender({ typed });
    act(() => vi.advanceTimersByTime(200));
  }
  expect(result.current).toBe('');
  act(() => vi.advanceTimersByTime(50));
  expect(result.current).toBe('anna');
  expect([...seen]).toEqual(['', 'anna']);
  rerender({ typed: 'annabel' });
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
