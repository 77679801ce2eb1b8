import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';

/** What the server's role is refused where it goes around the product's own code. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const states = ['requested', 'inReview', 'sent', 'done', 'refused', 'cancelled'] as const;
type State = (typeof states)[number];

const next: Readonly<Record<State, readonly State[]>> = {
  requested: ['inReview', 'refused', 'cancelled'],
  inReview: ['sent', 'refused', 'cancelled'],
  sent: ['done', 'refused'],
  done: [],
  refused: [],
  cancelled: [],
};

/** How a withdrawal comes to that state. */
const ways: Readonly<Record<State, readonly State[]>> = {
  requested: [],
  inReview: ['inReview'],
  sent: ['inReview', 'sent'],
  done: ['inReview', 'sent', 'done'],
  refused: ['refused'],
  cancelled: ['cancelled'],
};

const request = (client: pg.ClientBase | pg.Pool, member: number, id: string, onlyOne = false) =>
  client.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
     values ($1, $2, 'address', 5, 0, 'there', sha256('there'), now(), now(), $3)`,
    [member, id, onlyOne],
  );

const move = (client: pg.ClientBase | pg.Pool, id: string, state: State) =>
  client.query(
    `update withdrawal set state = $2, reason = case when $2 = 'refused' then 'noDestination' end,
       sent_at = case when $2 = 'sent' then now() else sent_at end,
       ended_at = case when $2 in ('done', 'refused', 'cancelled') then now() end
     where id = $1`,
    [id, state],
  );

test('a withdrawal goes from its request over the review to the payout, one step at a time, and ends once', async () => {
  const client = await database.pool.connect();
  try {
    const taken: string[] = [];
    for (const from of states) {
      for (const to of states) {
        await client.query('begin');
        await request(client, 1, 'STEP');
        for (const state of ways[from]) await move(client, 'STEP', state);
        const refusal = await move(client, 'STEP', to).then(
          () => '',
          (error: Error) => error.message,
        );
        if (refusal === '') taken.push(`${from} ${to}`);
        else expect(refusal, `${from} ${to}`).toContain('never goes back');
        await client.query('rollback');
      }
    }
    expect(taken).toEqual(
      states.flatMap((from) => states.filter((to) => next[from].includes(to)).map((to) => `${from} ${to}`)),
    );
  } finally {
    client.release();
  }
});

test('a member who may have one in review has one until it is sent, whatever a statement asks', async () => {
  const another = () => request(database.pool, 2, 'SECOND', true);
  await request(database.pool, 2, 'FIRST', true);
  await request(database.pool, 3, 'OF ANOTHER', true);
  await expect(another()).rejects.toThrow('withdrawal_one_in_review');
  await move(database.pool, 'FIRST', 'inReview');
  await expect(another()).rejects.toThrow('withdrawal_one_in_review');
  await move(database.pool, 'FIRST', 'sent');
  await another();
});

test.each([
  ['refused without a reason', `state = 'refused', ended_at = now()`, 'withdrawal_check2'],
  [
    'cancelled for a reason to refuse',
    `state = 'cancelled', ended_at = now(), reason = 'noDestination'`,
    'withdrawal_check2',
  ],
  ['over at no time', `state = 'cancelled'`, 'withdrawal_check3'],
  ['in review and over', `state = 'inReview', ended_at = now()`, 'withdrawal_check3'],
])('no withdrawal is %s', async (_what, change, constraint) => {
  await request(database.pool, 4, constraint + change);
  const changing = database.pool.query(`update withdrawal set ${change} where id = $1`, [constraint + change]);
  await expect(changing).rejects.toThrow(`"${constraint}"`);
});

test('no withdrawal is sent at no time, none pays a fee above its amount, and none goes nowhere', async () => {
  await request(database.pool, 5, 'SENT');
  await move(database.pool, 'SENT', 'inReview');
  await expect(database.pool.query(`update withdrawal set state = 'sent' where id = 'SENT'`)).rejects.toThrow(
    '"withdrawal_check4"',
  );
  const asked = (amount: number, fee: number, destination: string) =>
    database.pool.query(
      `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
       values (5, 'ASKED', 'address', $1, $2, $3, sha256('there'), now(), now(), false)`,
      [amount, fee, destination],
    );
  await expect(asked(5, 6, 'there')).rejects.toThrow('"withdrawal_check"');
  await expect(asked(5, -1, 'there')).rejects.toThrow('"withdrawal_check"');
  await expect(asked(0, 0, 'there')).rejects.toThrow('"withdrawal_amount_check"');
  await expect(asked(5, 0, '')).rejects.toThrow('"withdrawal_destination_check"');
});
