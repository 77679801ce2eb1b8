import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTrialBalance } from './ledger/check-trial-balance.ts';
import { type Answer, Phone } from './phone.fixture.ts';
import { createTestDatabase, type TestDatabase } from './platform/database/test-database.ts';

/** Kills in one run of the suite; APP_KILLS asks for more. */
const kills = Number(process.env.APP_KILLS ?? 6);
const memberCount = 6;
const port = 20_000 + (process.pid % 20_000);
const code = 'TEST7';
const fundPassword = 'funds123';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const nobodys = '0x000000000000000000000000000000000000dEaD';
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let database: TestDatabase;
let folder = '';
let child: ChildProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clearlot-killed-'));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The whole app in a process of its own; a product hour is six seconds of the wall. */
async function start(): Promise<void> {
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const next = spawn(process.execPath, [main], {
    env: {
      ...environment,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'own'),
      VERIFY_CODE_TEST: code,
      CLOCK_SPEED: '600',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = next;
  let said = '';
  next.stdout.setEncoding('utf8');
  for await (const text of next.stdout) {
    said += text;
    if (said.includes('Clearlot is ready')) break;
  }
  if (!said.includes('Clearlot is ready')) throw new Error(`it did not start: ${said}`);
}

async function kill(): Promise<void> {
  const killed = child;
  if (!killed) throw new Error('nothing runs');
  killed.kill('SIGKILL');
  if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'exit');
  child = null;
  // What it had under way is over before the books are looked at.
  for (let look = 0; look < 500; look += 1) {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    if (rows.length === 0) return;
    await wait(20);
  }
  throw new Error('the killed app left work behind');
}

/** One wish of a member, under a key of its own, asked again until it is answered. */
interface Wish {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
}

interface Heard {
  readonly path: string;
  readonly id: string;
}

let wishCount = 0;
let retries = 0;

function nextWish(heard: readonly Heard[]): Wish {
  wishCount += 1;
  const key = `wish-${String(wishCount).padStart(6, '0')}`;
  const amount = String(1 + (wishCount % 40));
  const withdrawals = heard.filter(({ path }) => path === '/Finance/withdraw');
  switch (wishCount % 5) {
    case 0:
      return { key, path: '/Finance/recharge', fields: { channel: 'sandbox', amount: String(100 + (wishCount % 50)) } };
    case 1:
      return {
        key,
        path: '/Exchange/shenqing',
        fields: { id: '1', coin: 'ETH', multiple: '3', price: String(10 + (wishCount % 30)) },
      };
    case 2:
      return { key, path: '/withdrawals/cancel', fields: { withdrawal: withdrawals.at(-1)?.id ?? '0000000000000000' } };
    default: {
      const to = wishCount % 4 === 0 ? nobodys : address;
      return {
        key,
        path: '/Finance/withdraw',
        fields: { method: 'address', address: to, amount, password: fundPassword },
      };
    }
  }
}

const idOf = ({ url }: Answer): string =>
  typeof url === 'object' && url !== null && 'id' in url ? String(url.id) : '';

/** Lets a member wish on and on, through every crash, until `stop`; answers what was granted. */
async function live(phone: Phone, stop: AbortSignal): Promise<Heard[]> {
  const heard: Heard[] = [];
  while (!stop.aborted) {
    const wish = nextWish(heard);
    for (;;) {
      const answer = await phone.post(wish.path, wish.fields, { 'idempotency-key': wish.key }).catch(() => null);
      if (answer === null || answer.status >= 500) {
        // Killed in the middle: whether it was done is known by asking again.
        retries += 1;
        await wait(50);
        continue;
      }
      if (answer.status === 200) heard.push({ path: wish.path, id: idOf(answer) });
      break;
    }
    await wait(5);
  }
  return heard;
}

async function newMember(index: number): Promise<Phone> {
  const phone = new Phone(`http://127.0.0.1:${port}`);
  await phone.register(`killed0${index}`, code);
  await phone.get('/verify/code');
  const set = await phone.post('/User/uppp', { password: fundPassword, repassword: fundPassword, code });
  if (set.status !== 200) throw new Error(`no password set: ${set.code}`);
  await phone.post(
    '/Finance/recharge',
    { channel: 'sandbox', amount: '2000' },
    { 'idempotency-key': `first-${index}-funds` },
  );
  return phone;
}

/** What is wrong between the books and what members have open. */
async function faults(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select a.name, a.member_id::text, b.balance::text as held, open.amount::text as open
    from ledger.accounts as a
    join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
    cross join lateral (select coalesce(sum(amount), 0) as amount from (
      select w.amount from withdrawal as w where a.name = 'withdrawing' and w.member_id = a.member_id
        and w.state in ('requested', 'inReview', 'sent')
      union all
      select p.amount from plan as p where a.name = 'plans' and p.member_id = a.member_id and p.income is null
    ) as items) as open
    where a.member_id > 0 and a.name in ('withdrawing', 'plans') and b.balance <> open.amount
    union all
    select t.kind, t.reference, count(*)::text, '1' from ledger.transfers as t group by 1, 2 having count(*) > 1
    union all
    select 'deposit', d.id, d.state, '' from deposit as d
    where (d.state = 'confirmed') <> exists (select from ledger.transfers as t where t.kind = 'depositConfirmed' and t.reference = d.id)
    union all
    select 'withdrawal', w.id, w.state, '' from withdrawal as w
    where (select array_agg(t.kind::text order by t.id) from ledger.transfers as t where t.reference = w.id) is distinct from
      case when w.state = 'done' then array['withdrawalHeld', 'withdrawalPaid']
        when w.state in ('cancelled', 'refused') then array['withdrawalHeld', 'withdrawalReturned']
        else array['withdrawalHeld'] end::text[]`);
  return rows;
}

test(
  `an app killed ${kills} times amid deposits, withdrawals and settlements loses and doubles nothing`,
  async () => {
    await start();
    const phones = await Promise.all(Array.from({ length: memberCount }, (_, index) => newMember(index)));
    const stop = new AbortController();
    const lives = phones.map((phone) => live(phone, stop.signal));
    for (let count = 0; count < kills; count += 1) {
      await wait(700 + Math.random() * 1_500);
      await kill();
      expect(await faults()).toEqual([]);
      expect(await checkTrialBalance(database.pool)).toMatchObject({ isSound: true });
      await start();
    }
    await wait(500);
    stop.abort();
    const granted = (await Promise.all(lives)).flat();
    await expect
      .poll(async () => (await database.pool.query(openItems)).rows[0], { timeout: 60_000, interval: 500 })
      .toEqual({ withdrawals: 0n, deposits: 0n, plans: 0n });
    expect(await faults()).toEqual([]);
    expect(await checkTrialBalance(database.pool)).toMatchObject({ isSound: true });

    // Everything that was promised is there once, and nothing that nobody was promised.
    for (const [path, table] of [
      ['/Finance/withdraw', 'withdrawal'],
      ['/Exchange/shenqing', 'plan'],
    ] as const) {
      const promised = granted.filter((one) => one.path === path).map(({ id }) => id);
      const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} order by id`);
      expect(rows.map(({ id }) => id)).toEqual([...promised].sort());
      expect(promised.length).toBeGreaterThan(kills);
    }
    const { rows } = await database.pool.query<{ kind: string; count: bigint }>(
      'select kind, count(*) from ledger.transfers group by 1 order by 1',
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'depositConfirmed',
      'planPlaced',
      'planSettled',
      'withdrawalHeld',
      'withdrawalPaid',
      'withdrawalReturned',
      'yieldFunded',
    ]);
    const counts = rows.map(({ kind, count }) => `${count} ${kind}`).join(', ');
    process.stderr.write(`${kills} kills, ${granted.length} wishes granted, ${retries} asked again: ${counts}\n`);
  },
  60_000 + kills * 15_000,
);

const openItems = `select
  (select count(*) from withdrawal where state in ('requested', 'inReview', 'sent')) as withdrawals,
  (select count(*) from deposit where state in ('requested', 'seen')) as deposits,
  (select count(*) from plan where income is null) as plans`;
