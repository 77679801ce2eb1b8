import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './run.js';

/**
 * Installs the packages of the lock file when they are not there, or when it has changed since. Those that only tests and benches need
 * are installed when they are asked for, and stay.
 * @param {string} root
 * @param {{ readonly forTests: boolean }} scope
 */
export async function installPackages(root, { forTests }) {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.clearlot-installed');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  const isComplete = !forTests || hasTestPackages(root);
  if (isCurrent && isComplete) return;
  if (!isComplete || !wasInstalledByHand(root, lock)) {
    say('Installing packages. The first time this takes a minute or two.');
    const { code, output } = await run(
      npmCommand(),
      ['ci', forTests ? '--include=dev' : '--omit=dev', '--no-fund', '--no-audit', '--loglevel=error'],
      {
        cwd: root,
        env: environment(),
        heartbeat: 'still installing',
      },
    );
    if (code !== 0) throw new Error(explain(output));
  }
  writeFileSync(stamp, wanted);
}

/**
 * Whether every package that only tests and benches need is there.
 * @param {string} root
 */
function hasTestPackages(root) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)));
}

/**
 * Whether npm itself has installed this lock file after it last changed.
 * @param {string} root
 * @param {string} lock
 */
function wasInstalledByHand(root, lock) {
  const installed = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  return installed !== undefined && installed.mtimeMs >= statSync(lock).mtimeMs;
}

/** The npm that started this process, if any, with its own Node: the packaged Node may be replaced by the install. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  return isNpm && node !== undefined && existsSync(node) ? [node, npm] : ['npm'];
}

/** The environment without the Node among the packages, which is about to be replaced. */
function environment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** @param {string} output */
function explain(output) {
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output);
  if (isOffline)
    return 'The packages could not be fetched: is this machine connected to the network? Run the command again once it is.';
  if (/EACCES|EPERM/.test(output)) return 'The packages could not be written: this folder belongs to another user.';
  if (/ENOSPC/.test(output)) return 'The packages could not be written: the disk is full.';
  return 'The packages could not be installed; the reason stands above. "npm ci" tries again.';
}
