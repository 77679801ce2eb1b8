/** The whole number that was typed; 0, which no rule takes, for anything else. */
export function wholeOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
}
