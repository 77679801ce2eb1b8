import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type HostileClients, hostileKinds, openHostileClients } from './hostile.fixture.ts';
import { Phone } from './phone.fixture.ts';

/** Files that the server may have open: connections are files. */
const openFilesMax = 600;
const clients = 900;
const code = 'TEST7';

let database: TestDatabase;
let child: ChildProcess;
let member: Phone;
/** Whose account hostile clients are signed in to. */
let villain: Phone;
let address = '';
let log = '';
let hostile: HostileClients[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const main = join(import.meta.dirname, '../main.ts');
  child = spawn('/bin/sh', ['-c', `ulimit -n ${openFilesMax} && exec "$0" "$1"`, process.execPath, main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: join(import.meta.dirname, '../../node_modules/.cache/hostile'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      VERIFY_CODE_TEST: code,
      CARD_KEY: '7'.repeat(64),
      // Loopback addresses stand for networks here: none is a proxy.
      TRUSTED_PROXIES: '192.0.2.1',
      METRICS_KEY: 'scraper-key-of-this-test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
  let said = '';
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    said += text;
    address = /is ready: (\S+)/.exec(said)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error(`it did not start: ${said}${log}`);
  member = new Phone(address);
  await member.register('hostile1', code);
  villain = new Phone(address);
  await villain.register('hostile2', code);
});

afterEach(() => {
  for (const one of hostile) one.stop();
  hostile = [];
});

afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  await database.drop();
});

const attack = (options: Partial<Parameters<typeof openHostileClients>[0]>): void => {
  const port = Number(new URL(address).port);
  const addressOf = (number: number): string => `127.0.7.${(number % 20) + 1}`;
  hostile.push(
    openHostileClients({
      port,
      kind: 'silent',
      count: clients,
      addressOf,
      againAfterMs: 200,
      cookie: villain.cookie,
      ...options,
    }),
  );
};

/** A call over a new connection, like a phone that reconnects. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const asked = get(`${address}${path}`, { agent: false, headers }, async (answer) => {
      let body = '';
      for await (const text of answer.setEncoding('utf8')) body += text;
      resolve({ status: answer.statusCode ?? 0, body });
    });
    asked.once('error', reject);
  });

/** Connections of the hostile that have had their turn, and were closed. */
const hostileTurns = (): number => hostile.reduce((sum, { closed }) => sum + closed, 0);

const metric = async (name: string): Promise<number> => {
  const { body } = await ask('/metrics', { authorization: 'Bearer scraper-key-of-this-test' });
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
};

test.each(hostileKinds)('%s connections, more than there are files, end nothing: callers are served', async (kind) => {
  attack({ kind });
  const turnsOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const before = hostileTurns();
    expect(await ask(path, headers)).toMatchObject({ status: 200 });
    return hostileTurns() - before;
  };
  const ahead: number[] = [];
  for (let look = 0; look < 5; look++) {
    await wait(500);
    expect(child.exitCode, log).toBe(null);
    ahead.push(await turnsOf('/api/user/center', { cookie: member.cookie }));
    await turnsOf('/api/verify/code');
  }
  // Those before it in the line have their turn once; who waits for them as often as they come again meets many times as many.
  expect(ahead.filter((turns) => turns > 5 * clients)).toEqual([]);
  expect(await metric('clearlot_connections')).toBeLessThan(openFilesMax);
});

test('the operator sees it: figures, and a line in the log', async () => {
  expect(await metric('clearlot_connections_closed_total{reason="full"}')).toBeGreaterThan(0);
  expect(await metric('clearlot_connections_max')).toBeLessThan(openFilesMax);
  expect(log.match(/connections were closed to make room/g)?.length).toBeGreaterThan(0);
});
