import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, say } from './run.js';

/** What the web app is made of. */
const sources = ['web', 'contract', 'core', 'tools/verify', 'package-lock.json', 'package.json'];
/** The members' app empties the folder of built files, so it comes before the operators' console. */
const builds = ['web', 'web/operator'];
const skipped = new Set(['dist', 'node_modules']);

/**
 * Builds the web app when one of its sources has changed since the last build.
 * @param {string} root
 * @param {string} node
 */
export async function buildWeb(root, node) {
  if (!existsSync(join(root, 'web', 'index.html'))) return;
  const built = join(root, 'web', 'dist');
  const stampFolder = join(root, 'node_modules', '.cache');
  const stamp = join(stampFolder, 'clearlot-web');
  const wanted = fingerprint(root);
  if (existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the web app.');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const folder of builds) {
    const { code } = await run([node], [vite, 'build', folder, '--logLevel', 'warn'], {
      cwd: root,
      heartbeat: 'still building',
    });
    if (code !== 0) throw new Error('The web app could not be built; the reason stands above.');
  }
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Changes when any source file is added, removed, or written.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesIn(join(root, source)))) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !skipped.has(name) && !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
