// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getBooks, getTrialBalance, listFundings, listTrialBalanceChecks } from '#contract/books.ts';
import { listContent } from '#contract/content-operators.ts';
import { listOpenDeposits } from '#contract/deposits-operators.ts';
import { getGiving } from '#contract/donations.ts';
import { getHealth } from '#contract/health.ts';
import { listEndedRecoveries, listOpenRecoveries, listPasswordRequests } from '#contract/identity-operators.ts';
import type { Operation } from '#contract/operation.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { listOffers, listProductChanges } from '#contract/products.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import { permissionsOf } from '#contract/roles.ts';
import { getChatRatings, listConversations, readConversation } from '#contract/support-inbox.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { call } from '#web/platform/api/call.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import {
  useGetBooks,
  useGetTrialBalance,
  useListBalanceRoots,
  useListFundings,
  useListTrialBalanceChecks,
} from './books.ts';
import { useListContent } from './content.ts';
import { useListOpenDeposits } from './deposits.ts';
import { useCharity } from './donations.ts';
import { useGetHealth } from './health.ts';
import { useListEndedRecoveries, useListOpenRecoveries, useListPasswordRequests } from './identity.ts';
import { useListApprovals } from './operators.ts';
import { useListOffers, useListProductChanges } from './products.ts';
import { useGetChatRatings, useListConversations, useReadConversation } from './support.ts';
import { useWaiting } from './waiting.ts';
import { useListReviewedWithdrawals } from './withdrawals.ts';

/** Every answer is an empty list: when it is asked for is the subject. */
vi.mock(import('#web/platform/api/call.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const member = '1000000000000007';

/** Each list of work with what it reads, and after how long it is read again. */
const lists: readonly (readonly [hook: () => unknown, reads: Operation, everyMs: number | null])[] = [
  [() => useGetBooks(), getBooks, 10_000],
  [() => useGetTrialBalance(), getTrialBalance, 60_000],
  [() => useListTrialBalanceChecks(false), listTrialBalanceChecks, 10_000],
  [() => useListBalanceRoots(undefined), listBalanceRoots, 10_000],
  [() => useListFundings(undefined), listFundings, 10_000],
  [() => useListContent('help'), listContent, 10_000],
  [() => useListOpenDeposits(undefined), listOpenDeposits, 10_000],
  [() => useCharity(), getGiving, 10_000],
  [() => useGetHealth(), getHealth, 10_000],
  [() => useListOpenRecoveries(undefined), listOpenRecoveries, 10_000],
  [() => useListEndedRecoveries(undefined), listEndedRecoveries, 10_000],
  [() => useListPasswordRequests(undefined), listPasswordRequests, 10_000],
  [() => useListApprovals(), listApprovals, 10_000],
  [() => useListOffers(), listOffers, 10_000],
  [() => useListProductChanges(undefined), listProductChanges, 10_000],
  [() => useListConversations('waiting'), listConversations, 10_000],
  [() => useReadConversation(member), readConversation, 10_000],
  [() => useReadConversation(member, 'fee'), readConversation, null],
  [() => useGetChatRatings(), getChatRatings, 10_000],
  [() => useWaiting(permissionsOf('support')), listConversations, 10_000],
  [() => useWaiting(permissionsOf('auditor')), listApprovals, 10_000],
  [() => useListReviewedWithdrawals(undefined), listReviewedWithdrawals, 10_000],
];

function Used({ hook }: { readonly hook: () => unknown }): null {
  hook();
  return null;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an open list of work is read again every ten seconds, a trial balance every minute, what was searched for never', async () => {
  for (const [hook, reads, everyMs] of lists) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    vi.mocked(call)
      .mockReset()
      .mockResolvedValue([] as never);
    const { unmount } = mount(<Used hook={hook} />);
    const times = () => vi.mocked(call).mock.calls.filter(([operation]) => operation === reads).length;
    await pass(1_000);
    expect([reads.path, times()]).toEqual([reads.path, 1]);
    await pass((everyMs ?? 300_000) - 2_000);
    expect([reads.path, times()]).toEqual([reads.path, 1]);
    await pass(2_000);
    expect([reads.path, times()]).toEqual([reads.path, everyMs === null ? 1 : 2]);
    unmount();
    queryClient.clear();
    vi.useRealTimers();
  }
});
