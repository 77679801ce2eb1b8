import ipaddr from 'ipaddr.js';

/**
 * What limits are counted by: an IPv4 address, or the /64 of an IPv6 one. Whoever has one IPv6 address commonly has the 2^64
 * of its network, so that counting them one by one would count nothing. What is no address is all one caller.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = parsed.toNormalizedString().split(':');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether a host in a setting or a header is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
