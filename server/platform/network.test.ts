import { expect, test } from 'vitest';
import { isLoopback, networkOf, surroundingNetworkOf, turnOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', 'unknown'],
  ['203.0.113.7, 10.0.0.1', 'unknown'],
  ['somebody', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['203.0.113.7', null],
  ['unknown', null],
])('around %s lies %s', (network, surroundings) => {
  expect(surroundingNetworkOf(network)).toBe(surroundings);
});

test('the addresses of one customer take turns as one, whichever of the networks given to them they use', () => {
  expect(turnOf('2001:db8:1:2::1')).toBe(turnOf('2001:db8:1:ffff::1'));
  expect(turnOf('2001:db8:1:2::1')).not.toBe(turnOf('2001:db8:2:2::1'));
  expect(turnOf('203.0.113.7')).toBe('203.0.113.7');
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['127.0.0.1.example.com', false],
  ['127.example.com', false],
  ['example.127.0.0.1', false],
  ['', false],
])('whether %j is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
