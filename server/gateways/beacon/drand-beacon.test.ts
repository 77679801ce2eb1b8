import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BeaconPlan } from '#core/fairness/beacon.ts';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { publishedAt, quicknet } from '#core/fairness/quicknet.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { silentLog } from '#server/platform/log.ts';
import { drandBeacon } from './drand-beacon.ts';
import { type DrandServer, genuine, openDrandServer } from './drand-server.fixture.ts';

const plan: Extract<BeaconPlan, { kind: 'drand' }> = { kind: 'drand', chain: quicknet.chain, round: 1000 };
const expected = { kind: 'drand', round: 1000, signature: genuineRounds[1].signature };
const never = new AbortController().signal;
const json = (value: object | null) => JSON.stringify(value);

let servers: DrandServer[];

beforeEach(async () => {
  servers = await Promise.all([openDrandServer(), openDrandServer()]);
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const [first, second] = [() => servers[0] as DrandServer, () => servers[1] as DrandServer];
/** Waits long for a server before the next one is asked too, where a test says nothing else. */
const fetched = ({ signal = never, of = plan as BeaconPlan, waitMs = 600_000 } = {}) => {
  const urls = servers.map(({ url }) => url);
  return drandBeacon(urls, silentLog, waitMs).fetch(0, of, signal);
};

test('a round is fetched from the first server, and its genuine signature is accepted', async () => {
  expect(await fetched()).toEqual(expected);
  expect(first().requested).toEqual([`/${quicknet.chain}/public/1000`]);
  expect(second().requested).toEqual([]);
});

test('a round plans the first drand round that is published after its betting has closed', () => {
  const round = roundAt(Date.UTC(2026, 10, 22, 21, 7));
  const { closesAt } = timesOf(round);
  const named = drandBeacon([], silentLog).plan(round);
  if (named.kind !== 'drand') throw new Error('another kind');
  expect(publishedAt(named.round)).toBeGreaterThan(closesAt);
  expect(publishedAt(named.round - 1)).toBeLessThanOrEqual(closesAt);
});

const lies: readonly (readonly [what: string, body: () => string])[] = [
  ['the signature of another round under this number', () => json({ ...genuineRounds[0], round: 1000 })],
  ['a replayed round', () => json(genuine(123))],
  ['one changed bit', () => json({ ...genuine(1000), signature: expected.signature.replace(/9$/, '8') })],
  ['no signature', () => json({ round: 1000 })],
  ['the point at infinity', () => json({ round: 1000, signature: `c0${'0'.repeat(94)}` })],
  ['no JSON', () => '<html>'],
  ['an endless body', () => `${json(genuine(1000))}${' '.repeat(100_000)}`],
];

test.each(lies)('%s is refused, and the next server is asked', async (_what, body) => {
  first().respond((_round, response) => response.end(body()));
  expect(await fetched()).toEqual(expected);
  second().respond((_round, response) => response.end(body()));
  expect(await fetched()).toBeNull();
});

test.each([404, 425])('a round that is not there yet (%i) is none, and is found once it is', async (status) => {
  const late = (_round: number, response: { writeHead(status: number): { end(body: string): void } }) =>
    response.writeHead(status).end('{}');
  for (const server of servers) server.respond(late);
  expect(await fetched()).toBeNull();
  second().respond(null);
  expect(await fetched()).toEqual(expected);
});

test('a server that fails, cuts the connection, redirects or is gone does not matter while another responds', async () => {
  first().respond((_round, response) => response.writeHead(500).end(json(genuine(1000))));
  expect(await fetched()).toEqual(expected);
  first().respond((_round, response) => response.destroy());
  expect(await fetched()).toEqual(expected);
  first().respond((_round, response) => response.writeHead(302, { location: `${second().url}/elsewhere` }).end());
  expect(await fetched()).toEqual(expected);
  // Nobody but us says which addresses this machine calls.
  expect(second().requested).not.toContain('/elsewhere');
  await first().close();
  servers = [{ ...first(), close: async () => undefined }, second()];
  expect(await fetched()).toEqual(expected);
});

test('a server that stays silent keeps the others from nothing: the round comes from the next one', async () => {
  let isLeft = false;
  first().respond((_round, response) => {
    response.once('close', () => {
      isLeft = true;
    });
  });
  expect(await fetched({ waitMs: 1 })).toEqual(expected);
  expect(second().requested).toHaveLength(1);
  // Nor is it waited for any longer.
  await expect.poll(() => isLeft).toBe(true);
});

test('a slow server is still waited for while the next one is asked', async () => {
  const asked = Promise.withResolvers<void>();
  first().respond((round, response) => void asked.promise.then(() => response.end(json(genuine(round)))));
  second().respond((_round, response) => {
    response.writeHead(404).end('{}');
    asked.resolve();
  });
  expect(await fetched({ waitMs: 1, signal: AbortSignal.timeout(30_000) })).toEqual(expected);
});

test('waiting for servers that all stay silent ends with the caller’s signal', async () => {
  const aborted = new AbortController();
  first().respond(() => undefined);
  second().respond(() => aborted.abort());
  expect(await fetched({ waitMs: 1, signal: aborted.signal })).toBeNull();
  expect(second().requested).toHaveLength(1);
});

test('a plan of another chain or kind is not fetched', async () => {
  expect(await fetched({ of: { ...plan, chain: '0'.repeat(64) } })).toBeNull();
  expect(await fetched({ of: { kind: 'market', coins: ['BTC'] } })).toBeNull();
  expect(servers.flatMap(({ requested }) => requested)).toEqual([]);
});
