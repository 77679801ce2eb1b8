import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lockNumbers } from '../locks.ts';
import { silentLog } from '../log.ts';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';
import { findPostmaster, isAlive, parsePostmaster } from './postmaster-file.ts';
import { takeLease } from './server-lease.ts';

const folders: string[] = [];
const servers: EmbeddedServer[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder in which a server has run before, for tests that are not about the first start. */
let lived = '';

beforeAll(async () => {
  lived = newFolder();
  await close(await start(lived));
  folders.splice(folders.indexOf(lived), 1);
});

afterAll(() => rm(lived, { recursive: true, force: true }));

function livedFolder(): string {
  const folder = newFolder();
  execFileSync('cp', ['-a', `${lived}/.`, folder]);
  return folder;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-server-'));
  folders.push(folder);
  return folder;
}

async function start(folder: string, connectionsMax = 20): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({
    folder,
    durable: true,
    connectionsMax,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
  servers.push(server);
  return server;
}

async function close(server: EmbeddedServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1);
  await server.close();
}

async function ask(server: EmbeddedServer, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Holds back the answers of queries until each of that many connections has one. */
function inStep(connections: number): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...words: unknown[]) => Promise<unknown>;
  const allAnswered = Promise.withResolvers<void>();
  let answers = 0;
  async function queryInStep(this: pg.Client, ...words: unknown[]): Promise<unknown> {
    const answer = await query.apply(this, words);
    if (++answers === connections) allAnswered.resolve();
    await allAnswered.promise;
    return answer;
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(queryInStep as typeof pg.Client.prototype.query);
}

const postmasterOf = (folder: string) => findPostmaster(join(folder, 'postgres'));

test('what was written is there after a stop and a start, on the same port, and a stop leaves no process', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await ask(first, 'create table kept (n int); insert into kept values (7)');
  const running = await postmasterOf(folder);
  await close(first);
  expect(isAlive(running?.processId ?? 0)).toBe(false);
  const second = await start(folder);
  expect(second.adminUrl).toBe(first.adminUrl);
  expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('the server flushes before it answers, listens on loopback alone, and its password is only for its owner', async () => {
  const folder = newFolder();
  const server = await start(folder);
  const settings = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
    'listen_addresses', 'unix_socket_directories', 'data_checksums', 'log_error_verbosity') order by name`;
  expect(await ask(server, settings)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    // Without rows and inputs.
    { name: 'log_error_verbosity', setting: 'terse' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
  expect(statSync(join(folder, 'postgres', 'clearlot.password')).mode & 0o777).toBe(0o600);
  const stranger = new pg.Client({ connectionString: server.adminUrl.replace(/:[^:@]+@/, ':guess@') });
  await expect(stranger.connect()).rejects.toThrow('password authentication failed');
});

test('two starts at once in an empty folder share one server, and only the last to close ends it', async () => {
  const folder = newFolder();
  const [one, other] = await Promise.all([start(folder), start(folder)]);
  expect(one.adminUrl).toBe(other.adminUrl);
  const running = await postmasterOf(folder);
  await close(one);
  expect(await ask(other, 'select 1 as n')).toEqual([{ n: 1 }]);
  await close(other);
  expect(isAlive(running?.processId ?? 0)).toBe(false);
});

test('two that close at once leave no server behind', async () => {
  const folder = livedFolder();
  const both = await Promise.all([start(folder), start(folder)]);
  const running = await postmasterOf(folder);
  inStep(2);
  await Promise.all(both.map(close));
  expect(isAlive(running?.processId ?? 0)).toBe(false);
});

test('a server that is killed comes back on its port with what it had answered for', async () => {
  const folder = livedFolder();
  const server = await start(folder);
  await ask(server, 'create table kept (n int); insert into kept values (7)');
  // A start would choose another one now.
  rmSync(join(folder, 'postgres', 'clearlot.port'));
  for (const time of ['once', 'again']) {
    const killed = await postmasterOf(folder);
    process.kill(killed?.processId ?? 0, 'SIGKILL');
    await expect.poll(() => ask(server, 'select n from kept').catch(() => null), { message: time }).toEqual([{ n: 7 }]);
    expect((await postmasterOf(folder))?.processId, time).not.toBe(killed?.processId);
  }
});

test('a server that is killed while it starts is started again', async () => {
  const folder = livedFolder();
  const server = await start(folder);
  let killed = await postmasterOf(folder);
  for (let time = 0; time < 4; time++) {
    process.kill(killed?.processId ?? 0, 'SIGKILL');
    const before = killed?.processId;
    // The next one, as soon as it is there: it still recovers.
    killed = await vi.waitFor(
      async () => {
        const next = await postmasterOf(folder);
        if (next === null || next.processId === before) throw new Error('there is no other one yet');
        return next;
      },
      { interval: 1, timeout: 30_000 },
    );
  }
  await expect.poll(() => ask(server, 'select 7 as n').catch(() => null), { timeout: 60_000 }).toEqual([{ n: 7 }]);
});

test('a server that dies ten times in a row is started again, and given up at the eleventh; one that lived is not', async () => {
  // No fake timers: waiting for something moves their clock on.
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const folder = livedFolder();
  const [onLost, said] = [vi.fn(), vi.fn()];
  const log = Object.assign(Object.create(silentLog), { info: said }) as typeof silentLog;
  const server = await startEmbeddedServer({ folder, durable: true, connectionsMax: 20, log, onLost });
  servers.push(server);
  const client = new pg.Client({ connectionString: server.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  // Seen from its lease a server has died when that is gone.
  const end = `select pg_terminate_backend(pid, 60000) from pg_locks where locktype = 'advisory' and classid = $1 and granted`;
  const die = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      said.mockClear();
      expect((await client.query(end, [lockNumbers.serverLease])).rowCount).toBe(1);
      // The database shows a lease before this process has taken it: one that ends in between is only taken again, which is no death.
      await expect.poll(() => [...said.mock.calls, ...onLost.mock.calls].length).toBe(1);
    }
  };
  await die(10);
  now += 10_000;
  await die(10);
  expect(onLost).not.toHaveBeenCalled();
  // Almost ten seconds are a short life, too.
  now += 9_999;
  await die(1);
  expect(onLost.mock.calls).toMatchObject([[{ message: 'The database server died 11 times in a row.' }]]);
  await client.end();
  // Takes over what runs on, and ends it.
  await start(folder);
});

test('a lease that was lost before it was listened to is reported all the same', async () => {
  const folder = livedFolder();
  const server = await start(folder);
  const cluster = { folder, password: decodeURIComponent(new URL(server.adminUrl).password) };
  const lease = await takeLease(cluster, Number(new URL(server.adminUrl).port));
  await ask(server, `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and granted`);
  await expect.poll(() => lease?.clusterName().catch(() => 'gone')).toBe('gone');
  const onLost = vi.fn();
  lease?.onLost(onLost);
  expect(onLost).toHaveBeenCalledOnce();
  await lease?.release();
});

test('a server left over by a start with other settings is replaced when nobody uses it, and shared when somebody does', async () => {
  const folder = livedFolder();
  const older = await start(folder, 20);
  const shared = await start(folder, 30);
  expect(await ask(shared, 'show max_connections')).toEqual([{ max_connections: '20' }]);
  await close(shared);
  await close(older);
  const newer = await start(folder, 30);
  expect(await ask(newer, 'show max_connections')).toEqual([{ max_connections: '30' }]);
});

test('a pid file whose number now belongs to another process does not stop the start', async () => {
  const folder = livedFolder();
  const path = join(folder, 'postgres', 'postmaster.pid');
  writeFileSync(path, `${process.pid}\n${join(folder, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`);
  const server = await start(folder);
  expect(await ask(server, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(parsePostmaster(readFileSync(path, 'utf8'))?.processId).not.toBe(process.pid);
});

test.runIf(process.platform === 'linux')(
  'a process that has ended and is not yet taken off the list is not alive',
  async () => {
    // The child ends once the shell has become a program that does not wait for it.
    const parted = 'sh -c "while grep -qx sh /proc/$$/comm; do :; done" & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', parted], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [said] = await once(parent.stdout, 'data');
      const child = Number(String(said));
      await expect.poll(() => isAlive(child)).toBe(false);
      // Its number is still taken.
      expect(process.kill(child, 0)).toBe(true);
      expect(isAlive(parent.pid ?? 0)).toBe(true);
    } finally {
      parent.kill();
    }
  },
);

test('a port that another program has taken meanwhile is left to it', async () => {
  const folder = livedFolder();
  const port = Number(readFileSync(join(folder, 'postgres', 'clearlot.port'), 'utf8'));
  const other = createServer();
  await new Promise<void>((listening) => void other.listen(port, '127.0.0.1', listening));
  try {
    const server = await start(folder);
    expect(Number(new URL(server.adminUrl).port)).not.toBe(port);
    expect(await ask(server, 'select 1 as n')).toEqual([{ n: 1 }]);
  } finally {
    other.close();
  }
});

test('a start that the server refuses for its settings fails with what the server said, and is not tried again', async () => {
  await expect(start(livedFolder(), 0)).rejects.toThrow(/could not be started[\s\S]*"max_connections"/);
});

test('a log that has grown too long is begun anew by the next start, a shorter one is continued', async () => {
  const folder = livedFolder();
  const log = join(folder, 'postgres.log');
  truncateSync(log, 4_000_000);
  await close(await start(folder));
  expect(statSync(log).size).toBeGreaterThan(4_000_000);
  truncateSync(log, 5_000_001);
  await close(await start(folder));
  expect(statSync(log).size).toBeLessThan(4_000_000);
});

test('a folder made by another major version is left alone, with a message that says so', async () => {
  const folder = livedFolder();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(folder)).rejects.toThrow('was made by PostgreSQL 17');
});
