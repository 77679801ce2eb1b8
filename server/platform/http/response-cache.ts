import { LRUCache } from 'lru-cache';
import type { EncodedResponse } from './response.ts';

/** Short-lived cache of encoded responses: concurrent requests for the same response share one computation. */
export interface ResponseCache {
  /** `variant` distinguishes responses to the same fields, such as those in different languages. */
  get(
    variant: string,
    fields: Readonly<Record<string, string>>,
    make: () => Promise<EncodedResponse>,
  ): Promise<EncodedResponse>;
}

const responsesMax = 500;

export function createResponseCache(forMs: number, nowMs: () => number = Date.now): ResponseCache | null {
  if (forMs <= 0) return null;
  const responses = new LRUCache<string, Promise<EncodedResponse>>({
    max: responsesMax,
    ttl: forMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return {
    get(variant, fields, make) {
      const key = JSON.stringify([variant, ...Object.entries(fields).sort()]);
      const known = responses.get(key);
      if (known) return known;
      const response = make();
      responses.set(key, response);
      // A refusal is in one caller's language: it is not cached.
      response.catch(() => responses.delete(key));
      return response;
    },
  };
}
