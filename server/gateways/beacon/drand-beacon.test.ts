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
const fetched = (signal = never, of: BeaconPlan = plan) => {
  const urls = servers.map(({ url }) => url);
  return drandBeacon(urls, silentLog).fetch(0, of, signal);
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
  await first().close();
  servers = [{ ...first(), close: async () => undefined }, second()];
  expect(await fetched()).toEqual(expected);
});

test('waiting for a server that stays silent ends with the caller’s signal', async () => {
  for (const server of servers) server.respond(() => undefined);
  const aborted = new AbortController();
  const fetching = fetched(aborted.signal);
  setTimeout(() => aborted.abort(), 50);
  expect(await fetching).toBeNull();
  expect(second().requested).toEqual([]);
});

test('a plan of another chain or kind is not fetched', async () => {
  expect(await fetched(never, { ...plan, chain: '0'.repeat(64) })).toBeNull();
  expect(await fetched(never, { kind: 'market', coins: ['BTC'] })).toBeNull();
  expect(servers.flatMap(({ requested }) => requested)).toEqual([]);
});
