import { expect, test, vi } from 'vitest';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { publishedAt } from '#core/fairness/quicknet.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { drandBeacon } from '#server/gateways/beacon/drand-beacon.ts';
import { openDrandServer } from '#server/gateways/beacon/drand-server.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { endRound } from './end-round.ts';
import { getTranscript } from './get-transcript.ts';
import { micro } from './round-node.fixture.ts';
import { findRound, unpaidRounds } from './round-store.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

const endOf = async ({ tables }: RoundsWorld, round: number) => (await findRound(tables, round))?.end ?? null;

/** Closes the running round with an order of a member of 100 USDT in it; its result is due then. */
async function closeWithOrder(world: RoundsWorld): Promise<{ readonly round: number; readonly member: bigint }> {
  const round = roundAt(world.clock.now());
  const member = await world.member(100);
  await world.place(member, { round });
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).resultAt);
  return { round, member };
}

test('a beacon that is late, but before the deadline, draws the round with the value that was named', async () => {
  const world = await openWorld();
  const { round } = await closeWithOrder(world);
  world.beacon.isThere = false;
  await world.run();
  await world.moveTo(timesOf(round).voidAt - 1_000);
  await world.run();
  expect(await endOf(world, round)).toBeNull();
  world.beacon.isThere = true;
  await world.run();
  expect(await endOf(world, round)).toMatchObject({ isVoid: false, beacon: { kind: 'market' } });
  const transcript = await getTranscript(world, round);
  expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true });
  expect(transcript.beacon).toEqual(await world.beacon.fetch(round, transcript.closing.beacon, never));
  expect(await faultsIn(world.pool)).toEqual([]);
  await world.close();
});

test('a reading of the beacon that fails keeps no other round waiting, and its round is void at the deadline', async () => {
  const world = await openWorld();
  const { round, member } = await closeWithOrder(world);
  const { fetch } = world.beacon;
  world.beacon.fetch = () => Promise.reject(new Error('the beacon is away'));
  await world.run();
  // A node that stops waits for none.
  let isGivenUp = false;
  world.beacon.fetch = async (_round, _plan, signal) => {
    isGivenUp = signal.aborted;
    return null;
  };
  const [closed] = await unpaidRounds(world.tables, round);
  if (!closed) throw new Error('the round was not closed');
  expect([await endRound(world, closed, world.clock.now(), AbortSignal.abort()), isGivenUp]).toEqual([false, true]);
  await world.moveTo(timesOf(round).voidAt);
  // One that never answers is given up.
  world.beacon.fetch = (_round, _plan, signal) =>
    new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)));
  const { timeout } = AbortSignal;
  const waiting = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 100));
  await world.run();
  waiting.mockRestore();
  expect(await endOf(world, round)).toMatchObject({ isVoid: true, beacon: null, result: null });
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
  world.beacon.fetch = fetch;
  await world.moveTo(timesOf(round + 1).resultAt + 60_000);
  await world.run();
  expect(await endOf(world, round + 1)).toMatchObject({ isVoid: false });
  await world.close();
});

const lies: readonly (readonly [what: string, signature: string])[] = [
  ['another round’s genuine signature', genuineRounds[1].signature],
  ['a signature of nobody', 'ab'.repeat(48)],
];

test.each(lies)(
  'drand servers that lie with %s draw nothing: void at the deadline, every stake back',
  async (_what, signature) => {
    const server = await openDrandServer();
    server.respond((round, response) => response.end(JSON.stringify({ round, signature })));
    const world = await openWorld(drandBeacon([server.url], silentLog));
    const { round, member } = await closeWithOrder(world);
    await world.run();
    expect(server.requested).toHaveLength(1);
    expect(await endOf(world, round)).toBeNull();
    await world.moveTo(timesOf(round).voidAt);
    await world.run();
    expect(await endOf(world, round)).toMatchObject({ isVoid: true, beacon: null, result: null });
    expect(await world.balances(member)).toEqual([micro(100), 0n]);
    const transcript = await getTranscript(world, round);
    expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true });
    expect(transcript).toMatchObject({ status: 'void', closing: { beacon: { kind: 'drand' } }, lateResult: null });
    expect(await faultsIn(world.pool)).toEqual([]);
    await world.close();
    await server.close();
  },
);

test('one silent drand server of two keeps no round from being drawn', async () => {
  const [silent, good] = await Promise.all([openDrandServer(), openDrandServer()]);
  silent.respond(() => undefined);
  const drandRound = genuineRounds[3];
  const start = timesOf(roundAt(publishedAt(drandRound.round))).opensAt;
  const world = await openWorld(drandBeacon([silent.url, good.url], silentLog), start);
  const { round } = await closeWithOrder(world);
  await world.run();
  expect(silent.requested).toHaveLength(1);
  expect(await endOf(world, round)).toMatchObject({ isVoid: false, beacon: { signature: drandRound.signature } });
  expect(verifyRound(await getTranscript(world, round), isDrandSigned)).toMatchObject({ matches: true });
  await world.close();
  await Promise.all([silent.close(), good.close()]);
});

const never = new AbortController().signal;
