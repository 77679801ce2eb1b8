import { type Locale, localeHeader } from '#contract/locale.ts';

/** An answer that took longer, or waited longer for its reader, is asked for anew. */
const keptMs = 10_000;

/** By language and address. */
const asked = new Map<string, Promise<Response>>();

/** Asks for what the first screen is going to read while its code is still on the way. */
export function askAhead(addresses: readonly string[], locale: Locale): void {
  for (const address of addresses) {
    const answer = fetch(address, { ...readInit(locale), signal: AbortSignal.timeout(keptMs) });
    // Whoever takes the answer meets the failure; nobody may come.
    answer.catch(() => undefined);
    asked.set(locale + address, answer);
    setTimeout(() => asked.delete(locale + address), keptMs);
  }
}

/** The answer to a read that was asked ahead, once. */
export function takeAsked(address: string, locale: Locale): Promise<Response> | undefined {
  const answer = asked.get(locale + address);
  asked.delete(locale + address);
  return answer;
}

/** How a call that only reads is made. */
export function readInit(locale: Locale) {
  return {
    headers: { accept: 'application/json', [localeHeader]: locale },
    credentials: 'same-origin',
    cache: 'no-store',
  } as const satisfies RequestInit;
}
