// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { placePlan } from '#contract/plans.ts';
import { usdt } from '#core/money/amount.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { PlanConfirm } from './plan-confirm.tsx';
import { emptyPlanForm, type PlanForm } from './plan-form.ts';
import { levelOf, quoteAt } from './plan-presses.fixture.ts';
import { planSummary } from './plan-summary.ts';
import { QuotaPanel } from './quota-panel.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const at = (minute: number): number => new Date(2026, 4, 1, 10, minute).getTime();
const distribution = {
  ...{ samples: 1_234, hours: 480, shareLost: 0.5, shareFlat: 0.1, shareEarned: 0.4, mean: 0, median: 0, low: 0 },
  ...{ high: 0, holding: { median: 0, low: 0, high: 0 }, histogram: { from: 0, to: 0, counts: [] } },
};

test('a plan is confirmed by when its last round closes, how it ended before, and what it can cost; the phone’s bounds only warn', async () => {
  vi.useFakeTimers({ now: at(2), toFake: ['Date'] });
  const server = fakeServer();
  server.refuse(placePlan, 'insufficientFunds', 'You have 120 USDT');
  const form: PlanForm = { ...emptyPlanForm, leverage: 3, amountText: '130' };
  const levels = [levelOf(1)];
  const sheet = (open: boolean, available: bigint) => (
    <PlanConfirm
      {...{ open, form, summary: planSummary(form, { levels, available: usdt(available) }), warnings: null }}
      {...{ quote: { ...quoteAt(3), distribution, feeMean: 0.002 }, available: usdt(available) }}
      {...{ onPlaced: vi.fn(), onClose }}
    />
  );
  const onClose = vi.fn();
  const mounted = mount(sheet(false, 120_000_000n));
  const { page, container } = mounted;
  const { press } = handOn(mounted);
  expect(page.queryByText('Place this plan?')).toBeNull();
  mounted.rerender(sheet(true, 120_000_000n));
  expect(page.getByText('Last round closes').closest('li')?.textContent).toBe('Last round closesMay 1, 11:05');
  expect(page.getByText('Past starts').closest('li')?.textContent).toMatch(
    /50% lost\s·\s10% flat\s·\s40% earned\s·\s1,234 starts in 480 separate hours, 3X$/,
  );
  expect(page.getByText('Trend v1 · 12 rounds of 5 min')).toBeTruthy();
  expect(container.querySelector('dl')?.textContent).toMatch(
    /Worst case.*−3\.90 USDT.*Best case.*\+6\.50 USDT.*Fees, on average.*0\.26 USDT/,
  );
  expect(page.getByText('You have 120.00 USDT available').closest('[role=alert]')).toBeTruthy();
  await press('Place the plan');
  await expect.poll(mounted.toast).toBe('You have 120 USDT');
  expect(onClose).toHaveBeenCalledOnce();
  mounted.rerender(sheet(true, 900_000_000n));
  expect(container.querySelector('[role=alert]')).toBeNull();
});

test('a quote that could not be loaded is asked for again by the button, and nothing is placed', async () => {
  const server = fakeServer();
  const onRetry = vi.fn();
  const form: PlanForm = { ...emptyPlanForm, leverage: 3, amountText: '130' };
  const summary = planSummary(form, { levels: [levelOf(1)], available: null });
  const mounted = mount(
    <PlanConfirm
      {...{ open: true, form, summary, warnings: null, quote: undefined, onRetry, available: null }}
      {...{ onPlaced: vi.fn(), onClose: vi.fn() }}
    />,
  );
  const { press } = handOn(mounted);
  await press('Try again');
  await press('Place the plan');
  expect(onRetry).toHaveBeenCalledTimes(2);
  expect(server.requestsTo(placePlan)).toEqual([]);
});

test('on a sheet that stays open the end moves on with the candle that the plan would begin with', async () => {
  vi.useFakeTimers({ now: at(4), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const form: PlanForm = { ...emptyPlanForm, leverage: 3, amountText: '130' };
  const summary = planSummary(form, { levels: [levelOf(1)], available: null });
  const { page } = mount(
    <PlanConfirm
      {...{ open: true, form, summary, warnings: null, quote: quoteAt(3), available: null }}
      {...{ onPlaced: vi.fn(), onClose: vi.fn() }}
    />,
  );
  const end = () => page.getByText('Last round closes').closest('li')?.textContent;
  expect(end()).toBe('Last round closesMay 1, 11:05');
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await expect.poll(end).toBe('Last round closesMay 1, 11:10');
});

test('quotas have a place while they load, a dash and a retry once they could not be, and stay where a later reading fails', async () => {
  const onRetry = vi.fn();
  const panel = (quota: bigint | null, retry?: () => void) => {
    const amount = usdt(quota ?? 0n);
    const known = quota === null ? undefined : { authorization: amount, locked: usdt(0n), available: amount };
    return <QuotaPanel quota={known} onRetry={retry} funds="free funds" />;
  };
  const mounted = mount(panel(null));
  const { page, container, rerender } = mounted;
  expect(container.textContent).not.toMatch(/could not be loaded|–|free funds/);
  rerender(panel(null, onRetry));
  expect(page.getAllByText('–')).toHaveLength(3);
  await handOn(mounted).press('Try again');
  expect(onRetry).toHaveBeenCalledOnce();
  rerender(panel(7_000_000n, onRetry));
  expect(page.getAllByText('7.00')).toHaveLength(2);
  expect(container.textContent).not.toMatch(/could not be loaded|–|free funds/);
});
