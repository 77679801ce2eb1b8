import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ServerAccount } from './server-account.ts';
import type { ServerPrograms } from './server-programs.ts';

/** An initialised cluster folder, with what is needed to run and reach its server. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

export const superuser = 'postgres';

/** Password of a role, derived from the cluster's, which is the superuser's own: no role's password reveals another's. */
export function rolePassword(clusterPassword: string, role: string): string {
  return role === superuser ? clusterPassword : createHmac('sha256', clusterPassword).update(role).digest('base64url');
}

const versionMajor = '18';
const passwordFile = 'clearlot.password';
const portFile = 'clearlot.port';

/** Opens the cluster in `folder`, or creates it: built in a temporary folder and renamed, so that it is never incomplete. */
export async function openCluster(folder: string, programs: ServerPrograms, account: ServerAccount): Promise<Cluster> {
  if (!existsSync(folder)) await makeCluster(folder, programs, account);
  let version: string;
  try {
    version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
    if (version === versionMajor) return { folder, password: readFileSync(join(folder, passwordFile), 'utf8').trim() };
  } catch (error) {
    throw new Error(
      `The database folder ${folder} cannot be read: it belongs to another user, or is not one of ours.`,
      {
        cause: error,
      },
    );
  }
  throw new Error(
    `The database folder ${folder} was made by PostgreSQL ${version}; this version runs ${versionMajor}. Move it with pg_dump, or set DATA_DIR to a new folder.`,
  );
}

/** The port of the last start if still free, else any free one; stored for the next start. */
export async function choosePort({ folder }: Cluster, account: ServerAccount): Promise<number> {
  const path = join(folder, portFile);
  const remembered = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  const isPort = Number.isSafeInteger(remembered) && remembered > 1023 && remembered < 65_536;
  const port = (isPort ? await freePort(remembered) : null) ?? (await freePort(0));
  if (port === null) throw new Error('No free port on 127.0.0.1 for the database.');
  if (port !== remembered) {
    writeFileSync(path, String(port), { mode: 0o600 });
    account.own(path);
  }
  return port;
}

async function makeCluster(folder: string, programs: ServerPrograms, account: ServerAccount): Promise<void> {
  const draft = `${folder}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const passwordSource = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(draft, { mode: 0o700 });
    account.own(draft);
    writeFileSync(passwordSource, `${password}\n`, { mode: 0o600, flag: 'wx' });
    account.own(passwordSource);
    await runInitdb(draft, passwordSource, programs, account);
    renameSync(passwordSource, join(draft, passwordFile));
    chmodSync(join(draft, passwordFile), 0o600);
    renameSync(draft, folder);
  } catch (error) {
    // Another process created the cluster first: use that one.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordSource, { force: true });
  }
}

async function runInitdb(
  folder: string,
  passwordSource: string,
  programs: ServerPrograms,
  account: ServerAccount,
): Promise<void> {
  const { file, arguments: rest } = account.command(programs.initdb, [
    `--pgdata=${folder}`,
    `--pwfile=${passwordSource}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const initdb = spawn(file, rest, {
    ...account.identity,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  initdb.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  const code = await new Promise((resolve, reject) => initdb.once('error', reject).once('close', resolve));
  if (code !== 0)
    throw new Error(`The database folder ${folder} could not be made (initdb ended with ${code}): ${complaint.trim()}`);
}

/** A clean environment: the caller's PGDATA, PGOPTIONS and locale must not reach the server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen({ host: '127.0.0.1', port }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
