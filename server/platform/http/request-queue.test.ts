import { setImmediate as endOfTurn } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../session.ts';
import { addRequestQueue } from './request-queue.ts';

const member: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };
const known = new Map<string, Session | undefined>([
  ['live', member],
  ['shared', { ...member, memberId: 8n }],
  ['due', { ...member, memberId: 9n }],
  ['unknown', undefined],
]);
const lookup = {
  peek: (token: string, isDueToo?: boolean) =>
    known.has(token) ? (token === 'due' && !isDueToo ? undefined : known.get(token)) : ('none' as const),
  find: async () => 'none' as const,
};

let app: FastifyInstance;
let begun: string[];
let preferred: string[];
let nowMs: number;
let isCrowded: boolean;

beforeEach(async () => {
  begun = [];
  preferred = [];
  nowMs = 1_000;
  isCrowded = false;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  app = fastify();
  await app.register(cookie, { hook: false });
  const connections = {
    watch: () => undefined,
    keepOpen: () => undefined,
    prefer: (network: string, account: string) => void preferred.push(`${account} at ${network}`),
    get isCrowded() {
      return isCrowded;
    },
  };
  addRequestQueue(app, { sessions: lookup, operatorSessions: lookup, connections });
  app.get('/:who', (request) => {
    begun.push((request.params as { who: string }).who);
    // Longer than visitors may take of one turn of the event loop.
    nowMs += 12;
    return 'done';
  });
  await app.ready();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const call = (who: string, remoteAddress: string, cookie?: string) =>
  app.inject({ url: `/${who}`, remoteAddress, ...(cookie !== undefined && { headers: { cookie } }) });

test('a member is not kept waiting by a crowd of visitors, and a lone visitor by no other network’s crowd', async () => {
  const crowd = Array.from({ length: 12 }, (_, number) => call(`crowd${number}`, '10.0.0.1'));
  const others = [
    call('invented', '10.0.0.2', 'clearlot_session=guess'),
    call('unseen', '10.0.0.2', 'clearlot_session=unknown'),
    call('visitor', '10.0.0.3'),
    call('member', '10.0.0.4', 'a=b; clearlot_session=live'),
    call('secure', '10.0.0.5', '__Host-clearlot_operator=live'),
    call('paused', '10.0.0.6', 'clearlot_session=due'),
  ];
  const answers = await Promise.all([...crowd, ...others]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  const placeOf = (who: string): number => begun.indexOf(who);
  // Those known to be signed in begin beside the first of the crowd; then each network has its turn.
  expect(begun.slice(0, 4).sort()).toEqual(['crowd0', 'member', 'paused', 'secure']);
  expect(begun.slice(4, 7)).toEqual(['crowd1', 'invented', 'visitor']);
  expect(placeOf('unseen')).toBeLessThan(placeOf('crowd3'));
  expect(begun.filter((who) => who.startsWith('crowd'))).toEqual(crowd.map((_, number) => `crowd${number}`));
  expect(preferred).toEqual(['7 at 10.0.0.4', '7 at 10.0.0.5', '9 at 10.0.0.6']);
});

test('without a crowd everybody is handled at once', async () => {
  await call('first', '10.0.0.1');
  await call('second', '10.0.0.1', 'clearlot_session=live');
  expect(begun).toEqual(['first', 'second']);
  expect(preferred).toEqual(['7 at 10.0.0.1']);
});

test('a session that sends many requests at once has a few handled at once; the rest take turns with others', async () => {
  const many = Array.from({ length: 12 }, (_, number) =>
    call(`many${number}`, `10.0.1.${number}`, 'clearlot_session=shared'),
  );
  const others = [call('visitor', '10.0.0.3'), call('member', '10.0.0.4', 'clearlot_session=live')];
  await Promise.all([...many, ...others]);
  expect(begun.slice(0, 5)).toEqual(['many0', 'many1', 'many2', 'many3', 'member']);
  expect(begun.indexOf('visitor')).toBeLessThan(begun.indexOf('many6'));
  expect(begun).toHaveLength(14);
});

test('while a crowd of connections arrives, visitors have a quarter of the time, and a member waits for none', async () => {
  isCrowded = true;
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
  };
  const crowd = Array.from({ length: 3 }, (_, number) => call(`crowd${number}`, '10.0.0.1'));
  await turns();
  // The first of them came before there was a crowd.
  expect(begun).toEqual(['crowd0', 'crowd1']);
  const answer = await call('member', '10.0.0.4', 'clearlot_session=live');
  expect([answer.statusCode, begun.at(-1)]).toEqual([200, 'member']);
  nowMs += 3 * 12 - 13;
  await turns();
  expect(begun).not.toContain('crowd2');
  nowMs += 2;
  await Promise.all(crowd);
  expect(begun.at(-1)).toBe('crowd2');
});
