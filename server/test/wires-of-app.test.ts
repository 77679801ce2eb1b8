import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scheduledJobs } from '#contract/health.ts';
import { type App, composeApp } from '#server/app.ts';
import { openClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { openLog } from '#server/platform/log.ts';
import { compose as composed } from './composed.fixture.ts';
import { insertMember } from './member-row.fixture.ts';
import { openStream } from './member-stream.fixture.ts';
import { code, fundedMember } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { Phone } from './phone.fixture.ts';
import { watchTimers } from './timers.fixture.ts';

const database = await openForFile(async () => {
  const { drop, ...opened } = await createTestDatabase();
  return { ...opened, close: drop };
});
const { pool, owner } = database;
const minuteMs = 60_000;

const compose = (settings: Record<string, string> = {}) => composed(database, settings);

const done = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>('select name from scheduled_work order by name')).rows.map(({ name }) => name);

const metricsKey = 'metrics-key-of-this-test';

/** The figure of that name among the metrics of the app. */
async function measured({ address }: Pick<App, 'address'>, name: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } });
  return Number(new RegExp(`^clearlot_${name} (\\S+)$`, 'm').exec(await response.text())?.[1]);
}

test('what the app began has ended when it is closed, and when its start fails at the last', async () => {
  const timers = watchTimers();
  const app = await compose().starting;
  await expect.poll(done).toEqual([...scheduledJobs].sort());
  await app.close();
  expect(await timers.left()).toEqual([]);
  await expect(fetch(`${app.address}/healthz`)).rejects.toThrow();

  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(compose({ PORT: String(port) }).starting).rejects.toThrow('EADDRINUSE');
  expect(await timers.left()).toEqual([]);
  taken.close();
  timers.stop();
});

test('a node without a clock to trust is not ready; a part that cannot be closed is in the log, and keeps no other from being closed', async () => {
  const said: { readonly msg?: string }[] = [];
  const log = openLog('error', { write: (line) => void said.push(JSON.parse(line)) });
  const closed: string[] = [];
  const own = Promise.resolve({ pool, url: database.url, close: async () => void closed.push('database') });
  const openFailing: typeof openClock = async (...given) => {
    const clock = await openClock(...given);
    const stop = async (): Promise<void> => {
      await clock.stop();
      throw new Error('cannot be stopped');
    };
    const requireAgreement = (): void => {
      throw new Error('it has no time to trust');
    };
    return { ...clock, stop, requireAgreement };
  };
  const config = readConfig({ PORT: '0', CARD_KEY: '7'.repeat(64), CLOCK_SPEED: '60' });
  const app = await composeApp(config, log, own, openFailing);
  expect((await fetch(`${app.address}/readyz`)).status).toBe(503);
  await app.close();
  expect([closed, said.map(({ msg }) => msg)]).toEqual([['database'], ['a part did not close']]);
});

test('the jobs of the app are done, and due at the minutes that operators are told; unused images are gone, and the books are dated by the wall clock', async () => {
  await owner.query('delete from scheduled_work');
  await owner.query('delete from trial_balance_check');
  await owner.query(
    `insert into image (member_id, id, hash, webp, width, height, uploaded_at)
     values ($1, '0SAMPLE000000003', sha256('x'), 'x', 1, 1, now() - interval '25 hours')`,
    [await insertMember({ ...database, drop: async () => undefined })],
  );
  const app = await compose().starting;
  await expect.poll(done).toEqual([...scheduledJobs].sort());
  await app.close();
  expect((await pool.query('select from image')).rowCount).toBe(0);
  const { rows } = await pool.query<{ name: string; at: number; now: number }>(
    `select name, (extract(epoch from due_at) * 1000)::double precision as at,
       (extract(epoch from now()) * 1000)::double precision as now from scheduled_work`,
  );
  const due = new Map(rows.map(({ name, ...times }) => [name, times]));
  for (const [name, minutes] of [
    ['trial balance', 10],
    ['unused images', 60],
    ['recoveries', 1],
  ] as const) {
    const { at, now } = due.get(name) ?? { at: 0, now: 0 };
    expect([name, at % (minutes * minuteMs), at - now <= minutes * minuteMs]).toEqual([name, 0, true]);
  }
  const checks = await pool.query(
    `select abs(extract(epoch from now() - at)) < 600 as "isNow" from trial_balance_check`,
  );
  expect(checks.rows).toEqual([{ isNow: true }]);
});

test('a start says in its log what is probably a mistake in the settings', async () => {
  const { said, starting } = compose({
    HOST: '0.0.0.0',
    PUBLIC_ORIGIN: 'https://clearlot.example',
    VERIFY_CODE_TEST: '',
  });
  await (await starting).close();
  expect(said.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('so a proxy ends TLS in front of this'));
});

test('the market is that of the settings: an exchange is not begun on a clock that runs fast', async () => {
  const starting = compose({ MARKET_SOURCE: 'binanceusdm' }).starting;
  await expect(starting).rejects.toThrow('needs the product clock at wall time');
});

test('a server that listens by a name is called by it', async () => {
  const app = await compose({ HOST: hostname(), VERIFY_CODE_TEST: '' }).starting;
  const { port } = new URL(app.address);
  expect((await fetch(`http://${hostname()}:${port}/api/market/status`)).status).toBe(200);
  await app.close();
});

