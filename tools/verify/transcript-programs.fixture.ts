import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPython, programPath, pythonPath, runPython } from './python.fixture.ts';
import { type Run, runHere } from './run-here.fixture.ts';
import { vectorsFolder } from './vectors.ts';
import { verify } from './verify.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-transcripts-'));

/** After the tests of a file. */
export const removeFiles = (): void => rmSync(scratch, { recursive: true, force: true });

/** The path of a file that is not there. */
export const nowhere: string = join(scratch, 'nowhere.json');

/** Writes a file for the programs and returns its path. */
export function file(content: unknown, name = 'given.json'): string {
  const path = join(scratch, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** `tools/verify/verify.ts` without a server. */
export const ours = (...words: string[]): Promise<Run> => runHere(verify, words);

/** The program that members download, a second implementation from the rule page. */
export async function python(...words: string[]): Promise<Run> {
  const { status, stdout, stderr } = await runPython(programPath('verify_round.py'), ...words);
  return { status, output: stdout + stderr };
}

/** Either program as it is called from a shell: all else is as fast without the start of a process. */
export function asCommand(program: typeof ours, ...words: string[]): Run {
  const [command, ...before] =
    program === ours
      ? [process.execPath, join(import.meta.dirname, 'verify.ts')]
      : [pythonPath, '-I', programPath('verify_round.py')];
  const { status, stdout, stderr } = spawnSync(command ?? '', [...before, ...words], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

export const programs: readonly (typeof ours)[] = [ours, ...(hasPython ? [python] : [])];

/** The path of a published file. */
export const pathOf = (name: string): string => join(fileURLToPath(vectorsFolder), name);

/** A published file, not what the code makes of it today: a rule that changes has to fail it. */
export const vector = <Content = Record<string, unknown>>(name: string): Content =>
  JSON.parse(readFileSync(pathOf(name), 'utf8'));

/** The options that hold the published rounds against candles. */
export const candles: readonly string[] = ['--candles', pathOf('candles.v1.json')];
