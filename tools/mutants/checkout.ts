import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the working tree in a folder of its own, with the packages of the original. */
export interface Checkout {
  readonly folder: string;
  /** What its test runs write; no part of the copy. */
  readonly scratch: string;
  remove(): void;
}

/** Copies what git knows or would add, as it is now. Bugs are planted only in such a copy. */
export function copyWorkingTree(root: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-mutants-'));
  const git = (cwd: string, ...words: string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of [...files.filter((name) => name !== ''), join('web', 'dist')]) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  // Some tests list the files of the repository.
  git(folder, 'init', '--quiet');
  appendFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n.mutants/\n');
  git(folder, 'add', '--all');
  return {
    folder,
    scratch: join(folder, '.mutants'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
