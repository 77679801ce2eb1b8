import type { Round } from '#contract/round-records.ts';

/** What a round that has not ended waits for next, by the product clock (ms). */
export interface Phase {
  readonly name: 'betting' | 'closed' | 'late';
  /** The moment that ends it. */
  readonly until: number;
}

/** The phase at a moment; null once the round has ended. The clock decides when betting is over: no page offers a bet that the server refuses. */
export function phaseOf(
  { state, closesAt, resultAt, voidAt }: Pick<Round, 'state' | 'closesAt' | 'resultAt' | 'voidAt'>,
  now: number,
): Phase | null {
  if (state === 'drawn' || state === 'void') return null;
  if (state === 'betting' && now < closesAt) return { name: 'betting', until: closesAt };
  return now < resultAt ? { name: 'closed', until: resultAt } : { name: 'late', until: voidAt };
}

/** "3:07": minutes and seconds up to a moment, the started second counted; "0:00" after it. */
export function countdownText(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
