import { LRUCache } from 'lru-cache';
import type { EncodedAnswer } from './answer.ts';

/** Short-lived cache of encoded responses: concurrent requests for the same response share one computation. */
export interface SharedAnswers {
  /** `variant` distinguishes responses to the same fields, such as those in different languages. */
  answer(
    variant: string,
    fields: Readonly<Record<string, string>>,
    make: () => Promise<EncodedAnswer>,
  ): Promise<EncodedAnswer>;
}

const answersMax = 500;

export function createSharedAnswers(forMs: number, nowMs: () => number = Date.now): SharedAnswers | null {
  if (forMs <= 0) return null;
  const answers = new LRUCache<string, Promise<EncodedAnswer>>({
    max: answersMax,
    ttl: forMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return {
    answer(variant, fields, make) {
      const key = JSON.stringify([variant, ...Object.entries(fields).sort()]);
      const known = answers.get(key);
      if (known) return known;
      const answer = make();
      answers.set(key, answer);
      // A refusal is in one caller's language: it is not cached.
      answer.catch(() => answers.delete(key));
      return answer;
    },
  };
}
