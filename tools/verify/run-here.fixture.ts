import { vi } from 'vitest';

export interface Run {
  readonly status: number | null;
  readonly output: string;
}

/** What a program of ours says and its exit status, without a process of its own. */
export async function runHere(
  program: (words: string[]) => number | Promise<number>,
  words: readonly string[],
): Promise<Run> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(`${line}\n`);
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(say));
  try {
    const status = await program([...words]);
    return { status, output: lines.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
