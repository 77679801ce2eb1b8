import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts';

let handled: Socket[];
let queue: ConnectionQueue;
let nowMs: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  handled = [];
  queue = createConnectionQueue((socket) => handled.push(socket));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Ends the turn of the event loop. */
const endTurn = (): void => void vi.advanceTimersToNextTimer();

const arrive = (network: string, urgency: 'prompt' | 'usual' | 'crowd' = 'crowd'): Socket => {
  const socket = new Socket();
  queue.add(socket, network, urgency);
  return socket;
};

test('usual connections are handled at once, until too many arrive one turn after the other', () => {
  const usual = arrive('a', 'usual');
  expect(handled).toEqual([usual]);
  for (let turn = 0; turn < 40; turn += 1) {
    arrive(`network ${turn}`, 'usual');
    endTurn();
  }
  const count = handled.length;
  expect(count).toBeGreaterThan(20);
  arrive('late', 'usual');
  expect(handled.length).toBe(count);
  expect(handled).not.toContain(arrive('late', 'usual'));
  const prompt = arrive('member', 'prompt');
  expect(handled.at(-1)).toBe(prompt);
  // The row of turns ends with the first one without a newcomer.
  endTurn();
  endTurn();
  endTurn();
  const quiet = arrive('quiet', 'usual');
  expect(handled.at(-1)).toBe(quiet);
});

test('crowds wait for a turn in which none arrives, and take turns', () => {
  const a = [arrive('a'), arrive('a'), arrive('a')];
  const b = arrive('b');
  endTurn();
  expect(handled).toEqual([]);
  endTurn();
  expect(handled).toEqual([a[0], b, a[1], a[2]]);
});

test('more than one turn handles go on with the next one, though none arrives', () => {
  const crowd = Array.from({ length: 40 }, () => arrive('a'));
  endTurn();
  endTurn();
  expect(handled.length).toBeLessThan(40);
  endTurn();
  expect(handled).toEqual(crowd);
});

test('while others go on arriving, those who wait have one of four turns, each network in turn', () => {
  const [first, second] = [arrive('a'), arrive('a')];
  const other = arrive('b');
  const endBusyTurns = (count: number): void => {
    for (let turn = 0; turn < count; turn += 1) {
      arrive('c');
      endTurn();
    }
  };
  endBusyTurns(3);
  expect(handled).toEqual([]);
  endBusyTurns(1);
  expect(handled).toEqual([first]);
  endBusyTurns(4);
  expect(handled).toEqual([first, other]);
  endBusyTurns(8);
  expect(handled).toHaveLength(4);
  expect(handled).toContain(second);
});

test('it tells that a crowd arrives, until a turn without a newcomer', () => {
  expect(queue.isCrowded).toBe(false);
  for (let turn = 0; turn < 40; turn += 1) {
    arrive('a');
    endTurn();
  }
  expect(queue.isCrowded).toBe(true);
  endTurn();
  expect(queue.isCrowded).toBe(false);
});

test('connections that arrive one by one, with pauses between them, are never a crowd', () => {
  for (let turn = 0; turn < 40; turn += 1) {
    const usual = arrive('a', 'usual');
    expect(handled.at(-1)).toBe(usual);
    while (vi.getTimerCount() > 0) endTurn();
  }
  expect(queue.isCrowded).toBe(false);
});

test('a few of a network that turns out to be a member’s wait no longer', () => {
  const [first, second, third, other] = [arrive('a'), arrive('a'), arrive('a'), arrive('b')];
  queue.release('a', 2);
  expect(handled).toEqual([first, second]);
  endTurn();
  endTurn();
  expect(handled).toEqual([first, second, third, other]);
});

test('connections that broke while they waited are skipped, and their errors end nothing', () => {
  const broken = arrive('a');
  const living = arrive('a');
  broken.emit('error', new Error('reset'));
  broken.destroy();
  endTurn();
  endTurn();
  expect(handled).toEqual([living]);
  expect(living.listenerCount('error')).toBe(0);
});

test('connections that were closed while they waited take no turn from those that wait behind them', async () => {
  const [first, second, third] = [arrive('a'), arrive('a'), arrive('a')];
  first.destroy();
  second.destroy();
  await new Promise((resolve) => process.nextTick(resolve));
  // Of four turns that each accept one, the last handles one that waits.
  for (let turn = 0; turn < 4; turn += 1) {
    arrive('member', 'prompt');
    endTurn();
  }
  expect(handled).toContain(third);
});
