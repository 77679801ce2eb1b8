// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { readConversation } from '#contract/support-inbox.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { useReadConversation } from './support.ts';

beforeAll(() => useLanguage('en'));

const member = '1000000000000007';

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
  const conversation = { number: 1, openedAt: 0, closedAt: null, stars: null };
  server.answerBy(
    readConversation,
    ({ fields }): OutputOf<typeof readConversation> => ({
      ...{ messages: [], next: fields.before === undefined ? 51 : null, conversation, conversations: [conversation] },
      ...{ assigned: null, operators: [], waitingSince: null, locale: 'en', seen: 0, answered: 0, read: 0 },
    }),
  );
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
