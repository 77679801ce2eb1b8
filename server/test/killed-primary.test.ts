import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { type App, startApp } from '#server/app.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { DatabaseClient } from '#server/platform/database/database-client.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { type ReplicatedServers, startReplicatedServers } from '#server/platform/database/standby.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { Phone } from './phone.fixture.ts';

const code = 'TEST7';
const memberCount = 4;
const handsOfMember = 6;
/** Placements before the kill, and after the promotion. */
const placementsEach = 120;
/** Stands for the time that whatever watches the servers takes to see that the primary is dead. */
const detectionMs = 500;
/** A bound for a busy machine; what is measured is printed. */
const awayMsMax = 30_000;
const waitMsMax = 60_000;

let servers: ReplicatedServers;
let pool: pg.Pool;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  servers = await openServers(true);
  pool = createPool(servers.url, silentLog);
  await migrate(pool, readMigrations(), silentLog);
});

afterAll(async () => {
  await pool?.end();
  // The last opened first: an app before the servers under it.
  for (const one of opened.reverse()) await one.close();
});

test('of two servers the primary is found, wherever it stands in the address; a standby alone is refused with the reason', async () => {
  const found = createPool(servers.standbyFirstUrl, silentLog);
  const { rows } = await found.query('select pg_is_in_recovery() as standby, inet_server_port() as port');
  const [primary] = await servers.onPrimary<{ port: number }>('select inet_server_port() as port');
  expect(rows).toEqual([{ standby: false, port: primary?.port }]);
  await found.end();
  const options = { url: servers.standbyUrl, folder: '/nowhere', log: silentLog };
  await expect(openDatabase(options)).rejects.toThrow(
    /cannot be used: the server takes no writes \(in_hot_standby is on\)/,
  );
});

test('a commit that its session’s end made visible before the standby had it is acknowledged only when the standby has it', async () => {
  const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
  const key = 'visible before it is replicated';
  const postings = [{ from: houseAccount('sponsor', -1n), to: houseAccount('yield', -1n), amount: usdt(1n) }];
  await servers.detachStandby();
  let isAcknowledged = false;
  const submitted = ledger.submit({ key, inputHash: 'a'.repeat(64), kind: 'yieldFunded', reference: key, postings });
  const acknowledged = submitted.finally(() => {
    isAcknowledged = true;
  });
  const committing = await sessionsThatWaitForTheStandby([]);
  await servers.onPrimary(`select pg_terminate_backend(pid) from unnest(array[${committing}]) as s (pid)`);
  await sessionsThatWaitForTheStandby(committing);
  expect(await servers.onPrimary(isThere(key))).toEqual([{ count: '1' }]);
  expect(await servers.onStandby(isThere(key))).toEqual([{ count: '0' }]);
  expect(isAcknowledged).toBe(false);
  await servers.attachStandby();
  expect(await acknowledged).toMatchObject({ status: 'committed' });
  expect(await servers.onStandby(isThere(key))).toEqual([{ count: '1' }]);
  await ledger.close();
});

test('a primary that is killed under load loses and doubles no acknowledged placement; the app goes on with the standby', async () => {
  const app = await openApp(servers);
  const load = await startLoad(app);
  await load.acknowledgedBeyond(placementsEach);
  const killedAt = performance.now();
  await servers.killPrimary();
  await wait(detectionMs);
  await servers.promoteStandby();
  const promotedAt = performance.now();
  const before = load.acknowledged.length;
  await load.acknowledgedBeyond(before);
  const backAt = performance.now();
  await load.acknowledgedBeyond(before + placementsEach);
  await load.end();
  expect(await brokenPromises(load.acknowledged, pool)).toEqual([]);
  expect(await faultsIn(pool)).toEqual([]);
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  process.stderr.write(
    `${load.acknowledged.length} placements acknowledged, each there once; away ${seconds(backAt - killedAt)} s in all, ` +
      `${seconds(backAt - promotedAt)} s after the promotion; ${load.busyResponses} answers of 503\n`,
  );
  expect(backAt - promotedAt).toBeLessThan(awayMsMax);
});

test('the same check finds what an asynchronous standby loses', async () => {
  const asynchronous = await openServers(false);
  const app = await openApp(asynchronous);
  const load = await startLoad(app);
  await load.acknowledgedBeyond(placementsEach);
  await asynchronous.detachStandby();
  await load.acknowledgedBeyond(load.acknowledged.length + placementsEach);
  await asynchronous.killPrimary();
  await asynchronous.promoteStandby();
  const before = load.acknowledged.length;
  await load.acknowledgedBeyond(before);
  await load.end();
  const promoted = createPool(asynchronous.url, silentLog);
  const broken = await brokenPromises(load.acknowledged, promoted);
  expect(broken.filter((fault) => fault.endsWith('is lost')).length).toBeGreaterThanOrEqual(placementsEach);
  await promoted.end();
});

