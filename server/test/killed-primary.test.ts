import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import type { App } from '#server/app.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { openLedgerReader } from '#server/ledger/ledger-reader.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { DatabaseClient } from '#server/platform/database/database-client.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { type ReplicatedServers, startReplicatedServers } from '#server/platform/database/standby.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { leastPublicId } from '#server/platform/public-id.ts';
import {
  type Absence,
  brokenPromises,
  failOver,
  failoverSpeed,
  fundedPhone,
  type Load,
  openAppOn,
  startLoad,
} from './failover.fixture.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { openStream } from './member-stream.fixture.ts';
import { Phone } from './phone.fixture.ts';

/** Placements before the stream is cut, and after it. */
const placementsEach = 120;
/** A bound for a busy machine; `node bench/failover.ts` measures it. */
const awayMsMax = 30_000;
const waitMsMax = 240_000;

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

test('connections to both servers are encrypted, and a server of another certificate is refused', async () => {
  const { rows } = await pool.query('select ssl, version from pg_stat_ssl where pid = pg_backend_pid()');
  expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
  const ofOther = createPool(servers.url.replace(/&sslrootcert=.*/, ''), silentLog);
  await expect(ofOther.query('select 1')).rejects.toThrow(/localhost:\d+: .*certificate.*localhost:\d+: .*certificate/);
  await ofOther.end();
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
  const committing = await sessionsThatWaitForTheStandby('clearlot ledger', []);
  await servers.onPrimary(`select pg_terminate_backend(pid) from unnest(array[${committing}]) as s (pid)`);
  await sessionsThatWaitForTheStandby('clearlot ledger', committing);
  expect(await servers.onPrimary(isThere(key))).toEqual([{ count: '1' }]);
  expect(await servers.onStandby(isThere(key))).toEqual([{ count: '0' }]);
  // A repeated request, on another node, sees it too.
  let isReceived = false;
  const receipt = openLedgerReader(pool)
    .receiptOf(key)
    .finally(() => {
      isReceived = true;
    });
  await Promise.race([sessionsThatWaitForTheStandby('clearlot', []), receipt]);
  expect([isAcknowledged, isReceived]).toEqual([false, false]);
  await servers.attachStandby();
  expect(await acknowledged).toMatchObject({ status: 'committed' });
  expect(await receipt).toMatchObject({ reference: key });
  expect(await servers.onStandby(isThere(key))).toEqual([{ count: '1' }]);
  await ledger.close();
});

test('a primary that is killed under load loses and doubles no acknowledged placement; the app goes on with the standby', async () => {
  const load = await startLoad(await openApp(servers));
  const absence = await failOver(servers, load, 'killPrimary');
  await load.end();
  expect(await brokenPromises(load.acknowledged, pool)).toEqual([]);
  expect(await faultsIn(pool)).toEqual([]);
  report(load, absence);
});

test('a primary that falls silent under load, its connections open, is left by all of both nodes: placing, reads, product time and events go on', async () => {
  const silent = await openServers(true);
  const migrating = createPool(silent.url, silentLog);
  await migrate(migrating, readMigrations(), silentLog);
  await migrating.end();
  const [app, other] = [await openApp(silent), await openApp(silent)];
  const phone = await fundedPhone(app, 'failoverpages');
  const stream = await openStream(other.address, phone);
  const load = await startLoad(app);
  await load.acknowledgedBeyond(0);
  const [{ now }] = (await silent.onPrimary<{ now: Date }>('select product_now() as now')) as [{ now: Date }];
  const absence = await failOver(silent, load, 'freezePrimary');

  for (const { address } of [app, other]) {
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
    const onNode = new Phone(address);
    onNode.takeCookies(phone);
    expect((await onNode.get('/api/wallet')).status).toBe(200);
  }
  // Beyond what the nodes may show without the database.
  const later = leastPublicId(now.getTime() + 6_000 * failoverSpeed);
  await load.until(() => load.acknowledged.some((id) => id > later));
  await load.end();
  // The node ended the page's connection: it may have missed that the session ended.
  const back = await openStream(other.address, phone, stream.lastId());
  const deposit = async () => {
    await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '500' });
    return back.names();
  };
  await expect.poll(deposit, { interval: 1_000, timeout: 240_000 }).toContain('deposit');
  for (const one of [stream, back]) one.stop();

  const books = createPool(silent.url, silentLog);
  expect(await brokenPromises(load.acknowledged, books)).toEqual([]);
  expect(await faultsIn(books)).toEqual([]);
  await books.end();
  report(load, absence);
});

test('the same check finds what an asynchronous standby loses', async () => {
  const asynchronous = await openServers(false);
  const load = await startLoad(await openApp(asynchronous));
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

/** The sessions of that name, beside the known ones, whose commit waits for the standby: at least one. */
async function sessionsThatWaitForTheStandby(name: string, known: readonly number[]): Promise<number[]> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const rows = await servers.onPrimary<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = '${name}'`,
    );
    const found = rows.map(({ pid }) => pid).filter((pid) => !known.includes(pid));
    if (found.length > 0) return found;
    if (Date.now() > deadline) throw new Error('no commit waits for the standby');
    await wait(20);
  }
}

async function openApp({ url }: ReplicatedServers): Promise<App> {
  const app = await openAppOn(url);
  opened.push(app);
  return app;
}

async function openServers(isSynchronous: boolean): Promise<ReplicatedServers> {
  const started = await startReplicatedServers({ isSynchronous });
  opened.push(started);
  return started;
}

function report({ acknowledged, busyResponses }: Load, { ms, msAfterPromotion }: Absence): void {
  const seconds = (duration: number) => (duration / 1_000).toFixed(2);
  process.stderr.write(
    `${acknowledged.length} placements acknowledged, each there once; away ${seconds(ms)} s in all, ` +
      `${seconds(msAfterPromotion)} s after the promotion; ${busyResponses} answers of 503\n`,
  );
  expect(msAfterPromotion).toBeLessThan(awayMsMax);
}
