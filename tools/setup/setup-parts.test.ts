import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildWeb } from './build-web.js';
import { installPackages } from './install-packages.js';
import { repairPackages } from './repair-packages.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clearlot-parts-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

/** A program that is Node of that version, as far as it is asked. */
const nodeSaying = (version: string) => `#!/bin/sh\necho ${version}\n`;

function packagedNode(version: string): string {
  const node = write('node_modules/node/bin/node', nodeSaying(version));
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  chmodSync(node, 0o755);
  return node;
}

test('the Node among the packages runs the product where it is new enough, and is found by its name', async () => {
  const node = packagedNode('v24.0.0');
  expect(await repairPackages(root)).toBe(node);
  expect(readlinkSync(join(root, 'node_modules/.bin/node'))).toBe(join('..', 'node', 'bin', 'node'));
});

test('an older Node among the packages is fetched anew, and where that fails the one that runs this is taken', async () => {
  const node = packagedNode('v23.11.1');
  expect(await repairPackages(root)).toBe(process.execPath);
  write(
    'node_modules/node/installArchSpecificPackage.js',
    `require('node:fs').writeFileSync('bin/node', ${JSON.stringify(nodeSaying('v25.1.0'))});`,
  );
  expect(await repairPackages(root)).toBe(node);
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(true);
});

test('a set-up on a Node that is too old says which one is needed, and fails', () => {
  const older = `--import=data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process.versions, 'node', { value: '17.9.1' })`,
  )}`;
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'setup.js')], {
    env: { ...process.env, NODE_OPTIONS: older },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Node 18 or newer is needed to begin with')]);
});

/** A Vite that notes what it is to build. */
const vite = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('built', process.argv.slice(2).join(' ') + '\\n');
if (process.argv[3] === process.env.BROKEN_BUILD) process.exit(1);
mkdirSync('web/dist', { recursive: true });
writeFileSync('web/dist/index.html', '');
`;

test('the web app is built when one of its sources is another than at the last build, the console after it', async () => {
  write('node_modules/vite/bin/vite.js', vite);
  const sources = ['web/index.html', 'contract/api.ts', 'core/a.ts', 'tools/verify/v.ts', 'package-lock.json'];
  for (const source of [...sources, 'package.json']) write(source, 'first');
  const builds = async () => {
    rmSync(join(root, 'built'), { force: true });
    await buildWeb(root, process.execPath);
    return read('built');
  };
  const both = 'build web --logLevel warn\nbuild web/operator --logLevel warn\n';
  expect([await builds(), await builds()]).toEqual([both, '']);
  for (const source of [...sources, 'package.json', 'web/pages/new.tsx']) {
    write(source, 'another');
    expect([source, await builds(), await builds()]).toEqual([source, both, '']);
  }
  // As long as before, and as old as before.
  const [long, old] = ['web/index.html', 'core/a.ts'].map((source) => join(root, source)) as [string, string];
  writeFileSync(long, 'ANOTHER');
  utimesSync(long, new Date(), new Date(Date.now() + 60_000));
  expect(await builds()).toBe(both);
  for (const text of ['short', 'longer than it was']) {
    writeFileSync(old, text);
    utimesSync(old, 1_000, 1_000);
    expect([text, await builds()]).toEqual([text, both]);
  }
  write('web/dist/other.js', '');
  write('server/main.ts', '');
  expect(await builds()).toBe('');
  rmSync(join(root, 'web/dist/index.html'));
  expect(await builds()).toBe(both);
  write('core/a.ts', 'broken');
  vi.stubEnv('BROKEN_BUILD', 'web/operator');
  await expect(builds()).rejects.toThrow('could not be built');
  vi.unstubAllEnvs();
  expect(await builds()).toBe(both);
});

test('a folder that has no web app builds none', async () => {
  await buildWeb(root, process.execPath);
  expect(existsSync(join(root, 'node_modules'))).toBe(false);
});

/** An npm that notes what it is asked for, and by which path it would find Node. */
const npm = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
writeFileSync('path', process.env.PATH);
if (process.env.BROKEN_INSTALL) { console.error(process.env.BROKEN_INSTALL); process.exit(1); }
mkdirSync('node_modules', { recursive: true });
if (process.argv.includes('--include=dev'))
  for (const name of ['only-tests', 'only-benches']) mkdirSync('node_modules/' + name, { recursive: true });
`;

const install = async (forTests: boolean) => {
  rmSync(join(root, 'asked'), { force: true });
  await installPackages(root, { forTests });
  return read('asked');
};

function withNpm(): void {
  vi.stubEnv('npm_execpath', write('npm-cli.cjs', npm));
  vi.stubEnv('npm_node_execpath', process.execPath);
  vi.stubEnv('PATH', ['/usr/bin', join(root, 'node_modules', '.bin')].join(delimiter));
  write(
    'package.json',
    JSON.stringify({ type: 'module', devDependencies: { 'only-tests': '1', 'only-benches': '1' } }),
  );
  write('package-lock.json', 'first');
}

const asked = (scope: string) => `ci ${scope} --no-fund --no-audit --loglevel=error\n`;

test('packages are installed once for each lock file, and those for tests when they are asked for', async () => {
  withNpm();
  expect([await install(false), await install(false)]).toEqual([asked('--omit=dev'), '']);
  expect(read('path')).toBe('/usr/bin');
  expect([await install(true), await install(true), await install(false)]).toEqual([asked('--include=dev'), '', '']);
  rmSync(join(root, 'node_modules/only-benches'), { recursive: true });
  expect([await install(false), await install(true)]).toEqual(['', asked('--include=dev')]);
  write('package-lock.json', 'second');
  expect([await install(false), await install(false)]).toEqual([asked('--omit=dev'), '']);
  // Somebody ran npm after the lock file had changed.
  const lock = write('package-lock.json', 'third');
  utimesSync(lock, 1_000, 1_000);
  write('node_modules/.package-lock.json', '');
  rmSync(join(root, 'node_modules/only-tests'), { recursive: true });
  expect([await install(false), await install(true)]).toEqual(['', asked('--include=dev')]);
  utimesSync(write('package-lock.json', 'fourth'), new Date(), new Date(Date.now() + 60_000));
  expect(await install(false)).toBe(asked('--omit=dev'));
});

test('an install that fails says why as far as that is known, and is made again', async () => {
  withNpm();
  for (const [output, why] of [
    ['getaddrinfo ENOTFOUND registry', 'connected to the network'],
    ['EACCES: permission denied', 'belongs to another user'],
    ['ENOSPC: no space', 'the disk is full'],
    ['something else', 'the reason stands above'],
  ] as const) {
    vi.stubEnv('BROKEN_INSTALL', output);
    await expect(install(false)).rejects.toThrow(why);
  }
  vi.stubEnv('BROKEN_INSTALL', '');
  expect(await install(false)).toBe(asked('--omit=dev'));
});

test('the whole set-up installs what is asked for, and builds with the Node of the packages', () => {
  withNpm();
  cpSync(import.meta.dirname, join(root, 'tools/setup'), { recursive: true });
  write('web/index.html', '');
  const node = packagedNode('v24.0.0');
  writeFileSync(
    node,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo v24.0.0; else BY_PACKAGED=yes exec '${process.execPath}' "$@"; fi\n`,
  );
  write('node_modules/vite/bin/vite.js', `require('node:fs').writeFileSync('by', String(process.env.BY_PACKAGED));`);
  const { status } = spawnSync(process.execPath, [join(root, 'tools/setup/setup.js'), '--tests'], { env: process.env });
  expect([status, read('asked'), read('by')]).toEqual([0, asked('--include=dev'), 'yes']);
});
