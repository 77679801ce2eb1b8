/** How the tests of one run ended. Broken: their process ended before they did. */
export interface TestRun {
  readonly end: 'passed' | 'failed' | 'hung' | 'broken';
  /** The first failures, a line each. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** What is asked of this process: these test files and folders, all where none is named, with this file changed. */
export interface TestOrder {
  readonly tests: readonly string[];
  readonly changed: string | null;
}

export type TestAnswer = Omit<TestRun, 'seconds'>;

/** An error as it comes from the thread of a test: a plain object without a prototype, which has no text of its own. */
export function textOfError(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return typeof error === 'object' ? JSON.stringify(error) : String(error);
}
