// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { getBankCard } from '#contract/bank-card.ts';
import { getRecovery } from '#contract/identity-factors.ts';
import { getWithdrawalPassword } from '#contract/security.ts';
import { useGetBankCard } from '#web/features/bank-card/queries.ts';
import { useGetRecovery } from '#web/features/identity/queries/protection.ts';
import { useGetWithdrawalPassword } from '#web/features/security/queries.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';

beforeAll(() => useLanguage('en'));

function Waits(): null {
  useGetRecovery();
  useGetBankCard();
  useGetWithdrawalPassword();
  return null;
}

test('what waits is read again when its wait is over, and when nothing waits any more it is left alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const now = Date.parse('2026-05-01T10:00:00Z');
  vi.setSystemTime(now);
  const server = fakeServer();
  const card = { masked: '**** 4242', bankName: 'First Bank', nameOnCard: 'Ann Lee', boundAt: now };
  const at = now + 60_000;
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: at });
  server.answer(getBankCard, { card, replacement: { ...card, activeFrom: at } });
  server.answer(getWithdrawalPassword, { isSet: true, reset: { requestedAt: now, activeFrom: at } });
  const reads = () => [getRecovery, getBankCard, getWithdrawalPassword].map((one) => server.requestsTo(one).length);
  mount(<Waits />);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(reads()).toEqual([1, 1, 1]);
  // The server's clock is some seconds behind: it answers the same once more.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reads()).toEqual([2, 2, 2]);
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
  server.answer(getBankCard, { card, replacement: null });
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads()).toEqual([3, 3, 3]);
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(reads()).toEqual([3, 3, 3]);
  vi.useRealTimers();
});
