import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { isAlive, parsePostmaster } from './postmaster-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run's server, started by the first test that needs a database. */
    readonly databaseFolder: string;
  }
}

const prefix = 'clearlot-test-';
const stopWithinMs = 10_000;

/**
 * One PostgreSQL server for a whole test run, in its own folder: started by the first test that needs a database, stopped and
 * removed here. With TEST_DATABASE_URL that server is used instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers(tmpdir(), process.getuid?.());
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  project.provide('databaseFolder', folder);
  return () => removeServer(folder);
}

/** Removes servers that killed test runs of `user` left in `folder`; other users' are left alone. */
export async function removeLeftovers(folder: string, user: number | undefined): Promise<void> {
  for (const name of readdirSync(folder)) {
    const runner = Number(/^clearlot-test-(\d+)-/.exec(name)?.[1]);
    if (!Number.isInteger(runner) || isAlive(runner)) continue;
    const path = join(folder, name);
    const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
    if (owner === user || user === undefined) await removeServer(path);
  }
}

async function removeServer(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const server = parsePostmaster(text);
  if (server !== null && isAlive(server.processId)) {
    // Its data is discarded: no orderly shutdown needed.
    process.kill(server.processId, 'SIGQUIT');
    const deadline = Date.now() + stopWithinMs;
    while (isAlive(server.processId) && Date.now() < deadline) await delay(20);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
