import { accountHeader } from '#contract/account-name.ts';
import { type Locale, localeHeader } from '#contract/locale.ts';
import { shownAccount } from '../session/storage.ts';

/** A response that took longer, or waited longer to be used, is dropped. */
export const preloadKeptMs = 10_000;

/** By language and address. */
const preloaded = new Map<string, Promise<Response>>();

/** Requests what the first screen is going to read while its code is still on the way. */
export function preloadReads(addresses: readonly string[], locale: Locale): void {
  for (const address of addresses) {
    const response = fetch(address, { ...readInit(locale), signal: AbortSignal.timeout(preloadKeptMs) });
    // A failure is for the caller that takes the response; there may be none.
    response.catch(() => undefined);
    preloaded.set(locale + address, response);
    setTimeout(() => preloaded.delete(locale + address), preloadKeptMs);
  }
}

/** The response to a preloaded read, once. */
export function takePreloaded(address: string, locale: Locale): Promise<Response> | undefined {
  const response = preloaded.get(locale + address);
  preloaded.delete(locale + address);
  return response;
}

/** Headers and modes of a request that only reads: equal for a preload and the call it replaces. */
export function readInit(locale: Locale) {
  const account = shownAccount();
  return {
    headers: {
      accept: 'application/json',
      [localeHeader]: locale,
      ...(account === null ? {} : { [accountHeader]: account }),
    },
    credentials: 'same-origin',
    // What the server lets be kept is asked for again each time, and sent again only when it changed.
    cache: 'no-cache',
  } as const satisfies RequestInit;
}
