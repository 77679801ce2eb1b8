import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { programPath, runPython } from './python.fixture.ts';
import { vectorsFolder } from './vectors.ts';

/** For files that a test gives to the programs. */
export const scratch = mkdtempSync(join(tmpdir(), 'clearlot-verify-'));
afterAll(() => rmSync(scratch, { recursive: true }));

export async function run(program: string, ...words: string[]) {
  const { status, stdout, stderr } = await runPython(programPath(program), ...words);
  return { status, said: stdout + stderr };
}

/** Runs a program with a file of that content. */
export function verify(program: string, content: unknown, ...words: string[]) {
  const path = join(scratch, 'given.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return run(program, path, ...words);
}

/** A worked example, as members download it. */
export const vector = (name: string) => readFileSync(new URL(name, vectorsFolder), 'utf8');

/** A JSON text with the value at a path replaced. */
export function altered(content: string, path: readonly (string | number)[], value: unknown): string {
  const whole = JSON.parse(content);
  const holder = path.slice(0, -1).reduce((object, key) => object[key], whole);
  const last = path.at(-1) as string | number;
  expect(holder[last]).not.toEqual(value);
  holder[last] = value;
  return JSON.stringify(whole);
}
