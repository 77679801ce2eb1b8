import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Owners that every journey finds: made before the first of them can sign in, as the command asks. */
const owners = ['anna', 'bert', 'carl', 'dora', 'emma', 'fred', 'gina', 'hana'] as const;

/** Where a server's commands find it. */
export interface CommandedServer {
  readonly port: string;
  readonly dataDir: string;
}

export const sharedServer = (): CommandedServer => ({
  port: process.env.E2E_PORT ?? '',
  dataDir: process.env.E2E_DATA_DIR ?? '',
});

/** An owner's way in: the link from the server, and once it is used the app of the authenticator. */
export type WayIn =
  | { readonly link: string }
  | { readonly origin: string; readonly secret: string; readonly step: number };

/** Journeys run in several processes, and a link is good once. */
const fileOf = ({ dataDir }: CommandedServer, owner: string): string => `${dataDir}-${owner}.json`;

export const wayInOf = (server: CommandedServer, owner: string): WayIn =>
  JSON.parse(readFileSync(fileOf(server, owner), 'utf8')) as WayIn;

export const keepWayIn = (server: CommandedServer, owner: string, wayIn: WayIn): void =>
  writeFileSync(fileOf(server, owner), JSON.stringify(wayIn));

/**
 * Makes owners at the server's shell, before the first of them signs in: two who get their links from each other, or later from the shell,
 * would count as one person.
 */
export async function createOwnersAt(server: CommandedServer, ...names: readonly string[]): Promise<void> {
  const path = resolve(import.meta.dirname, '../tools/operator/operators.ts');
  const env = { ...process.env, DATA_DIR: server.dataDir, PORT: server.port };
  const create = async (owner: string) => {
    const words = [path, 'create', owner, '--role', 'owner'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    keepWayIn(server, owner, { link: stdout.trim().split('\n').at(-1) ?? '' });
  };
  await Promise.all(names.map(create));
}

/** Before all journeys, once the server is up. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the setup from the default export.
export default (): Promise<void> => createOwnersAt(sharedServer(), ...owners);
