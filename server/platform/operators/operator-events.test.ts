import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { operatorHeartbeat } from '#contract/operator-events.ts';
import { silentLog } from '../log.ts';
import type { OperatorChange } from './operator-events.ts';
import { openOperatorEvents } from './operator-events.ts';

/** A node with its messages, and pages whose sessions the test ends. */
function openNode(beatEveryMs?: number) {
  let receive: (payload: unknown) => void = () => undefined;
  let loseMessages: () => void = () => undefined;
  const events = openOperatorEvents(
    {
      publish: async (_topic, payload) => receive(payload),
      subscribe: (_topic, listener) => {
        receive = listener;
        return () => undefined;
      },
      onGap: (listener) => {
        loseMessages = listener;
        return () => undefined;
      },
    },
    silentLog,
    beatEveryMs,
  );
  const openPage = (operator: string) => {
    const page = { heard: [] as string[], beats: 0, hasEnded: false, isSignedIn: async () => true };
    const socket = { writable: true, writableLength: 0, setNoDelay: () => undefined, write: hear };
    function hear(bytes: Buffer): void {
      if (String(bytes).startsWith(`event: ${operatorHeartbeat}\n`)) page.beats += 1;
      page.heard.push(...Array.from(String(bytes).matchAll(/^data: (.*)$/gm), ([, data = '']) => data));
    }
    const response = Object.assign(new EventEmitter(), {
      ...{ socket, writableEnded: false, write: () => true, writeHead: () => undefined },
      end: () => {
        page.hasEnded = true;
      },
    });
    events.stream.open({
      ...{ query: {}, session: null, locale: 'en', response: response as unknown as ServerResponse, log: silentLog },
      operator: { operator, role: 'support', locale: 'en', isSignedIn: () => page.isSignedIn() },
    });
    return page;
  };
  const tell = async (changed: OperatorChange): Promise<void> => {
    await events.publish(changed);
    await new Promise(setImmediate);
  };
  return { events, openPage, tell, loseMessages: () => loseMessages() };
}

test('a page ends with its session alone: not while the database does not answer, and not with that of another', async () => {
  const { events, openPage, tell } = openNode();
  const [ann, ben, cat] = [openPage('ann'), openPage('ben'), openPage('cat')];
  ann.isSignedIn = () => Promise.reject(new Error('the database is away'));
  ben.isSignedIn = async () => false;
  await tell({ subject: 'sessions', id: 'ann' });
  expect([ann, ben, cat].map(({ hasEnded }) => hasEnded)).toEqual([false, false, false]);
  await tell({ subject: 'sessions', id: '' });
  expect([ann, ben, cat].map(({ hasEnded }) => hasEnded)).toEqual([false, true, false]);
  ann.isSignedIn = async () => false;
  await tell({ subject: 'sessions', id: 'ann' });
  expect(ann.hasEnded).toBe(true);
  await events.close();
  expect(cat.hasEnded).toBe(true);
});

test('pages hear of changes, of all once messages were lost, and never whose sessions are looked at', async () => {
  const { events, openPage, tell, loseMessages } = openNode();
  const page = openPage('ann');
  await tell({ subject: 'approvals', id: '' });
  await tell({ subject: 'sessions', id: 'ann' });
  loseMessages();
  expect(page.heard.map((data) => JSON.parse(data))).toEqual([
    { subject: 'approvals', id: '' },
    { subject: 'all', id: '' },
  ]);
  await events.close();
});

test('an operator has twenty pages at most, and another one still opens one', async () => {
  const { events, openPage } = openNode();
  for (let page = 0; page < 20; page += 1) openPage('ann');
  expect(() => openPage('ann')).toThrow(expect.objectContaining({ code: 'tooManyRequests' }));
  expect(openPage('ben').hasEnded).toBe(false);
  await events.close();
});

test('with every heartbeat the pages hear that the connection lives, and those whose session is over by its time end', async () => {
  const { events, openPage } = openNode(10);
  const [ann, ben] = [openPage('ann'), openPage('ben')];
  ben.isSignedIn = async () => false;
  await expect.poll(() => ben.hasEnded).toBe(true);
  await expect.poll(() => ann.beats).toBeGreaterThan(0);
  expect(ann.hasEnded).toBe(false);
  await events.close();
});
