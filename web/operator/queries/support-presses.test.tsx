// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { type Permission, permissionsOf } from '#contract/roles.ts';
import { getChatRatings, listConversations, readConversation } from '#contract/support-inbox.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { useGetChatRatings, useListConversations, useReadConversation } from './support.ts';
import { useWaiting } from './waiting.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const member = '1000000000000007';

const conversation = { number: 1, openedAt: 0, closedAt: null, stars: null };
const chat: OutputOf<typeof readConversation> = {
  ...{ messages: [], next: null, conversation, conversations: [conversation] },
  ...{ assigned: null, operators: [], waitingSince: null, locale: 'en', seen: 0, answered: 0, read: 0 },
};

function Pages() {
  const { data, fetchNextPage, hasNextPage } = useReadConversation(member);
  return (
    <button type="button" onClick={() => void fetchNextPage()} disabled={!hasNextPage}>
      {data?.pages.length ?? 0}
    </button>
  );
}

test('earlier messages of a member’s chat are those before the position that the page ends with', async () => {
  const server = fakeServer();
  server.answerBy(readConversation, ({ fields }) => ({ ...chat, next: fields.before === undefined ? 51 : null }));
  const { page, user } = mount(<Pages />);
  const button = page.getByRole<HTMLButtonElement>('button');
  await expect.poll(() => button.disabled).toBe(false);
  await user.click(button);
  await expect.poll(() => button.textContent).toBe('2');
  expect(server.requestsTo(readConversation).map(({ fields }) => fields)).toEqual([
    { member },
    { member, before: '51' },
  ]);
  expect(button.disabled).toBe(true);
});

function Work({ search }: { readonly search: string }) {
  useReadConversation(member, search);
  useListConversations('mine');
  useGetChatRatings();
  useWaiting(permissionsOf('support'));
  return null;
}

test('what an operator has open is read again every ten seconds, and what a search found is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const server = fakeServer();
  server.answer(readConversation, chat);
  server.answer(listConversations, { conversations: [], next: null, waiting: 0 });
  server.answer(getChatRatings, { ended: 0, stars: [0, 0, 0, 0, 0] });
  server.answer(listApprovals, []);
  const { rerender } = mount(<Work search="" />);
  const readsOf = () => [
    server.requestsTo(readConversation).length,
    ...['mine', 'waiting'].map(
      (queue) => server.requestsTo(listConversations).filter(({ fields }) => fields.queue === queue).length,
    ),
    ...[getChatRatings, listApprovals].map((operation) => server.requestsTo(operation).length),
  ];
  const allIsRead = () => expect.poll(() => queryClient.isFetching()).toBe(0);
  await allIsRead();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(readsOf()).toEqual([1, 1, 1, 1, 1]);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(readsOf).toEqual([2, 2, 2, 2, 2]);
  rerender(<Work search="refund" />);
  await allIsRead();
  await vi.advanceTimersByTimeAsync(25_000);
  const searches = server.requestsTo(readConversation).filter(({ fields }) => fields.search === 'refund');
  expect(searches.map(({ fields }) => fields)).toEqual([{ member, search: 'refund' }]);
  expect(readsOf()[1]).toBeGreaterThan(3);
});

function Counts({ permissions }: { readonly permissions: readonly Permission[] }) {
  return <p>{JSON.stringify(useWaiting(permissions))}</p>;
}

test('nothing waits before it is known, nor for somebody who may not decide or answer', async () => {
  const server = fakeServer();
  const approval: OutputOf<typeof listApprovals>[number] = {
    ...{ kind: 'funding', id: '0.F1', member: null, content: [], hash: 'ab'.repeat(32), needed: 2, approvedBy: [] },
    ...{ askedAt: 0, expiresAt: null, mayDecide: true },
  };
  const inbox = server.hold(listConversations, { conversations: [], next: null, waiting: 4 });
  const approvals = server.hold(listApprovals, [approval, { ...approval, id: '0.F2', mayDecide: false }]);
  const { container, rerender } = mount(<Counts permissions={permissionsOf('support')} />);
  const shown = () => container.querySelector('p')?.textContent;
  await expect.poll(() => server.requests.length).toBe(2);
  expect(shown()).toBe('{"inbox":0,"approvals":0}');
  inbox.release();
  await expect.poll(shown).toBe('{"inbox":4,"approvals":0}');
  approvals.release();
  await expect.poll(shown).toBe('{"inbox":4,"approvals":1}');
  rerender(<Counts permissions={permissionsOf('auditor')} />);
  expect(shown()).toBe('{"inbox":0,"approvals":1}');
});
