import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { donate } from '#contract/donations.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { pageSize } from '#contract/fields.ts';
import { listWithdrawals } from '#contract/withdrawals.ts';
import { answerPage, used } from '#web/ui/shown.fixture.tsx';
import { session } from '../session/session.ts';
import { queryClient } from './query-client.ts';
import { staleReads } from './stale-reads.ts';
import { useMoneyCall } from './use-money-call.ts';
import { usePages } from './use-pages.ts';
import { useSendOnce } from './use-send-once.ts';

beforeAll(() => session.setLocale('en'));
beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

/** Answers one call after another; returns the keys that they came with. */
function answering(...answers: readonly (string | 'lost' | 'done')[]): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const answer = answers[keys.length];
    keys.push(new Headers(headers).get(idempotencyHeader));
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(
      answer === 'done' ? { status: true, info: 1, url: '' } : { status: false, info: '', url: '', code: answer },
    );
  });
  return keys;
}

const send = ({ mutateAsync }: ReturnType<typeof useMoneyCall<typeof donate>>, tier: 1 | 2 = 1) =>
  mutateAsync({ tier }).then(
    () => 'done',
    () => 'failed',
  );

test('a submission keeps its key until the server has decided on it, and the next one has another', async () => {
  const undecided = ['lost', 'serverBusy', 'requestInProgress', 'tooManyRequests', 'internalError'];
  const keys = answering(...undecided, 'done', 'nothingToDonate', 'done', 'done');
  const giving = used(() => useMoneyCall(donate));
  for (const answer of [...undecided, 'done', 'nothingToDonate', 'done'])
    expect([answer, await send(giving)]).toEqual([answer, answer === 'done' ? 'done' : 'failed']);
  expect(await send(giving, 2)).toBe('done');
  const [first, refused, third, other] = keys.slice(5);
  expect(keys.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => first));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([first, refused, third, other]).size).toBe(4);
});

test('a submission whose answer was lost keeps its key while others are decided, and moves money once', async () => {
  const keys = answering('lost', 'nothingToDonate', 'done', 'done');
  const giving = used(() => useMoneyCall(donate));
  expect(await send(giving)).toBe('failed');
  expect(await send(giving, 2)).toBe('failed');
  expect(await send(giving, 2)).toBe('done');
  expect(await send(giving)).toBe('done');
  expect(keys[3]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('money that moved makes the figures stale that depend on it, and is told once', async () => {
  answering('done', 'nothingToDonate');
  const told = vi.fn();
  const giving = used(() => useMoneyCall(donate, told));
  const stale = () => staleReads.balances.map((path) => queryClient.getQueryState([path])?.isInvalidated);
  for (const path of staleReads.balances) queryClient.setQueryData([path], 'an answer');
  await send(giving);
  await expect.poll(stale).toEqual(staleReads.balances.map(() => true));
  await send(giving);
  expect(told).toHaveBeenCalledOnce();
});

test('a second tap while the first one is being sent sends nothing, one after it does', () => {
  const sent: { input: string; onSettled: () => void }[] = [];
  const mutate = ((input: string, { onSettled }: { onSettled: () => void }) =>
    void sent.push({ input, onSettled })) as never;
  const sendOnce = used(() => useSendOnce<unknown, string>({ mutate }));
  sendOnce('one', {});
  sendOnce('two', {});
  sent[0]?.onSettled();
  sendOnce('three', {});
  expect(sent.map(({ input }) => input)).toEqual(['one', 'three']);
});

test('a list goes on after a full page, from its last row, and ends with one that is not full', async () => {
  const idOf = (row: number) => `W${String(row).padStart(15, '0')}`;
  const rowsUpTo = (count: number) => Array.from({ length: count }, (_, row) => ({ id: idOf(row) })) as never;
  const shown = () => used(() => usePages(listWithdrawals, {}));
  answerPage(listWithdrawals, {}, rowsUpTo(pageSize - 1));
  expect(shown().hasNextPage).toBe(false);
  answerPage(listWithdrawals, {}, rowsUpTo(pageSize));
  const full = shown();
  expect(full.hasNextPage).toBe(true);
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return Response.json({ status: true, info: [], url: '' });
  });
  await full.fetchNextPage();
  expect(addresses).toEqual([`/api/withdrawals/list?before=${idOf(pageSize - 1)}`]);
});
