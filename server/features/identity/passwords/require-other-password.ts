import { Refusal } from '#server/platform/refusal.ts';

/** Refuses the account's own name as its login password, in whatever letter case: it is the first guess. */
export function requireOtherPassword(username: string, password: string): void {
  if (password.toLowerCase() === username.toLowerCase()) throw new Refusal('passwordIsUsername');
}
