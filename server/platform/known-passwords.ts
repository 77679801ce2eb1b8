import { passwordPattern } from '#contract/passwords.ts';
import { Refusal } from './refusal.ts';

/** Words of this product, which are guessed here first. */
const contextWords = ['clearlot'] as const;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a new password that is among the best known of leaked ones, in whatever letter case, or has the product's name in it. Throws
 * `passwordKnown`. The list is a package's, so that no password leaves this machine; it is loaded on first use.
 */
export async function requireUnknownPassword(password: string): Promise<void> {
  known ??= readKnown();
  const guess = password.toLowerCase();
  if (contextWords.some((word) => guess.includes(word)) || (await known).has(guess)) throw new Refusal('passwordKnown');
}

/** Those of the list that may be chosen at all. */
async function readKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => passwordPattern.test(password)));
}
