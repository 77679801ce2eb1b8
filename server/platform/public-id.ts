import { hash, randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 9;
const randomLength = 7;

/**
 * A new id for display and typing: 16 characters of Crockford's base 32. The first nine are the product time in milliseconds, so
 * that ids sort by time; the other seven are random. Ids are no secret: every query checks the owner as well.
 */
export function newPublicId(at: number): string {
  let id = timePart(at);
  for (let count = 0; count < randomLength; count++) id += alphabet[nextRandomByte() & 31];
  return id;
}

/** The id of that time with the random part of another one. */
export function idOfMark(at: number, mark: string): string {
  return timePart(at) + mark.slice(timeLength);
}

/** An id of that time whose random part is drawn from the seed: of two with one seed it is the same. */
export function seededPublicId(at: number, seed: string): string {
  const bytes = hash('sha256', seed, 'buffer').subarray(0, randomLength);
  return timePart(at) + Array.from(bytes, (byte) => alphabet[byte & 31]).join('');
}

/** The smallest id of that time, for range queries by time. */
export function leastPublicId(at: number): string {
  return timePart(at) + '0'.repeat(randomLength);
}

function timePart(at: number): string {
  if (!Number.isSafeInteger(at) || at < 0 || at >= 2 ** 45) throw new RangeError(`no id for the time ${at}`);
  let rest = at;
  let text = '';
  for (let count = 0; count < timeLength; count++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

const pool = new Uint8Array(4096);
let used = pool.length;

function nextRandomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] as number;
}
