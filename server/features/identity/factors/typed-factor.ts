/** What was typed as the second factor. */
export type TypedFactor =
  | { readonly kind: 'authenticator'; readonly digits: string }
  | { readonly kind: 'backup'; readonly code: string }
  | { readonly kind: 'neither' };

/** Letters and digits that nobody mistakes for one another. */
export const backupAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const backupCodeLength = 10;

const backupPattern = new RegExp(`^[${backupAlphabet}]{${backupCodeLength}}$`);

/** Tells the app's six digits from a backup code, however they are spaced and whatever the case of the letters. */
export function readFactor(typed: string): TypedFactor {
  const plain = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'authenticator', digits: plain };
  return backupPattern.test(plain) ? { kind: 'backup', code: plain } : { kind: 'neither' };
}
