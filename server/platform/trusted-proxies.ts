import ipaddr from 'ipaddr.js';

/** Whether a connection from this address is a proxy's, which may say in headers who is calling. */
export type IsProxy = (address: string | undefined) => boolean;

/** The proxies of an installation that names none: those on the same machine. */
export const loopbackProxies: readonly string[] = ['127.0.0.0/8', '::1'];

/** An address or a range in CIDR notation. IPv4 is taken in four decimal parts only: `10.1` is 10.0.0.1 to some and 10.1.0.0 to others. */
export function isAddressRange(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return text.includes(':')
    ? IPv6.isValid(text) || IPv6.isValidCIDR(text)
    : IPv4.isValidFourPartDecimal(text) || IPv4.isValidCIDRFourPartDecimal(text);
}

/** Tests addresses against a list of addresses and ranges. */
export function proxiesIn(list: readonly string[]): IsProxy {
  const ranges = list.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : single(text)));
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
  };
}

function single(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(text);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
