import ipaddr from 'ipaddr.js';

/**
 * Key that limits count by: an IPv4 address, or the /64 of an IPv6 one, because a subscriber commonly controls a whole /64.
 * All values that are no address share one key.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = parsed.toNormalizedString().split(':');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether a host name or address is loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
