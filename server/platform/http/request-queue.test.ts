import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../session.ts';
import { addRequestQueue } from './request-queue.ts';

const member: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };
const lookup = {
  peek: (token: string) => (token === 'live' ? member : token === 'unknown' ? undefined : ('none' as const)),
  find: async () => 'none' as const,
};

let app: FastifyInstance;
let begun: string[];
let preferred: string[];

beforeEach(async () => {
  begun = [];
  preferred = [];
  app = fastify();
  await app.register(cookie, { hook: false });
  const connections = {
    watch: () => undefined,
    keepOpen: () => undefined,
    prefer: (network: string, account: string) => void preferred.push(`${account} at ${network}`),
  };
  addRequestQueue(app, { sessions: lookup, operatorSessions: lookup, connections });
  app.get('/:who', (request) => {
    begun.push((request.params as { who: string }).who);
    // Longer than visitors may take of one turn of the event loop.
    const until = performance.now() + 12;
    while (performance.now() < until);
    return 'done';
  });
  await app.ready();
});

afterEach(() => app.close());

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
  ];
  const answers = await Promise.all([...crowd, ...others]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  const placeOf = (who: string): number => begun.indexOf(who);
  // Those known to be signed in begin beside the first of the crowd; then each network has its turn.
  expect(begun.slice(0, 3).sort()).toEqual(['crowd0', 'member', 'secure']);
  expect(begun.slice(3, 6)).toEqual(['crowd1', 'invented', 'visitor']);
  expect(placeOf('unseen')).toBeLessThan(placeOf('crowd3'));
  expect(begun.filter((who) => who.startsWith('crowd'))).toEqual(crowd.map((_, number) => `crowd${number}`));
  expect(preferred).toEqual(['7 at 10.0.0.4', '7 at 10.0.0.5']);
});

test('without a crowd everybody is handled at once', async () => {
  await call('first', '10.0.0.1');
  await call('second', '10.0.0.1', 'clearlot_session=live');
  expect(begun).toEqual(['first', 'second']);
  expect(preferred).toEqual(['7 at 10.0.0.1']);
});
