import type { EncodedAnswer } from './answer.ts';

/** Encoded answers that many callers share for a moment: one computation serves all who ask for the same meanwhile. */
export interface SharedAnswers {
  answer(fields: Readonly<Record<string, string>>, make: () => Promise<EncodedAnswer>): Promise<EncodedAnswer>;
}

const answersMax = 500;

export function createSharedAnswers(forMs: number, nowMs: () => number = Date.now): SharedAnswers | null {
  if (forMs <= 0) return null;
  const kept = new Map<string, { readonly untilMs: number; readonly answer: Promise<EncodedAnswer> }>();
  return {
    answer(fields, make) {
      const key = JSON.stringify(Object.entries(fields).sort());
      const now = nowMs();
      const known = kept.get(key);
      if (known !== undefined && known.untilMs > now) return known.answer;
      kept.delete(key);
      if (kept.size >= answersMax) kept.clear();
      const answer = make();
      kept.set(key, { untilMs: now + forMs, answer });
      // A refusal is worded in one caller's language: nobody else is served it.
      answer.catch(() => kept.delete(key));
      return answer;
    },
  };
}
