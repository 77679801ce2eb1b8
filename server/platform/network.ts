import { isIP } from 'node:net';

/**
 * What limits are counted by: an IPv4 address, or the /64 of an IPv6 one. Whoever has one IPv6 address commonly has the 2^64
 * of its network, so that counting them one by one would count nothing. What is no address is all one caller.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return plain;
  if (family === 0) return 'unknown';
  const groups = groupsOf(plain.toLowerCase());
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

const groupCount = 8;

/** The eight groups of a valid IPv6 address, whichever way it is written. */
function groupsOf(address: string): number[] {
  const withoutDots = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = withoutDots.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(groupCount - before.length - after.length).fill(0), ...after];
}
