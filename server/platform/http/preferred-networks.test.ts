import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PreferredNetworks } from './preferred-networks.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('each signed-in account makes a few connections of its network prompt, and no more however often it calls', () => {
  const networks = new PreferredNetworks();
  expect(networks.allowed('a')).toBe(0);
  for (let calls = 0; calls < 500; calls += 1) networks.note('a', 'one');
  expect([networks.allowed('a'), networks.allowed('b')]).toEqual([8, 0]);
  networks.note('a', 'two');
  expect(networks.allowed('a')).toBe(16);
  for (let account = 0; account < 500; account += 1) networks.note('a', `many ${account}`);
  expect(networks.allowed('a')).toBe(512);
});

test('an account counts for a minute after its last call', () => {
  const networks = new PreferredNetworks();
  networks.note('a', 'one');
  networks.note('a', 'two');
  vi.advanceTimersByTime(40_000);
  networks.note('a', 'one');
  vi.advanceTimersByTime(20_000);
  expect(networks.allowed('a')).toBe(8);
  vi.advanceTimersByTime(40_000);
  expect(networks.allowed('a')).toBe(0);
});

test('a session that is used from many networks makes a few of them prompt, and others once those are left', () => {
  const networks = new PreferredNetworks();
  const from = (count: number): number[] =>
    Array.from({ length: count }, (_, number) => {
      networks.note(`network ${number}`, 'shared');
      return networks.allowed(`network ${number}`);
    });
  expect(from(6)).toEqual([8, 8, 8, 8, 0, 0]);
  networks.note('network 5', 'of somebody else');
  expect(networks.allowed('network 5')).toBe(8);
  vi.advanceTimersByTime(60_001);
  networks.note('network 4', 'shared');
  expect(networks.allowed('network 4')).toBe(8);
});

test('a network keeps the accounts that called last', () => {
  const networks = new PreferredNetworks();
  for (let account = 0; account < 64; account += 1) networks.note('a', `former ${account}`);
  vi.advanceTimersByTime(30_000);
  for (let account = 0; account < 64; account += 1) networks.note('a', `recent ${account}`);
  vi.advanceTimersByTime(31_000);
  expect(networks.allowed('a')).toBe(64 * 8);
});
