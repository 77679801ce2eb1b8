import { createECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { pushEndpointLengthMax } from '#contract/notifications.ts';
import { isLoopback } from '#server/platform/network.ts';

/**
 * Whether the address may be that of a push service: https, a host name, the standard port, no credentials. The server requests it, so
 * it must lead to no machine that only the server can reach; what the name resolves to is checked when connecting (`publicLookup`).
 */
export function isPushEndpoint(text: string, allowsLoopback: boolean): boolean {
  if (text.length > pushEndpointLengthMax || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (allowsLoopback && isLoopback(hostname)) return protocol === 'http:';
  const isAddress = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' && port === '' && !isAddress && hostname.includes('.');
}

/** Whether it is an address of the public Internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Resolves a name to public addresses alone, at the moment of connecting: a name may resolve differently each time. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first)
      return callback(Object.assign(new Error(`${hostname} has no public address`), { code: 'EACCES' }), '', 0);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

/** Whether the text is a point of P-256 that messages can be encrypted for. */
export function isDeviceKey(p256dh: string): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
