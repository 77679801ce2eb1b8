import { setTimeout as turn } from 'node:timers/promises';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { listFundings } from '#contract/books.ts';
import { getHealth } from '#contract/health.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { listConversations, readConversation } from '#contract/support-inbox.ts';
import { pagesKey, readKey } from '#web/platform/api/read-key.ts';
import { gatherHints, makesStale } from './hints.ts';

const anna = '1111222233334444';
const bob = '5555666677778888';
const ofChat = (member: string): string => JSON.stringify({ subject: 'conversations', id: member });

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A console with the given list open, whose reads are answered by the test, and whose delays pass when it says so. */
function openConsole() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  let value = 0;
  const reads: { readonly answer: () => void; readonly isBrokenOff: () => boolean }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: readKey(listConversations, { queue: 'waiting' }),
    queryFn: ({ signal }) => {
      const found = value;
      return new Promise<number>((resolve) => {
        reads.push({ answer: () => resolve(found), isBrokenOff: () => signal.aborted });
      });
    },
  });
  stops.push(observer.subscribe(() => undefined));
  const delayed: (() => void)[] = [];
  const hints = gatherHints(client, (_, act) => {
    delayed.push(act);
    return () => delayed.splice(delayed.indexOf(act), 1);
  });
  stops.push(hints.stop);
  return {
    client,
    hints,
    reads,
    delayed,
    shown: () => observer.getCurrentResult().data,
    write: () => {
      value += 1;
    },
    async pass(): Promise<void> {
      for (const act of delayed.splice(0)) act();
      await turn(0);
    },
    async answer(): Promise<void> {
      reads.at(-1)?.answer();
      await turn(0);
    },
  };
}

test('forty hints of a busy chat are one read, and reads under way are never broken off', async () => {
  const desk = openConsole();
  await desk.answer();
  expect(desk.reads).toHaveLength(1);
  for (let hint = 0; hint < 40; hint++) {
    desk.write();
    desk.hints.add(ofChat(anna));
  }
  expect(desk.reads).toHaveLength(1);
  expect(desk.delayed).toHaveLength(1);
  await desk.pass();
  expect(desk.reads).toHaveLength(2);
  // More come while it is being read: they wait for it, and cost one read more.
  for (let hint = 0; hint < 40; hint++) {
    desk.write();
    desk.hints.add(ofChat(anna));
    await desk.pass();
  }
  expect(desk.reads).toHaveLength(2);
  await desk.answer();
  await desk.pass();
  expect(desk.shown()).toBe(40);
  await desk.answer();
  expect(desk.reads).toHaveLength(3);
  expect(desk.reads.some(({ isBrokenOff }) => isBrokenOff())).toBe(false);
  expect(desk.shown()).toBe(80);
});

test('a read that began before the change is followed by another one', async () => {
  const desk = openConsole();
  // The console has just opened the list, which the server looked up before the message.
  desk.write();
  desk.hints.add(ofChat(anna));
  await desk.pass();
  expect(desk.reads).toHaveLength(1);
  await desk.answer();
  expect(desk.reads).toHaveLength(2);
  await desk.answer();
  expect(desk.shown()).toBe(1);
});

test('a chat’s hint makes the lists and that chat stale, an unknown hint everything that hints are about', () => {
  const chat = pagesKey(readConversation, { member: anna });
  expect(makesStale(ofChat(anna), chat)).toBe(true);
  expect(makesStale(ofChat(bob), chat)).toBe(false);
  expect(makesStale(ofChat(bob), readKey(listConversations, { queue: 'waiting' }))).toBe(true);
  expect(makesStale(ofChat(bob), readKey(listApprovals, {}))).toBe(false);
  expect(makesStale('{"subject":"conversations","id":""}', chat)).toBe(true);
  for (const key of [chat, readKey(listApprovals, {}), readKey(listFundings, {})]) {
    expect(makesStale('{"subject":"all","id":""}', key)).toBe(true);
    expect(makesStale('', key)).toBe(true);
  }
  expect(makesStale('', readKey(getHealth, {}))).toBe(false);
  const own = readKey(getOperatorSession, {});
  expect(['log', 'approvals'].map((subject) => makesStale(JSON.stringify({ subject, id: '' }), own))).toEqual([
    true,
    false,
  ]);
});
