/** Ends a command that was given words it does not know: with one line, and the code that says so. */
export function endWithUsage(usage: string): never {
  process.stderr.write(`usage: ${usage}\n`);
  process.exit(2);
}

/** Whether a word of the command line is a number above zero. */
export const isCount = (word: string): boolean => /^\d+(\.\d+)?$/.test(word) && Number(word) > 0;
