import ipaddr from 'ipaddr.js';
import { memoize } from './memoize.ts';
import { addressesKeptMax, addressLengthMax } from './network.ts';

/** Whether the address is a proxy whose forwarding headers are trusted. */
export type IsProxy = (address: string | undefined) => boolean;

/** Default: proxies on the same machine. */
export const loopbackProxies: readonly string[] = ['127.0.0.0/8', '::1'];

/** An address or a CIDR range. IPv4 needs four decimal parts: `10.1` is ambiguous (10.0.0.1 or 10.1.0.0). */
export function isAddressRange(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return text.includes(':')
    ? IPv6.isValid(text) || IPv6.isValidCIDR(text)
    : IPv4.isValidFourPartDecimal(text) || IPv4.isValidCIDRFourPartDecimal(text);
}

/** Tests addresses against a list of addresses and ranges. */
export function proxiesIn(list: readonly string[]): IsProxy {
  const ranges = list.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : single(text)));
  const isIn = memoize(addressesKeptMax, (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
  });
  return (address) => address !== undefined && address.length <= addressLengthMax && isIn(address);
}

function single(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(text);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
