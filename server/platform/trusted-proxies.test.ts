import { expect, test } from 'vitest';
import { isAddressRange, loopbackProxies, proxiesIn } from './trusted-proxies.ts';

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['', false],
  ['somebody', false],
])('unless others are named, %s may say who is calling: %s', (address, isProxy) => {
  expect(proxiesIn(loopbackProxies)(address)).toBe(isProxy);
});

test('addresses and ranges are matched, written either way', () => {
  const isProxy = proxiesIn(['172.18.0.0/16', '192.0.2.7', '2001:db8:7::/48', 'fd00::5']);
  for (const address of ['172.18.255.1', '::ffff:172.18.0.2', '192.0.2.7', '2001:db8:7:1::9', 'fd00:0::5']) {
    expect(isProxy(address), address).toBe(true);
  }
  for (const address of ['172.19.0.1', '192.0.2.8', '2001:db8:8::1', 'fd00::6', '127.0.0.1']) {
    expect(isProxy(address), address).toBe(false);
  }
  expect(isProxy(undefined)).toBe(false);
});

test.each(['10.0.0.0/8', '10.1.2.3', '::1', 'fd00::/8'])('%s is an address or a range', (text) => {
  expect(isAddressRange(text)).toBe(true);
});

test.each(['10.0.0.0/33', '10.1', '10', '0x7f.1', '256.0.0.1', '::/129', 'proxy', '', '10.0.0.0/', '1:2'])(
  '%j is none',
  (text) => {
    expect(isAddressRange(text)).toBe(false);
  },
);
