// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { stream } from '#web/platform/stream/use-stream.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { CandleChart } from './candle-chart.tsx';

const chunk = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }));
vi.mock('./load-chart.ts', () => ({ loadChart: () => chunk.load() }));

beforeAll(() => useLanguage('en'));

const content = {
  ...{ id: 'BTC', kind: 'candles' as const, rows: [], decimals: 2, lines: [], marks: [], languageTag: 'en' },
};

const chart = <CandleChart content={content} label="Bitcoin" notice="No prices yet" />;

test('a chart whose code does not come says so in place of its notice; it comes on demand, or once the stream is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const made = vi.fn();
  const fail = vi.fn(() => Promise.reject(new TypeError('offline')));
  chunk.load = fail;
  const { page, user } = mount(chart);
  expect(page.getByText('No prices yet')).toBeTruthy();
  expect(await page.findByText('Try again')).toBeTruthy();
  expect(page.queryByText('No prices yet')).toBeNull();
  await user.click(page.getByText('Try again'));
  expect(await page.findByText('Try again')).toBeTruthy();
  expect(fail).toHaveBeenCalledTimes(2);

  const told: (() => void)[] = [];
  vi.spyOn(stream, 'onState').mockImplementation((listener) => {
    told.push(listener);
    return () => undefined;
  });
  await user.click(page.getByText('Try again'));
  await expect.poll(() => told.length).toBeGreaterThan(0);
  const state = vi.spyOn(stream, 'state').mockReturnValue('connecting');
  told.at(-1)?.();
  expect(fail).toHaveBeenCalledTimes(3);
  chunk.load = async () => ({
    ChartView: class {
      constructor(...given: unknown[]) {
        made(...given);
      }
      show = () => undefined;
      remove = () => undefined;
    },
  });
  state.mockReturnValue('live');
  told.at(-1)?.();
  expect(await page.findByText('No prices yet')).toBeTruthy();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  expect(made.mock.calls[0]?.[1]).toBe(content);
});

test('a chart that is left before its code comes is not made', async () => {
  const made = vi.fn();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  chunk.load = () => promise;
  const { unmount } = mount(chart);
  unmount();
  resolve({ ChartView: made });
  await promise;
  await Promise.resolve();
  expect(made).not.toHaveBeenCalled();
});
