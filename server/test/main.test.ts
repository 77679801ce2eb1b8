import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createPool } from '#server/platform/database/pool.ts';
import { isAlive, parsePostmaster } from '#server/platform/database/postmaster-file.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';

const parent = mkdtempSync(join(tmpdir(), 'clearlot-process-'));
const folder = join(parent, 'data');
const running = new Set<ChildProcess>();

interface Run {
  readonly child: ChildProcess;
  readonly address: string;
  output(): string;
}

const server = [process.execPath, join(import.meta.dirname, '../main.ts')];

/** Starts the product as `npm start` does, or by another command. */
function begin(settings: Record<string, string> = {}, [program = '', ...words] = server) {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: program !== process.execPath,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

/** The same; answers when it says that it is ready, or when it has ended. */
function start(settings: Record<string, string> = {}): Promise<Run> {
  const { child, output } = begin(settings);
  return new Promise((answer) => {
    const finish = (address: string): void => answer({ child, address, output });
    child.stdout.on('data', () => {
      const address = /is ready: (\S+)/.exec(output())?.[1];
      if (address !== undefined) finish(address);
    });
    child.once('close', () => finish(''));
  });
}

function end({ child }: Run, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((answer) => {
    // One that has ended says so no second time.
    if (!running.has(child)) answer(child.exitCode);
    child.once('close', answer);
    child.kill(signal);
  });
}

const postmaster = () =>
  parsePostmaster(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'))?.processId ?? 0;

const ask = async (run: Run, path: string): Promise<string> => (await fetch(run.address + path)).text();

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(parent, { recursive: true, force: true });
});

test('it starts in an empty folder, serves, and ends with nothing left behind', async () => {
  const run = await start();
  expect(await ask(run, '/readyz')).toBe('ready\n');
  // Browsers make no passkeys for the address of a machine.
  expect(run.output()).toContain(`passkeys work at http://localhost:${new URL(run.address).port}\n`);
  expect(await ask(run, '/api/ajax/allcoin_a/id/1/type/0')).toContain('"ETH"');
  const database = postmaster();
  expect(await end(run, 'SIGTERM')).toBe(0);
  expect(isAlive(database)).toBe(false);
});

/** Loads code that fails at SIGUSR2. */
const failing = (code: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => { throw Object.assign(new Error('of a test'), { code: '${code}' }); })`,
  )}`;

test('a database left behind by a crash is taken over by the next start, and ended with it, were it by a bug', async () => {
  const crashed = await start();
  const database = postmaster();
  await end(crashed, 'SIGKILL');
  expect(isAlive(database)).toBe(true);
  const next = await start({ NODE_OPTIONS: failing('A_BUG') });
  expect(await ask(next, '/readyz')).toBe('ready\n');
  expect(postmaster()).toBe(database);
  expect(await end(next, 'SIGUSR2')).toBe(1);
  expect(next.output()).toContain('is stopping (a bug)');
  expect(isAlive(database)).toBe(false);
});

