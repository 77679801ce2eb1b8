/** A second factor as it was typed. */
export type TypedFactor =
  | { readonly kind: 'authenticator'; readonly digits: string }
  | { readonly kind: 'backup'; readonly code: string }
  | { readonly kind: 'neither' };

/** Letters and digits without look-alikes. */
export const backupAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const backupCodeLength = 10;

const backupPattern = new RegExp(`^[${backupAlphabet}]{${backupCodeLength}}$`);

/** Parses an app's six digits or a backup code, ignoring spaces and letter case. */
export function readFactor(typed: string): TypedFactor {
  const plain = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'authenticator', digits: plain };
  return backupPattern.test(plain) ? { kind: 'backup', code: plain } : { kind: 'neither' };
}