test('a primary that hangs, its connections open, is left by the next connection', async () => {
  const hanging = await openServers(true);
  const client = new DatabaseClient({ connectionString: hanging.url });
  client.on('error', () => undefined);
  await client.connect();
  await hanging.freezePrimary();
  await hanging.promoteStandby();
  // Not waited for: the server does not answer that it has ended.
  client.end().catch(() => undefined);
  const [standby] = await hanging.onStandby<{ port: number }>('select inet_server_port() as port');
  const next = createPool(hanging.url, silentLog);
  expect((await next.query('select inet_server_port() as port')).rows).toEqual([standby]);
  await next.end();
});

const isThere = (key: string): string =>
  `select count(*) as count from ledger.transfers where idempotency_key = '${key}'`;

/** The ledger's sessions, beside the known ones, whose commit waits for the standby: at least one. */
async function sessionsThatWaitForTheStandby(known: readonly number[]): Promise<number[]> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const rows = await servers.onPrimary<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'clearlot ledger'`,
    );
    const found = rows.map(({ pid }) => pid).filter((pid) => !known.includes(pid));
    if (found.length > 0) return found;
    if (Date.now() > deadline) throw new Error('no commit waits for the standby');
    await wait(20);
  }
}

async function openApp({ url }: ReplicatedServers): Promise<App> {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url,
    VERIFY_CODE_TEST: code,
    // A deposit is credited in a second, and a plan of an hour runs on.
    CLOCK_SPEED: '20',
    CARD_KEY: '7'.repeat(64),
  });
  const app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  opened.push(app);
  return app;
}

async function openServers(isSynchronous: boolean): Promise<ReplicatedServers> {
  const started = await startReplicatedServers({ isSynchronous });
  opened.push(started);
  return started;
}

interface Load {
  /** Plans whose placing was answered with 200. */
  readonly acknowledged: readonly string[];
  readonly busyResponses: number;
  acknowledgedBeyond(count: number): Promise<void>;
  /** Lets every placement under way come to its answer. */
  end(): Promise<void>;
}

/** Members who place plans without end; a placement that is not answered with 200 is repeated under its key. */
async function startLoad(app: App): Promise<Load> {
  const acknowledged: string[] = [];
  let busyResponses = 0;
  let isOver = false;
  const place = async (phone: Phone, key: string): Promise<void> => {
    for (;;) {
      const plan = { id: '1', coin: 'ETH', multiple: '2', price: '10' };
      const answer = await phone.post('/Exchange/shenqing', plan, { 'idempotency-key': key });
      if (answer.status === 200) return void acknowledged.push(idOf(answer.url));
      if (answer.status !== 503) throw new Error(`a placement was answered with ${answer.status} ${answer.code}`);
      busyResponses += 1;
      await wait(50);
    }
  };
  const names = Array.from({ length: memberCount }, (_, member) => `failover0${member}`);
  const phones = await Promise.all(names.map((name) => fundedPhone(app, name)));
  const hands = phones.flatMap((phone, member) =>
    Array.from({ length: handsOfMember }, async (_, hand) => {
      for (let turn = 0; !isOver; turn++)
        await place(phone, `failover-${member}-${hand}-${String(turn).padStart(16, '0')}`);
    }),
  );
  const all = Promise.all(hands);
  return {
    acknowledged,
    get busyResponses() {
      return busyResponses;
    },
    async acknowledgedBeyond(count) {
      const until = async (): Promise<void> => {
        const deadline = Date.now() + waitMsMax;
        while (acknowledged.length <= count) {
          if (Date.now() > deadline)
            throw new Error(`${acknowledged.length} placements are acknowledged, not ${count}`);
          await wait(5);
        }
      };
      await Promise.race([until(), all]);
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}

async function fundedPhone(app: App, username: string): Promise<Phone> {
  const phone = new Phone(app.address);
  await phone.register(username, code);
  await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '20000' });
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const { url } = await phone.get('/api/wallet');
    if ((url as { banlance: string }).banlance === '20000.000000') return phone;
    if (Date.now() > deadline) throw new Error('the deposit was not credited');
    await wait(50);
  }
}

function idOf(url: unknown): string {
  return typeof url === 'object' && url !== null && 'id' in url ? String(url.id) : '';
}

/** Acknowledged placements that are not in the books, once, with plan and transfer; and placements without an acknowledgement. */
async function brokenPromises(acknowledged: readonly string[], books: pg.Pool): Promise<string[]> {
  const { rows } = await books.query<{ id: string; transfers: bigint }>(
    `select p.id, count(t.id) as transfers from plan as p
     left join ledger.transfers as t on t.reference = p.id and t.kind = 'planPlaced' group by p.id`,
  );
  const transfers = new Map(rows.map((row) => [row.id, row.transfers]));
  const known = new Set(acknowledged);
  return [
    ...(known.size === acknowledged.length ? [] : ['a plan was acknowledged for two keys']),
    ...acknowledged.filter((id) => !transfers.has(id)).map((id) => `plan ${id} is lost`),
    ...rows.filter((row) => row.transfers !== 1n).map((row) => `plan ${row.id} has ${row.transfers} transfers`),
    ...rows.filter((row) => !known.has(row.id)).map((row) => `plan ${row.id} was never acknowledged`),
  ];
}
