import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnOfMember } from './network.ts';
import { openPasswordGate } from './password-gate.ts';

test('a password matches its own hash only, and nobody matches without one', async () => {
  const gate = await openPasswordGate();
  const [one, other] = [await gate.hash('a', 'quiet99owl'), await gate.hash('a', 'quiet99owl')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  const checks = await gate.run('a', async (verifier) => [
    await verifier.matches(one, 'quiet99owl'),
    await verifier.matches(one, 'Quiet99owl'),
    await verifier.matches(undefined, 'quiet99owl'),
    await verifier.matches(undefined, 'nobody has this password'),
  ]);
  expect(checks).toEqual([true, false, false, false]);
});

/** Sends calls at once through a gate of two places and a queue of three: each of a group, and about an account. */
async function callAtOnce(calls: readonly (readonly [group: string, account?: string])[]) {
  const gate = await openPasswordGate({ concurrencyMax: 2, queueMax: 3 });
  let [inside, insideMost] = [0, 0];
  const entered: number[] = [];
  const work = async (number: number): Promise<number> => {
    entered.push(number);
    inside += 1;
    insideMost = Math.max(insideMost, inside);
    await pause(5);
    inside -= 1;
    return number;
  };
  const settled = await Promise.allSettled(
    calls.map(([group, account], number) => gate.run(group, () => work(number), account)),
  );
  const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message));
  return { entered, insideMost, answers };
}

test('no more than the allowed number are inside at once, in the order they came, and the queue is bounded', async () => {
  const { entered, insideMost, answers } = await callAtOnce([['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']]);
  expect(insideMost).toBe(2);
  expect(entered).toEqual([0, 1, 2, 3, 4]);
  expect(answers).toEqual([0, 1, 2, 3, 4, 'serverBusy', 'serverBusy']);
});

test('checks of one account are made one after the other, wherever they come from, and leave the other place to others', async () => {
  const ofOne = await callAtOnce([['a'], ['a'], ['a']]);
  expect(ofOne.insideMost).toBe(1);
  expect(ofOne.answers).toEqual([0, 1, 2]);
  const fromMany = await callAtOnce([
    ['a', 'anna'],
    ['b', 'anna'],
    ['c', 'anna'],
    ['c', 'bert'],
    ['d', 'bert'],
  ]);
  expect(fromMany.answers).toEqual([0, 1, 2, 3, 4]);
  expect(fromMany.entered).toEqual([0, 3, 1, 4, 2]);
  expect(fromMany.insideMost).toBe(2);
});

test('whether there is room can be asked before anything else is done', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  gate.requireRoom('a');
  const inside = gate.run('a', () => pause(5));
  gate.requireRoom('a');
  const waiting = gate.run('a', () => pause(5));
  expect(() => gate.requireRoom('a')).toThrow('serverBusy');
  await Promise.all([inside, waiting]);
  gate.requireRoom('a');
});

test('a new password is hashed in a place of the gate, or refused when there is none', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  for (const group of ['a', turnOfMember(7n)]) {
    const letGo = Promise.withResolvers<void>();
    const inside = gate.run(group, () => letGo.promise);
    const order: string[] = [];
    const hashing = gate.hash(group, 'quiet99owl').then(() => order.push('hashed'));
    await expect(gate.hash(group, 'quiet99owl')).rejects.toThrow('serverBusy');
    letGo.resolve();
    await Promise.all([inside.then(() => order.push('left')), hashing]);
    expect(order).toEqual(['left', 'hashed']);
  }
});

test('a place is free again after work that failed', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  const failing = gate.run('a', () => Promise.reject(new Error('broken')));
  const waiting = gate.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('done');
  expect(await gate.run('a', async () => 'again')).toBe('again');
});

/** Fills the gate from some networks, and says which of the calls that follow are let in, and in what order. */
async function crowded(networks: readonly string[], calls: readonly string[]) {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 10 });
  const letGo = Promise.withResolvers<void>();
  const inside = gate.run('first', () => letGo.promise);
  const order: string[] = [];
  const enter = (network: string): Promise<'in' | 'refused'> =>
    gate
      .run(network, async () => void order.push(network))
      .then(
        () => 'in' as const,
        () => 'refused' as const,
      );
  const crowd = networks.map(enter);
  const outcomes = calls.map((network) => {
    try {
      gate.requireRoom(network);
    } catch {
      return Promise.resolve('refused' as const);
    }
    return enter(network);
  });
  letGo.resolve();
  await inside;
  return { crowd: await Promise.all(crowd), calls: await Promise.all(outcomes), order };
}

test('five networks that fill the queue do not keep others out of it, and each has its turn', async () => {
  const five = ['a', 'b', 'c', 'd', 'e'].flatMap((network) => [network, network]);
  const { crowd, calls, order } = await crowded(five, ['x', 'y', 'a']);
  // The newest of the largest crowds make room, which a crowd itself does not get.
  expect(calls).toEqual(['in', 'in', 'refused']);
  expect(crowd.filter((outcome) => outcome === 'refused')).toHaveLength(2);
  expect(order.slice(0, 7)).toEqual(['a', 'b', 'c', 'd', 'e', 'x', 'y']);
});

test('a queue that as many networks share as it has places is full', async () => {
  const ten = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  expect(await crowded(ten, ['x'])).toEqual({ crowd: ten.map(() => 'in'), calls: ['refused'], order: ten });
});

test('a member with a session does not wait for visitors who fill the gate, nor they for members', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  for (const [crowd, other] of [
    ['10.0.0.1', turnOfMember(7n)],
    [turnOfMember(7n), '10.0.0.1'],
  ] as const) {
    const letGo = Promise.withResolvers<void>();
    const inside = [gate.run(crowd, () => letGo.promise), gate.run(crowd, () => letGo.promise)];
    expect(() => gate.requireRoom(crowd)).toThrow('serverBusy');
    gate.requireRoom(other);
    expect(await gate.run(other, async () => 'done')).toBe('done');
    letGo.resolve();
    await Promise.all(inside);
  }
});
