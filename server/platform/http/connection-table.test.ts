import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, ConnectionTable, type Phase } from './connection-table.ts';

const now = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

/** Connections of a network, one millisecond apart; the first is the oldest. */
function fill(table: ConnectionTable, network: string | null, count: number, agoMs = 500, phase: Phase = 'waiting') {
  return Array.from({ length: count }, (_, place): Connection => {
    const connection = { socket: new Socket(), network, phase, sinceMs: now - agoMs + place, unanswered: 0 };
    table.add(connection);
    return connection;
  });
}

const newcomerOf = (table: ConnectionTable, network: string): Connection => {
  const [newcomer] = fill(table, network, 1, 0);
  if (newcomer === undefined) throw new Error('there is none');
  return newcomer;
};

test('the network that keeps the most connections without a request makes room, however old those of others are', () => {
  const table = new ConnectionTable();
  fill(table, 'member', 2, 9_000, 'idle');
  fill(table, 'slow phone', 1, 3_000);
  const crowd = fill(table, 'crowd', 12, 200);
  fill(table, 'neighbours', 9, 8_000, 'idle');
  expect(table.leastNeeded(newcomerOf(table, 'crowd'))).toBe(crowd[0]);
  // The newcomer of another network finds room in the crowd as well.
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(crowd[0]);
});

test('where no network has a crowd, an overdue connection goes first, then the oldest', () => {
  const table = new ConnectionTable();
  const [idle] = fill(table, 'a', 8, 5_000, 'idle');
  const slow = fill(table, 'b', 8, 1_500);
  const newcomer = newcomerOf(table, 'c');
  expect(table.leastNeeded(newcomer)).toBe(slow[0]);
  for (const { socket } of slow) table.remove(socket);
  expect(table.leastNeeded(newcomer)).toBe(idle);
});

test('a response that is not read ends before any of them', () => {
  const table = new ConnectionTable();
  fill(table, 'crowd', 20, 900);
  const [unread] = fill(table, 'deaf', 1, 11_000, 'working');
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(unread);
});

test('streams of visitors make a crowd, those of members do not', () => {
  const table = new ConnectionTable();
  fill(table, 'mobile network', 40, 60_000, 'memberStream');
  fill(table, 'mobile network', 5, 900);
  fill(table, 'streams alone', 50, 60_000, 'visitorStream');
  fill(table, 'crowd', 20, 60_000, 'visitorStream');
  const [refused] = fill(table, 'crowd', 2, 100, 'idle');
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(refused);
});

test('a newcomer to a crowd of streams makes room itself, never a connection of another network', () => {
  const table = new ConnectionTable();
  fill(table, 'member', 1, 900);
  fill(table, 'streams', 20, 60_000, 'visitorStream');
  const newcomer = newcomerOf(table, 'streams');
  expect(table.leastNeeded(newcomer)).toBe(newcomer);
});

test('where all others have a request or a stream, a visitor’s stream of the largest network makes room for the newcomer', () => {
  const table = new ConnectionTable();
  const [oldest] = fill(table, 'streams', 20, 60_000, 'visitorStream');
  fill(table, 'streams', 10, 200, 'working');
  fill(table, 'mobile network', 40, 60_000, 'memberStream');
  fill(table, 'few', 8, 60_000, 'visitorStream');
  const [overdue] = fill(table, 'slow', 1, 3_000);
  fill(table, 'member', 1, 900);
  const newcomer = newcomerOf(table, 'other member');
  expect(table.leastNeeded(newcomer)).toBe(overdue);
  if (overdue) table.remove(overdue.socket);
  expect(table.leastNeeded(newcomer)).toBe(oldest);
});

test('connections of proxies belong to no crowd', () => {
  const table = new ConnectionTable();
  fill(table, null, 30, 900);
  const [crowded] = fill(table, 'crowd', 9, 100);
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(crowded);
});

test('a network whose connections closed, or all got to work, is a crowd no more', () => {
  const table = new ConnectionTable();
  const first = fill(table, 'first', 10, 400);
  const second = fill(table, 'second', 9, 300);
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(first[0]);
  for (const { socket } of first.slice(0, 2)) table.remove(socket);
  expect(table.leastNeeded(newcomerOf(table, 'member'))).toBe(second[0]);
  for (const { socket } of second) table.move(socket, 'working');
  expect(table.countOf('second')).toBe(9);
  // Eight are left of the first: no crowd, and the oldest of all goes.
  expect(table.leastNeeded(newcomerOf(table, 'other'))).toBe(first[2]);
});

test('within a network that has too many, a response that is not read ends first, then its own oldest, else the newcomer', () => {
  const table = new ConnectionTable();
  fill(table, 'other', 3, 9_000);
  const own = fill(table, 'own', 2, 500);
  const [unread] = fill(table, 'own', 1, 11_000, 'working');
  const newcomer = newcomerOf(table, 'own');
  expect(table.leastNeededOf('own', newcomer)).toBe(unread);
  if (unread) table.remove(unread.socket);
  expect(table.leastNeededOf('own', newcomer)).toBe(own[0]);
  for (const { socket } of own) table.move(socket, 'working');
  expect(table.leastNeededOf('own', newcomer)).toBe(newcomer);
});

test('how long a connection has been idle counts from its last answer', () => {
  const table = new ConnectionTable();
  const [answered] = fill(table, 'a', 1, 60_000, 'working');
  const [older] = fill(table, 'b', 1, 900);
  if (answered) table.move(answered.socket, 'idle');
  expect(table.leastNeeded(newcomerOf(table, 'c'))).toBe(older);
});
