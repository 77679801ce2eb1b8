// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Draw, listDraws } from '#contract/draws.ts';
import { pageSize } from '#contract/fields.ts';
import { usdt } from '#core/money/amount.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { queryClient } from './query-client.ts';
import { invalidate } from './read-key.ts';
import { fetchNext, usePages } from './use-pages.ts';

const rowOf = (number: number): Draw => ({
  ...{
    id: `1KDVDWMC0SXV${1_000 + number}`,
    day: 20_574,
    entry: 1,
    kind: 'checkedIn',
    clientSeed: 'c0ffee00'.repeat(4),
  },
  ...{ number, prize: null, amount: usdt(0n), drawnAt: 0 },
});

/** As many rows as a page has, from that number down. */
const pageFrom = (newest: number): Draw[] => Array.from({ length: pageSize }, (_, place) => rowOf(newest - place));
const older = [rowOf(1)];

function List() {
  const list = usePages(listDraws, {});
  return (
    <>
      <button type="button" onClick={() => void fetchNext(list)}>
        more
      </button>
      <output>{list.data?.pages.flatMap((rows) => rows.map(({ number }) => number)).join()}</output>
    </>
  );
}

async function shownList() {
  const server = fakeServer();
  const answer = (newest: number) =>
    server.answerBy(listDraws, ({ fields: { before } }) => (before === undefined ? pageFrom(newest) : older));
  answer(50);
  const { page, user, container } = mount(<List />);
  const shown = (): string => container.querySelector('output')?.textContent ?? '';
  await expect.poll(shown).toMatch(/^50,/);
  const more = () => user.click(page.getByRole('button', { name: 'more' }));
  const befores = () => server.requestsTo(listDraws).map(({ fields: { before } }) => before ?? null);
  return { server, answer, shown, more, befores };
}

test('a next page that is asked for while the list is read again comes after that, and what is new is on it', async () => {
  const { server, answer, shown, more, befores } = await shownList();
  const held = server.hold(listDraws, pageFrom(51));
  void invalidate(queryClient, listDraws);
  await expect.poll(befores).toEqual([null, null]);
  await more();
  answer(51);
  held.release();
  await expect.poll(shown).toMatch(/,1$/);
  expect(shown()).toMatch(/^51,50,/);
  expect(befores()).toEqual([null, null, rowOf(51 - pageSize + 1).id]);
});

test('a next page that is broken off, because its list is stale and read again, is asked for once more after that', async () => {
  const { server, answer, shown, more, befores } = await shownList();
  const before = rowOf(50 - pageSize + 1).id;
  const held = server.hold(listDraws, older);
  await more();
  await expect.poll(befores).toEqual([null, before]);
  answer(51);
  const read = invalidate(queryClient, listDraws);
  held.release();
  await read;
  await expect.poll(shown).toMatch(/^51,.*,1$/);
  expect(befores()).toEqual([null, before, null, rowOf(51 - pageSize + 1).id]);
});

test('a next page that cannot be loaded is asked for once', async () => {
  const { server, more, befores } = await shownList();
  server.refuse(listDraws, 'notFound', 'Not there');
  await more();
  await expect.poll(befores).toEqual([null, rowOf(50 - pageSize + 1).id]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(befores()).toHaveLength(2);
});
