import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPasswordGate } from './password-gate.ts';

test('a password matches its own hash only, and nobody matches without one', async () => {
  const gate = await openPasswordGate();
  const [one, other] = [await gate.hash('quiet99owl'), await gate.hash('quiet99owl')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  const checks = await gate.run(async (verifier) => [
    await verifier.matches(one, 'quiet99owl'),
    await verifier.matches(one, 'Quiet99owl'),
    await verifier.matches(undefined, 'quiet99owl'),
    await verifier.matches(undefined, 'nobody has this password'),
  ]);
  expect(checks).toEqual([true, false, false, false]);
});

test('no more than the allowed number are inside at once, in the order they came, and the queue is bounded', async () => {
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
  const answers = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((number) => gate.run(() => work(number))));
  expect(insideMost).toBe(2);
  expect(entered).toEqual([0, 1, 2, 3, 4]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    0,
    1,
    2,
    3,
    4,
    'serverBusy',
    'serverBusy',
  ]);
});

test('whether there is room can be asked before anything else is done', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  gate.requireRoom();
  const inside = gate.run(() => pause(5));
  gate.requireRoom();
  const waiting = gate.run(() => pause(5));
  expect(() => gate.requireRoom()).toThrow('serverBusy');
  await Promise.all([inside, waiting]);
  gate.requireRoom();
});

test('a place is free again after work that failed', async () => {
  const gate = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  const failing = gate.run(() => Promise.reject(new Error('broken')));
  const waiting = gate.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('done');
  expect(await gate.run(async () => 'again')).toBe('again');
});
