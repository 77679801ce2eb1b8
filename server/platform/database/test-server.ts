import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive, parsePostmaster } from './postmaster-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the first test that needs a database starts the run's server. */
    readonly databaseFolder: string;
  }
}

const prefix = 'clearlot-test-';

/**
 * One PostgreSQL server for a whole test run, in a folder of its own: started by the first test that asks for a database,
 * ended and removed here. With TEST_DATABASE_URL that server is used instead.
 */
export default function setup(project: TestProject): () => void {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  project.provide('databaseFolder', folder);
  return () => removeServer(folder);
}

/** Servers of test runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(/^clearlot-test-(\d+)-/.exec(name)?.[1]);
    if (Number.isInteger(owner) && !isAlive(owner)) removeServer(join(tmpdir(), name));
  }
}

function removeServer(folder: string): void {
  try {
    const postmaster = parsePostmaster(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'));
    // Nothing in it is kept: no need to wait for an orderly end.
    if (postmaster && isAlive(postmaster.processId)) process.kill(postmaster.processId, 'SIGQUIT');
  } catch {
    // No server was started, or it has ended.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
