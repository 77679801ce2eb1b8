import { hash, randomBytes } from 'node:crypto';

/** A random 256-bit token for a cookie. It is stored nowhere: the database knows its hash only. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether the text could be a token of ours; anything else is not worth a look into the database. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && tokenPattern.test(text);
}

/** SHA-256 of the token. A token is random enough to need neither salt nor a slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