test('the product clock begins where the settings say, and the database is watched by a connection of its own', async () => {
  const app = await compose().starting;
  const { url: status } = await new Phone(app.address).get('/market/status');
  const { now } = status as { now: number };
  expect([now > Date.UTC(2026, 0, 14, 0, 30), now < Date.UTC(2026, 1, 14)]).toEqual([true, true]);
  const watching = async () =>
    (
      await owner.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'clearlot-watch'",
      )
    ).rowCount;
  await expect.poll(watching).toBe(1);
  await app.close();
  await expect.poll(watching).toBe(0);
});

test('a page hears the prices from its opening on, of rounds as they follow each other, and of acts of the member', async () => {
  const { said, starting } = compose({ METRICS_KEY: metricsKey });
  const app = await starting;
  const phone = new Phone(app.address);
  await phone.register('hearsall1', code);
  const stream = await openStream(app.address, phone);
  await expect.poll(stream.names).toEqual(expect.arrayContaining(['market', 'prices', 'round']));
  expect((await phone.post('/limits/loss', { period: 'day', amount: '5' })).status).toBe(200);
  const security = { name: 'security', data: { act: 'lossLimitSet' } };
  await expect.poll(() => stream.events).toContainEqual(expect.objectContaining(security));
  const { id } = await database.pool
    .query("select id from member where username = 'hearsall1'")
    .then(({ rows }) => rows[0]);
  expect(said).toContainEqual(
    expect.objectContaining({ log: 'security', event: 'securityAct', member: String(id), act: 'lossLimitSet' }),
  );
  // Their times are those of the product.
  const { info: acts } = await phone.get('/security/acts');
  expect(acts).toMatchObject([{ act: 'lossLimitSet', at: expect.stringMatching(/^2026-01-14T/) }]);
  expect(await measured(app, 'streams')).toBe(1);
  stream.stop();
  await expect.poll(() => measured(app, 'streams')).toBe(0);
  expect(await measured(app, 'connections_max')).toBeGreaterThan(100);
  await app.close();
});

test('a call whose transfer the ledger could not make for a while is asked to come again', async () => {
  const app = await compose({ METRICS_KEY: metricsKey }).starting;
  const phone = await fundedMember(app.address, 'comesagain');
  expect(await measured(app, 'ledger_transfers_total')).toBeGreaterThan(0);
  await owner.query(`
    create function conflicts() returns trigger language plpgsql as $$ begin raise exception 'again' using errcode = '40001'; end $$;
    create trigger conflicts before insert on ledger.transfers execute function conflicts();`);
  const subscribe = () => phone.post('/Mobile/Financing/index', { product: 'day1', amount: '100' });
  expect(await subscribe()).toMatchObject({ status: 503, code: 'serverBusy' });
  await owner.query('drop trigger conflicts on ledger.transfers');
  expect(await subscribe()).toMatchObject({ status: 200 });
  const ledgerConnections = async () =>
    (
      await owner.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'clearlot ledger'",
      )
    ).rowCount;
  expect(await ledgerConnections()).toBeGreaterThan(0);
  await app.close();
  await expect.poll(ledgerConnections).toBe(0);
});

test('a member has the allowance of a member, a network that of many, and those around it that of more', async () => {
  const rightNow = Date.now.bind(Date);
  let stands: number | null = null;
  vi.spyOn(Date, 'now').mockImplementation(() => stands ?? rightNow());
  onTestFinished(() => void vi.restoreAllMocks());
  const app = await compose().starting;
  const member = new Phone(app.address);
  await member.register('manycalls', code);
  /** How many of so many calls of weight 10 are let through while no time passes. */
  const allowed = async (calls: number, call: (number: number) => Promise<{ code: string | undefined }>) => {
    let count = 0;
    for (let number = 0; number < calls; number++) if ((await call(number)).code !== 'tooManyRequests') count += 1;
    return count;
  };
  stands = Date.now();
  expect(await allowed(30, () => member.post('/User/upinfo', { nickname: '' }))).toBe(20);
  const visitor = new Phone(app.address);
  const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network.toString(16)}::1` });
  const register = (number: number, perNetwork: number) =>
    visitor.post('/login/upregister', {}, from(Math.floor(number / perNetwork)));
  expect(await allowed(70, (number) => register(number, 70))).toBe(60);
  // Eight networks' allowance for all that are around, of which 60 calls are used.
  expect(await allowed(480, (number) => register(number + 50, 50))).toBe(420);
  stands = null;
  await app.close();
});

test('after a change of keys members keep their numbers, and the log its names of accounts', async () => {
  const [first, second] = ['7', '8'].map((digit) => digit.repeat(64)) as [string, string];
  const lives: unknown[] = [];
  let phone: Phone | null = null;
  for (const keys of [first, `${second},${first}`]) {
    const { said, starting } = compose({ CARD_KEY: keys, RATE_LIMIT: 'off' });
    const app = await starting;
    phone ??= await (async () => {
      const one = new Phone(app.address);
      await one.register('keepsname', code);
      return one;
    })();
    const member = new Phone(app.address, phone.cookie);
    const { url: account } = await member.get('/api/wallet');
    const guesser = new Phone(app.address);
    await guesser.drawCaptcha();
    await guesser.post('/Login/walletLogin', { username: 'keepsname', password: 'wrong999', code });
    const refused = said.find(({ event }) => event === 'signInRefused');
    lives.push({ account, named: refused?.account });
    await app.close();
  }
  expect(lives[0]).toMatchObject({ account: expect.anything(), named: expect.stringMatching(/^\S{16}$/) });
  expect(lives[1]).toEqual(lives[0]);
});
