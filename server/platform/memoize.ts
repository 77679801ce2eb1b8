import { LRUCache } from 'lru-cache';

/**
 * Keeps the results of a function of a text for the `max` texts used last. Each is kept as a copy: a part of a header that a stranger
 * chose would hold the whole header in memory.
 */
export function memoize<Result extends string | boolean>(
  max: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const results = new LRUCache<string, Result>({ max });
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    results.set(Buffer.from(text, 'utf8').toString('utf8'), result);
    return result;
  };
}
