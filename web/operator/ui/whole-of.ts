import { narrowDigits } from '#web/platform/format/number.ts';

/** The whole number that was typed; 0, which no rule takes, for anything else. */
export function wholeOf(text: string): number {
  const number = narrowDigits(text).trim();
  return /^\d{1,9}$/.test(number) ? Number(number) : 0;
}