test('two processes on one folder share its database until the last one ends', async () => {
  const settings = { PUBLIC_ORIGIN: 'https://clearlot.example', NODE_OPTIONS: failing('EMFILE') };
  const [one, other] = await Promise.all([start(), start(settings)]);
  const database = postmaster();
  expect(other.output()).toContain('passkeys work at https://clearlot.example\n');
  expect(await end(one, 'SIGINT')).toBe(0);
  // A lack of files ends no process that can go on without.
  other.child.kill('SIGUSR2');
  await expect.poll(() => other.output()).toContain('out of files, sockets or memory');
  expect(await ask(other, '/readyz')).toBe('ready\n');
  // As where its terminal is closed.
  expect(await end(other, 'SIGHUP')).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('a port that is taken, a wrong setting and a database that is not there are named, and end the start', async () => {
  const run = await start();
  const { port } = new URL(run.address);
  const [second, wrong, away] = await Promise.all([
    start({ PORT: port }),
    start({ PORT: 'x' }),
    start({ DATABASE_URL: 'postgres://u:s3cret@127.0.0.1:1/clearlot' }),
  ]);
  expect(second.child.exitCode).toBe(1);
  expect(second.output()).toMatch(/EADDRINUSE[\s\S]*set PORT to another port/);
  expect(wrong.output()).toContain('PORT must be a port');
  expect(away.output()).toContain('cannot be used');
  expect(away.output()).not.toContain('s3cret');
  expect(await ask(run, '/healthz')).toBe('ok\n');
  expect(await end(run, 'SIGTERM')).toBe(0);
});

/** Loads code that opens a file which never opens, and puts the clock on by some seconds at SIGUSR2, and says so. */
const laterClockAndStuckFile = (file: string) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `import { open } from 'node:fs'; open(${JSON.stringify(file)}, 'r', () => undefined);
     const now = Date.now; let ahead = 0; Date.now = () => now() + ahead;
     process.on('SIGUSR2', () => { ahead += 5_000; process.stdout.write('it is later\\n'); })`,
  )}`;

test('a stop that takes long is forced by a second Ctrl-C, and not by the one that npm sends beside the first', async () => {
  // A database that accepts connections and says nothing.
  const silent = createServer();
  const asked = once(silent, 'connection');
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const pipe = join(parent, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { child, output } = begin({
    DATABASE_URL: `postgres://u@127.0.0.1:${port}/none`,
    NODE_OPTIONS: laterClockAndStuckFile(pipe),
  });
  const [socket] = await asked;
  for (const signal of ['SIGINT', 'SIGINT', 'SIGUSR2'] as const) {
    child.kill(signal);
    await expect.poll(output).toContain(signal === 'SIGINT' ? 'is stopping (SIGINT)' : 'it is later');
  }
  expect(child.exitCode).toBeNull();
  const ended = once(child, 'close');
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGKILL']);
  // It did not wait for what it was starting.
  expect(output()).not.toContain('cannot');
  socket.destroy();
  silent.close();
});

test('the password of a database is printed nowhere, wherever it stands in the address and whatever fails', async () => {
  const { url, drop } = await createTestDatabase();
  const { username, password, host, pathname } = new URL(url);
  const settings = { CARD_KEY: '7'.repeat(64), LOG_LEVEL: 'trace' };
  const away = await start({
    ...settings,
    DATABASE_URL: `postgres://${username}@127.0.0.1:1,127.0.0.1:2${pathname}?password=${password}`,
  });
  expect(away.output()).toMatch(/no server takes writes \(127\.0\.0\.1:1: .*127\.0\.0\.1:2: /);
  const run = await start({
    ...settings,
    DATABASE_URL: `postgres://${username}@127.0.0.1:1,${host}${pathname}?password=${password}`,
  });
  expect(await ask(run, '/readyz')).toBe('ready\n');
  expect(run.output()).toContain(`DATABASE_URL postgres://${username}@127.0.0.1:1,${host}${pathname}?****`);
  const pool = createPool(url, silentLog);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [pathname.slice(1)],
  );
  await expect.poll(run.output).toContain('the bus is connected again');
  expect(await end(run, 'SIGTERM')).toBe(0);
  await pool.end();
  await drop();
  expect(password).not.toBe('');
  for (const output of [away.output(), run.output()]) expect(output).not.toContain(password);
});

test('it ends with npm, whose shell hands on no signal', async () => {
  const { url, drop } = await createTestDatabase();
  const settings = { DATABASE_URL: url, CARD_KEY: '7'.repeat(64), npm_lifecycle_event: 'start' };
  const { child, output } = begin(settings, ['sh', '-c', '"$@" & wait', 'sh', ...server]);
  onTestFinished(() => {
    if (running.has(child)) process.kill(-(child.pid ?? 0), 'SIGKILL');
  });
  await expect.poll(output).toContain('is ready');
  child.kill('SIGKILL');
  await expect.poll(output).toContain('is stopping (npm has ended)');
  await expect.poll(() => running.has(child)).toBe(false);
  await drop();
});

test('an older Node starts nothing, and says which one it takes', async () => {
  const older = `--import=data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process.versions, 'node', { value: '23.11.1' })`,
  )}`;
  const { child, output } = await start({ NODE_OPTIONS: older });
  expect([child.exitCode, output()]).toEqual([1, expect.stringContaining('Clearlot runs on Node 24, this is ')]);
  expect(output()).not.toContain('is ready');
});
