import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Owners that every journey finds: made before the first of them can sign in, as the command asks. */
export const owners = ['anna', 'bert', 'carl', 'dora', 'emma', 'fred', 'gina'] as const;

/** Where a server's commands find it. */
export interface CommandedServer {
  readonly port: string;
  readonly dataDir: string;
}

const sharedServer = (): CommandedServer => ({
  port: process.env.E2E_PORT ?? '',
  dataDir: process.env.E2E_DATA_DIR ?? '',
});

/** Runs `npm run operator` on a server under test, as at its shell. */
export async function runOperatorCommand(
  { port, dataDir }: CommandedServer,
  ...words: readonly string[]
): Promise<string> {
  const path = resolve(import.meta.dirname, '../tools/operator/operators.ts');
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port };
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...words], { env });
  return stdout;
}

/** A one-time link of an owner, to enrol in a browser. */
export async function enrolmentLink(owner: string, server: CommandedServer = sharedServer()): Promise<string> {
  return (await runOperatorCommand(server, 'link', owner)).trim().split('\n').at(-1) ?? '';
}

/** Before all journeys, once the server is up. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the setup from the default export.
export default async function createOwners(): Promise<void> {
  for (const owner of owners) await runOperatorCommand(sharedServer(), 'create', owner, '--role', 'owner');
}
