import ipaddr from 'ipaddr.js';
import { memoize } from './memoize.ts';

/** Addresses that are not parsed again for each request. */
export const addressesKeptMax = 10_000;

/** Of an IPv6 address with a zone's name. */
export const addressLengthMax = 64;

/** Characters of a browser's name that are kept of a session. */
export const userAgentLengthMax = 256;

const parsedNetworkOf = memoize(addressesKeptMax, parseNetwork);

/**
 * Key that limits count by: an IPv4 address, or the /64 of an IPv6 one, because a subscriber commonly controls a whole /64.
 * All values that are no address share one key.
 */
export function networkOf(address: string): string {
  return address.length > addressLengthMax ? 'unknown' : parsedNetworkOf(address);
}

function parseNetwork(address: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = parsed.toNormalizedString().split(':');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The /48 around an IPv6 network, of which one customer may be given 65,536; null for IPv4. Limits count it too, several times as high.
 */
export function surroundingNetworkOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** How many times the limit of a network the one around it has. */
export const surroundingFactor = 8;

/** What an address takes turns with others by, where work is dear. */
export function turnOf(address: string): string {
  const network = networkOf(address);
  return surroundingNetworkOf(network) ?? network;
}

/** The same of a member, wherever the calls come from. */
export function turnOfMember(memberId: bigint): string {
  return `${memberPrefix}${memberId}`;
}

const memberPrefix = 'member ';

/** Whether a turn is that of a member: no address has such a one. */
export function isTurnOfMember(turn: string): boolean {
  return turn.startsWith(memberPrefix);
}

/** The same of the account that a caller names, known or not. */
export function turnOfName(username: string): string {
  return `name ${username.toLowerCase()}`;
}

/** Whether a host name or address is loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
