import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type KillableApp, openKillableApp, quietPort, until } from './killed-app.fixture.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { fundedMember } from './money-world.fixture.ts';
import type { Phone } from './phone.fixture.ts';

/** A round lasts ten seconds, two of them between closing and result. */
const clockSpeed = 30;
const bettors = 3;

let app: KillableApp;

beforeAll(async () => {
  app = await openKillableApp(await quietPort(), clockSpeed);
  await app.start();
});

afterAll(() => app?.close());

/** What a step waits for while the test holds a lock, and what shows that it has come there. */
interface Step {
  readonly name: string;
  readonly lock: string;
  readonly isUnderWay: string;
}

const waitsFor = (table: string): string =>
  `select count(*) as count from pg_locks where not granted and relation = '${table}'::regclass`;

const steps: readonly Step[] = [
  { name: 'closing', lock: 'lock table round_closing in share mode', isUnderWay: waitsFor('round_closing') },
  { name: 'revealing', lock: 'lock table round_end in share mode', isUnderWay: waitsFor('round_end') },
  {
    name: 'paying',
    // The order itself and not its member's accounts: closing waits for the orders that a member is placing.
    lock: 'select from round_order where income is null order by member_id desc limit 1 for update',
    isUnderWay: `select count(*) as count from round_end as e where exists (select from pg_locks where not granted)
      and not exists (select from round_payment as p where p.round_id = e.round_id)`,
  },
  {
    name: 'recording the payment',
    lock: 'lock table round_payment in share mode',
    isUnderWay: waitsFor('round_payment'),
  },
];

const victims = ['killApp', 'killDatabase'] as const;

test('an app or a database that is killed while a round closes, is revealed or is paid: each order is paid once', async () => {
  const phones = await Promise.all(
    Array.from({ length: bettors }, (_, place) => fundedMember(app.address, `rounds0${place}`)),
  );
  const lives = phones.map((phone, place) => new Bettor(phone, place));
  const over = Promise.all(lives.map((life) => life.live()));
  for (const step of steps) {
    for (const victim of victims) {
      await killedAt(step, victim);
      expect(await app.look(faultsIn), `${step.name}, ${victim}`).toEqual([]);
    }
  }
  for (const life of lives) life.isOver = true;
  await over;
  await until('orders were left open', async () => (await app.look(open)) === 0);
  expect(await app.look(faultsIn)).toEqual([]);
  const acknowledged = lives.flatMap(({ orders }) => orders);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  // Those that a follow placed by itself beside: its first order is acknowledged.
  const { rows } = await app.look((pool) =>
    pool.query<{ id: string }>(`select distinct on (member_id, coalesce(follow_id, id)) id from round_order
      order by member_id, coalesce(follow_id, id), round_id`),
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
  const { rows: ended } = await app.look((pool) => pool.query(endedRounds));
  expect(Number(ended[0]?.drawn)).toBeGreaterThan(0);
}, 600_000);

/** Holds the step where it is by a lock, kills the app or the database there, and starts what was killed again. */
async function killedAt(step: Step, victim: (typeof victims)[number]): Promise<void> {
  const holding = await app.connect();
  await until('no order is open', async () => (await app.look(open)) > 0);
  await until(`nothing of ${step.name} could be locked`, async () => {
    await holding.query('begin');
    const { command, rowCount } = await holding.query(step.lock);
    if (command === 'LOCK' || rowCount) return true;
    // What is open is a follow between two rounds.
    await holding.query('rollback');
    return false;
  });
  await until(`${step.name} never came to the lock`, async () => {
    const { rows } = await holding.query<{ count: string }>(step.isUnderWay);
    return Number(rows[0]?.count) > 0;
  });
  if (victim === 'killDatabase') return await app.killDatabase();
  // What the app has sent is still done where its process is dead: the lock is released after that.
  await app.killApp(() => holding.end());
  await app.start();
}

const open = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: bigint }>(`select
    (select count(*) from round_order where income is null) + (select count(*) from round_follow where "end" is null) as count`);
  return Number(rows[0]?.count);
};

const endedRounds = `select count(*) filter (where not is_void) as drawn from round_end join round_closing using (round_id) where orders > 0`;

const running = z.array(z.object({ id: z.int() }));
const placed = z.object({ id: z.string(), follow: z.nullable(z.string()) });

/** A member who bets in every round, follows and cancels, each request with its key until it gets a response. */
class Bettor {
  readonly orders: string[] = [];
  isOver = false;
  readonly #phone: Phone;
  readonly #place: number;
  #calls = 0;

  constructor(phone: Phone, place: number) {
    this.#phone = phone;
    this.#place = place;
  }

  async live(): Promise<void> {
    while (!this.isOver) {
      const [round] = running.safeParse((await this.#ask('/order/thblist', {})).info).data ?? [];
      if (!round) continue;
      const isFollow = this.#calls % 3 === 0;
      const { status, url } = await this.#ask('/order/tradeThb', {
        ...{ round: String(round.id), category: this.#calls % 2 === 0 ? 'big' : 'small', amount: '1' },
        ...(isFollow && { follow: '3' }),
      });
      if (status === 200) {
        const order = placed.parse(url);
        this.orders.push(order.id);
        if (order.follow !== null && this.#calls % 2 === 0) await this.#ask('/rounds/cancel', { follow: order.follow });
      }
      await wait(700);
    }
  }

  async #ask(path: string, fields: Readonly<Record<string, string>>): ReturnType<Phone['post']> {
    const key = { 'idempotency-key': `rounds-${this.#place}-${String(++this.#calls).padStart(8, '0')}` };
    for (;;) {
      const response = await this.#phone.post(path, fields, key).catch(() => null);
      if (response !== null && response.status < 500) return response;
      await wait(50);
    }
  }
}
