// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pageSize } from '#contract/fields.ts';
import { getFairness, listFairDays, listRounds } from '#contract/rounds.ts';
import { type ChatLog, listMessages } from '#contract/support.ts';
import { noUsdt } from '#core/money/amount.ts';
import { useGetFairness, useListFairDays, useListRounds } from '#web/features/rounds/queries.ts';
import { useListMessages } from '#web/features/support/queries.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';

interface List {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  fetchNextPage(): unknown;
}

/** A list with a button that leads to what is older. */
function Older({ useList }: { readonly useList: () => List }) {
  const { data, fetchNextPage } = useList();
  return (
    <button type="button" onClick={() => void fetchNextPage()}>
      {data?.pages.length}
    </button>
  );
}

async function olderOf(useList: () => List): Promise<void> {
  const { page, user, unmount } = mount(<Older useList={useList} />);
  await user.click(await page.findByText('1'));
  await page.findByText('2');
  unmount();
}

const hex = 'ab'.repeat(32);
const places = Array.from({ length: pageSize }, (_, place) => 1_000 - place);
const [last = 0] = places.slice(-1);

const round = (id: number) => ({
  ...{ id, opensAt: 0, closesAt: 1, resultAt: 2, voidAt: 3, state: 'void' as const, digits: null, orders: null },
  staked: noUsdt,
});

const chat: ChatLog = {
  ...{ messages: [], next: 41, conversation: null, conversations: [], seen: 0, answered: 0, read: 0 },
};

test('what is older of rounds, their proofs, their days and the chat is read before the last number of the page', async () => {
  const server = fakeServer();
  session.signIn('zoe12345');
  server.answer(listRounds, places.map(round));
  server.answer(getFairness, {
    ...{ chains: [], days: [], beaconKind: 'drand', drawn: 0, voided: 0, missed: 0 },
    reveals: places.map((one) => ({
      round: one,
      seed: hex,
      state: 'void' as const,
      beaconKind: null,
      isLate: false,
      endedAt: null,
    })),
  });
  server.answer(
    listFairDays,
    places.map((day) => ({ day, tip: hex, drawCommitment: hex, publishedAt: 0, chain: 1, key: null })),
  );
  server.answer(listMessages, chat);
  await olderOf(useListRounds);
  await olderOf(useGetFairness);
  await olderOf(useListFairDays);
  await olderOf(() => useListMessages(''));
  const asked = [listRounds, getFairness, listFairDays, listMessages];
  expect(asked.map((read) => server.requestsTo(read).at(-1)?.fields.before)).toEqual([
    ...[String(last), String(last), String(last), '41'],
  ]);
});
