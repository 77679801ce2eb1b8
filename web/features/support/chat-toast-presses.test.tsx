// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { getReplyTimes } from '#contract/support.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { ChatToast } from './chat-toast.tsx';
import { ReplyTimes } from './reply-times.tsx';

beforeAll(() => useLanguage('en'));

test('new messages are announced where the chat is not open; times of replies are said as they were measured', async () => {
  const { rerender, toast, unmount } = mount(<ChatToast unread={null} showsChat={false} />);
  for (const unread of [2, 2, 1]) rerender(<ChatToast unread={unread} showsChat={false} />);
  expect(toast()).toBe('');
  rerender(<ChatToast unread={3} showsChat />);
  expect(toast()).toBe('');
  rerender(<ChatToast unread={4} showsChat={false} />);
  expect(toast()).toContain('4');
  unmount();
  const server = fakeServer();
  const times = { count: 1_200, medianSeconds: 90, percentile95Seconds: 3_600, unanswered: 2, waiting: 3 };
  server.answer(getReplyTimes, times);
  const { container, page } = mount(<ReplyTimes />);
  await expect.poll(() => page.queryByText(/Members waiting now: 3/)).toBeTruthy();
  expect(container.textContent).toMatch(/within.*2m95% answered within.*1hAnswers.*: 1,200\. Mem.*last message: 2/);
  queryClient.clear();
  const none = { count: 0, medianSeconds: null, percentile95Seconds: null, unanswered: 0, waiting: 1 };
  server.answer(getReplyTimes, none);
  const second = mount(<ReplyTimes />);
  await expect.poll(() => second.page.queryByText('Members waiting now: 1')).toBeTruthy();
  expect(second.page.getByText('No answer was measured in the last 30 days.')).toBeTruthy();
  expect(second.container.textContent).not.toMatch(/within|measured in the last 30 days:|last message/);
});
