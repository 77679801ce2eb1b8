import { requireUnknownPassword } from '#server/platform/known-passwords.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Refuses as a new login password the account's own name, in whatever letter case, and a password that everybody knows. */
export async function requireOtherPassword(username: string, password: string): Promise<void> {
  if (password.toLowerCase() === username.toLowerCase()) throw new Refusal('passwordIsUsername');
  await requireUnknownPassword(password);
}
