import { hash, randomBytes } from 'node:crypto';

/** A random 256-bit token for a cookie. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether a string has the format of a token; anything else needs no query. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && tokenPattern.test(text);
}

/** SHA-256 of the token. Its entropy makes salt and a slow hash unnecessary. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
