import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import {
  Outbox,
  type OutboxDependencies,
  type OutboxStore,
  type OutgoingMessage,
  type WaitingMessage,
} from './outbox.ts';

/** Messages that are kept in memory. */
export function memoryStore(): OutboxStore & { readonly kept: Map<string, WaitingMessage> } {
  const kept = new Map<string, WaitingMessage>();
  return {
    kept,
    load: async (owner) => [...kept].filter(([key]) => key.startsWith(`${owner} `)).map(([, message]) => message),
    put: async (owner, message) => void kept.set(`${owner} ${message.id}`, message),
    async replace(owner, message) {
      const isThere = kept.has(`${owner} ${message.id}`);
      if (isThere) kept.set(`${owner} ${message.id}`, message);
      return isThere;
    },
    remove: async (owner, { id }) => void kept.delete(`${owner} ${id}`),
  };
}

/** A server that keeps a message once by its id, over a connection that loses requests and responses. */
export function server(lost: (call: number) => 'request' | 'response' | null) {
  const messages: { id: string; text: string; image: string | null }[] = [];
  let calls = 0;
  return {
    messages,
    async send({ id, text, image }: { id: string; text: string; image: string | null }): Promise<number> {
      const loss = lost(calls++);
      await turn();
      if (loss === 'request') throw new ApiFailure('unreachable');
      if (!messages.some((message) => message.id === id)) messages.push({ id, text, image });
      if (loss === 'response') throw new ApiFailure('timeout');
      return messages.length;
    },
  };
}

/** One page of the browser; `due` runs the timers that it set. */
export function page(
  store: OutboxStore,
  send: (message: OutgoingMessage) => Promise<unknown>,
  more: Partial<OutboxDependencies> = {},
) {
  const timers: (() => void)[] = [];
  const outbox = new Outbox({
    store,
    // A call takes a while: a page that sends without end still lets its test come to one.
    async send(message) {
      await turn();
      return Number((await send(message)) ?? 0);
    },
    upload: async () => 'IMAGE00000000001',
    exclusively: (work) => work(),
    after: (_, act) => {
      timers.push(act);
      return () => void timers.splice(timers.indexOf(act), 1);
    },
    ...more,
  });
  const due = (): void => {
    for (const act of timers.splice(0)) act();
  };
  return { outbox, due };
}

/** A message as it is written at a moment. */
export const written = (at: number, text = `message ${at}`) => ({ id: `id-${at}`, text, pin: null, picture: null, at });

/** Comes back once it is done; `step` runs before each look. */
export async function until(isDone: () => boolean, step: () => void = () => undefined): Promise<void> {
  for (let turns = 0; !isDone() && turns < 200_000; turns += 1) {
    step();
    await turn();
  }
  expect(isDone()).toBe(true);
}
