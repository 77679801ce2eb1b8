import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { lockOf } from './one-at-a-time.js';

/** Installs as npm does: what was there goes first. */
const npm = `
const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');
appendFileSync('installs', 'begins ');
rmSync('node_modules', { recursive: true, force: true });
delay(700).then(() => {
  mkdirSync('node_modules', { recursive: true });
  appendFileSync('installs', 'ends ');
});
`;

const root = mkdtempSync(join(tmpdir(), 'clearlot-setup-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'tools'));
cpSync(import.meta.dirname, join(root, 'tools', 'setup'), { recursive: true });
writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', devDependencies: {} }));
writeFileSync(join(root, 'npm-cli.cjs'), npm);

const setUp = () =>
  promisify(execFile)(process.execPath, [join(root, 'tools', 'setup', 'setup.js')], {
    env: { ...process.env, npm_execpath: join(root, 'npm-cli.cjs'), npm_node_execpath: process.execPath },
  });

function fresh(): void {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  rmSync(join(root, 'installs'), { force: true });
  writeFileSync(join(root, 'package-lock.json'), `${Math.random()}`);
}

const installs = () => readFileSync(join(root, 'installs'), 'utf8').trim();

test('two starts at once in a fresh clone install once, and neither goes on before that is done', async () => {
  fresh();
  const both = await Promise.all([setUp(), setUp()]);
  expect(installs()).toBe('begins ends');
  expect(existsSync(join(root, 'node_modules', '.clearlot-installed'))).toBe(true);
  expect(both.filter(({ stdout }) => stdout.includes('Another start'))).toHaveLength(1);
  expect(existsSync(lockOf(root))).toBe(false);
});

test('a start that was killed amid its set-up stops no later one', async () => {
  fresh();
  writeFileSync(lockOf(root), '');
  const longAgo = Date.now() / 1_000 - 60;
  utimesSync(lockOf(root), longAgo, longAgo);
  await setUp();
  expect(installs()).toBe('begins ends');
});
