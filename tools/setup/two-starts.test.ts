import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { lockOf, oneAtATime } from './one-at-a-time.js';

/** Runs after each look at a lock, in its place or moved away. */
const look = vi.hoisted(() => ({ after: (_path: string): void => undefined }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const lstatSync = (...words: Parameters<typeof fs.lstatSync>) => {
    const found = fs.lstatSync(...words);
    look.after(String(words[0]));
    return found;
  };
  return { ...fs, lstatSync };
});

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

const setup = join(root, 'tools', 'setup', 'setup.js');
const env = { ...process.env, npm_execpath: join(root, 'npm-cli.cjs'), npm_node_execpath: process.execPath };
const setUp = () => promisify(execFile)(process.execPath, [setup], { env });

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

test('a start that is ended by Ctrl-C makes the next one wait for nothing', async () => {
  fresh();
  const start = spawn(process.execPath, [setup], { env, stdio: 'ignore' });
  await expect.poll(() => existsSync(join(root, 'installs'))).toBe(true);
  start.kill('SIGINT');
  expect(await once(start, 'exit')).toEqual([null, 'SIGINT']);
  expect(existsSync(lockOf(root))).toBe(false);
  await expect.poll(installs).toBe('begins ends');
});

test.each([
  ['that the clock had not reached', (lock: string) => stamp(lock, 3_600)],
  ['that leads nowhere', (lock: string) => symlinkSync(join(root, 'nowhere'), lock)],
])('a lock %s, which nobody touches, stops no start', async (_, make) => {
  const lock = lockOf(`${root} left behind`);
  onTestFinished(() => rmSync(lock, { force: true }));
  make(lock);
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  onTestFinished(() => void vi.restoreAllMocks());
  await oneAtATime(`${root} left behind`, async () => undefined);
  expect(existsSync(lock)).toBe(false);
});

/** Another start that holds the lock from now to the end of the test. */
function hold(lock: string): void {
  writeFileSync(lock, '');
  const touching = setInterval(() => stamp(lock, 0), 100);
  onTestFinished(() => {
    clearInterval(touching);
    rmSync(lock, { force: true });
  });
}

/** Where locks were looked at, with what to do after each look. */
function watchLooks(after: (count: number) => void): string[] {
  const looks: string[] = [];
  look.after = (path) => after(looks.push(path));
  onTestFinished(() => {
    look.after = () => undefined;
  });
  return looks;
}

function stamp(lock: string, seconds: number): void {
  writeFileSync(lock, '');
  utimesSync(lock, new Date(), new Date(Date.now() + seconds * 1_000));
}

test('the lock of a start that goes on after its machine has slept is not taken away', async () => {
  const lock = lockOf(`${root} slept`);
  stamp(lock, -3_600);
  onTestFinished(() => rmSync(lock, { force: true }));
  const looks = watchLooks((count) => {
    if (count === 1) hold(lock);
  });
  let isDone = false;
  const waiting = oneAtATime(`${root} slept`, async () => {
    isDone = true;
  });
  await expect.poll(() => looks.length).toBeGreaterThan(4);
  expect([isDone, existsSync(lock)]).toEqual([false, true]);
  // Nor is it moved away and put back: amid that another start would find none.
  expect(looks.filter((path) => path !== lock)).toEqual([]);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await waiting;
  expect([isDone, existsSync(lock)]).toEqual([true, true]);
});

test('a start that finds a lock abandoned does not take away the one that another start has made in its place since', async () => {
  const lock = lockOf(`${root} abandoned`);
  stamp(lock, -3_600);
  const looks = watchLooks((count) => {
    if (count === 2) hold(lock);
  });
  let isDone = false;
  const waiting = oneAtATime(`${root} abandoned`, async () => {
    isDone = true;
  });
  await expect.poll(() => looks.length).toBeGreaterThan(4);
  expect([isDone, existsSync(lock), existsSync(`${lock}-${process.pid}`)]).toEqual([false, true, false]);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await waiting;
  expect([isDone, existsSync(lock)]).toEqual([true, true]);
});
