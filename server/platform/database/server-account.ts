import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The user that runs the server's programs: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  /** Command line that runs `program` as the account. */
  command(program: string, programArguments: readonly string[]): { file: string; arguments: string[] };
  readonly identity: { readonly uid: number; readonly gid: number } | null;
  /** Changes the owner of a folder or file to the account. */
  own(path: string): void;
}

const ordinary: ServerAccount = {
  command: (program, programArguments) => ({ file: program, arguments: [...programArguments] }),
  identity: null,
  own: () => undefined,
};

interface Identity {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account that can run `program` with its files in `folder`. For an ordinary user that is the user. For root it is the
 * owner of an existing cluster, else `postgres`, else `nobody`; where parent folders are closed to it (root's home, a
 * `mktemp -d` folder), it gets the least permission that opens them. Throws, naming the folder, when that cannot be done.
 */
export function chooseServerAccount(program: string, folder: string, existingCluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return ordinary;
  const identity = unprivilegedIdentity(existingCluster);
  const own = (path: string): void => chownSync(path, identity.uid, identity.gid);
  // initdb asks access(2) whether it may run the server: without the flag the kernel ignores the capability.
  const drop = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${identity.uid}`,
    `--regid=${identity.gid}`,
    '--clear-groups',
  ];
  const plain: ServerAccount = { command: ordinary.command, identity, own };
  if (canReach(plain, program, folder)) return plain;
  for (const right of ['dac_read_search', 'dac_override']) {
    const widen = [`--inh-caps=+${right}`, `--ambient-caps=+${right}`, '--'];
    const widened: ServerAccount = {
      command: (one, rest) => ({ file: 'setpriv', arguments: [...drop, ...widen, one, ...rest] }),
      identity: null,
      own,
    };
    if (canReach(widened, program, folder)) return widened;
  }
  throw new Error(unreachableMessage(identity, [program, folder]));
}

function canReach(account: ServerAccount, program: string, folder: string): boolean {
  const { file, arguments: rest } = account.command('/bin/sh', [
    '-c',
    'cd "$1" && exec "$0" --version',
    program,
    folder,
  ]);
  const run = spawnSync(file, rest, { ...account.identity, cwd: '/', stdio: 'ignore', timeout: 20_000 });
  return run.status === 0;
}

function unprivilegedIdentity(existingCluster: string): Identity {
  const known = knownIdentities();
  if (existsSync(existingCluster)) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { name: known.find((one) => one.uid === uid)?.name ?? `user ${uid}`, uid, gid };
  }
  const named = (name: string): Identity | undefined => known.find((one) => one.name === name && one.uid !== 0);
  return named('postgres') ?? named('nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 };
}

function knownIdentities(): Identity[] {
  if (!existsSync('/etc/passwd')) return [];
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid = '', gid = '']) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function unreachableMessage(identity: Identity, paths: readonly string[]): string {
  const closed = paths.flatMap((path) => foldersAbove(path)).find((folder) => !mayEnter(identity, folder));
  const what = closed === undefined ? 'could not be started' : `cannot enter ${closed}`;
  return [
    `PostgreSQL does not run as root, and as "${identity.name}" it ${what}.`,
    'Any one of these helps: start as an ordinary user;',
    `let "${identity.name}" enter that folder (chmod o+x${closed === undefined ? '' : ` ${closed}`});`,
    'move the checkout, or DATA_DIR, to a folder it can enter; or set DATABASE_URL to a PostgreSQL that already runs.',
  ].join(' ');
}

/** Every folder above `path`, from the root down. */
function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    above.unshift(folder);
    if (folder === dirname(folder)) return above;
  }
}

function mayEnter(identity: Identity, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === identity.uid) return (mode & 0o100) !== 0;
  if (gid === identity.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
