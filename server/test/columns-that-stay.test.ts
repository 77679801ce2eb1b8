import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { allowChangesWithoutHistory } from './history.fixture.ts';
import { insertMember } from './member-row.fixture.ts';

/** Rows that are written in steps: which of their columns the step may change, by any role. */
let database: TestDatabase;
let member: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  await allowChangesWithoutHistory(database.owner);
  member = await insertMember(database);
});
afterAll(() => database.drop());

interface Stepped {
  /** Inserts a row of the member `$1`. */
  readonly insert: string;
  /** A step that is taken; null where columns may change at any time. */
  readonly step: string | null;
  /** What refuses a change of the other columns. */
  readonly guard: RegExp;
  readonly free: readonly string[];
}

const stepped: Readonly<Record<string, Stepped>> = {
  withdrawal: {
    insert: `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
      values ($1, 'W', 'address', 5, 1, 'there', sha256('there'), now(), now(), false)`,
    step: `state = 'inReview'`,
    guard: /a withdrawal is never deleted, never changed/,
    free: ['state', 'reason', 'sent_at', 'ended_at'],
  },
  deposit: {
    insert: `insert into deposit (member_id, id, channel, amount, address, requested_at, request_key, input_hash, state, arrived, transfer, transaction_hash)
      values ($1, 'D', 'sandbox', 5, 'there', now(), 'key', 'hash', 'seen', 5, 'transfer', 'transaction')`,
    step: null,
    guard: /a deposit is never deleted, and never changed/,
    free: ['state', 'confirmations', 'confirmed_at', 'arrived', 'reason', 'image_id', 'reviewed_at', 'reviewed_by'],
  },
  holding: {
    insert: `insert into holding (member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at)
      values ($1, 'H', 'p', 7, 10, 50, 5, 1, now(), now())`,
    step: `state = 'matured', interest = 1, ended_at = now()`,
    guard: /a holding is never deleted/,
    free: ['state', 'interest', 'ended_at'],
  },
  plan: {
    insert: `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at) values ($1, 'P', 1, 1, 5, 1, now())`,
    step: 'income = 1, settled_at = now()',
    guard: /rows of plan are never changed/,
    free: ['income', 'settled_at', 'weight', 'weight_rule'],
  },
  round_order: {
    insert: `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
      values ($1, 'O', 7, 'big', 5, 5, sha256('salt'), now())`,
    step: 'income = 0, settled_at = now()',
    guard: /rows of round_order change only as/,
    free: ['income', 'settled_at'],
  },
  round_follow: {
    insert: `insert into round_follow (member_id, id, category, stake, winnings, rounds, stop_on_win, loss_limit, placed_at, last_round)
      values ($1, 'F', 'big', 5, 5, 3, false, 50, now(), 7)`,
    step: 'placed = 2, last_round = 8',
    guard: /rows of round_follow change only as/,
    free: ['last_round', 'placed', 'done', 'income', 'end', 'ended_at'],
  },
  bank_card: {
    insert: `insert into bank_card (member_id, id, sealed, last_four, bank_name, bound_at, active_from)
      values ($1, 'C', decode(repeat('00', 40), 'hex'), '1234', 'bank', now(), now() + interval '1 day')`,
    step: 'cancelled_at = now()',
    guard: /rows of bank_card are never changed/,
    // Sealed again with a newer key, by the owner of the tables.
    free: ['sealed', 'cancelled_at'],
  },
  account_recovery: {
    insert: `insert into account_recovery (member_id, id, asked_at, request_id, password_hash) values ($1, 'R', now(), 'Q', 'hash')`,
    step: `ended_at = now(), outcome = 'refused'`,
    guard: /a recovery is never changed once it is over/,
    free: ['approved_at', 'takes_effect_at', 'ended_at', 'outcome'],
  },
  chain_transfer: {
    insert: `with chain as (insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
        values (31337, '', '', 6, 0, 0, ''))
      insert into chain_transfer (member_id, chain_id, transaction_hash, place, address, amount, block_number, block_hash, outcome)
      values ($1, 31337, 'transaction', 0, 'there', 5, 1, 'block', 'credited')`,
    step: null,
    guard: /a transfer of a chain is never deleted/,
    free: ['block_number', 'block_hash', 'lost_at'],
  },
  milestone: {
    insert: `with act as (insert into member_act (member_id, kind, subject, acted_at) values ($1, 'helpRead', 'text', now()))
      insert into milestone (member_id, kind, reached_at) values ($1, 'firstResult', now())`,
    step: 'rewarded_at = now()',
    guard: /a milestone is rewarded once/,
    free: ['rewarded_at'],
  },
};

/** An expression for another value of a column of that type. */
const others: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `not coalesce(${column}, false)`,
  bytea: (column) => `sha256(coalesce(${column}, ''))`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 second'`,
};

async function refusal(client: pg.ClientBase, sql: string): Promise<string> {
  await client.query('savepoint before');
  const message = await client.query(sql).then(
    () => 'taken',
    (error: Error) => error.message,
  );
  await client.query('rollback to before');
  return message;
}

test.each(Object.entries(stepped))('%s: a step changes what it is for, and nothing else', async (table, of) => {
  const { rows: columns } = await database.owner.query<{ name: string; type: string }>(
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
    [table],
  );
  expect(columns.length).toBeGreaterThan(3);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query(of.insert, [member]);
    const assigned = (of.step ?? '').split(', ').map((one) => one.split(' =')[0]);
    const kept: string[] = [];
    for (const { name, type } of columns) {
      const change = `"${name}" = ${others[type]?.(`"${name}"`)}`;
      const step = assigned.includes(name) || of.step === null ? [] : [of.step];
      if (of.guard.test(await refusal(client, `update ${table} set ${[...step, change].join(', ')}`))) kept.push(name);
    }
    const wanted = columns.map(({ name }) => name).filter((name) => !of.free.includes(name));
    expect(kept.filter((name) => !assigned.includes(name)).toSorted()).toEqual(wanted.toSorted());
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('who invited a member, and the own code, stay', async () => {
  const invited = await insertMember(database, 'UTC', member);
  for (const change of ['invited_by = null', 'invited_by = id - 2', `invitation_code = 'ANOTHER'`]) {
    const changing = database.owner.query(`update member set ${change} where id = $1`, [invited]);
    await expect(changing, change).rejects.toThrow('an invitation stays what it was');
  }
});

test('what a follow has counted never goes back', async () => {
  await database.owner.query(
    `insert into round_follow (member_id, id, category, stake, winnings, rounds, stop_on_win, placed_at, last_round, placed, done)
     values ($1, 'COUNTED', 'big', 5, 5, 5, false, now(), 9, 3, 2)`,
    [member],
  );
  for (const change of ['placed = 2', 'done = 1', 'last_round = 8']) {
    const back = database.owner.query(`update round_follow set ${change} where id = 'COUNTED'`);
    await expect(back, change).rejects.toThrow('rows of round_follow change only as their round goes on');
  }
  // What is placed of one that has ended is still done, and nothing more is placed.
  await database.owner.query(`update round_follow set "end" = 'cancelled', ended_at = now() where id = 'COUNTED'`);
  for (const change of ['placed = 4, last_round = 10', `"end" = 'won'`, `"end" = null, ended_at = null`]) {
    const on = database.owner.query(`update round_follow set ${change} where id = 'COUNTED'`);
    await expect(on, change).rejects.toThrow('rows of round_follow change only as their round goes on');
  }
  await database.owner.query(`update round_follow set done = 3 where id = 'COUNTED'`);
});

test.each([
  ['fairness_chain', 'a commitment is never changed'],
  ['market.replay_starts', 'plans are bound to the place of a recording'],
])('%s: only what is sealed is sealed again, by the owner of the tables', async (table, refusing) => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  expect(rows).toContainEqual({ name: 'commitment' });
  for (const { name } of rows) {
    const changing = database.owner.query(`update ${table} set "${name}" = "${name}"`);
    if (name === 'sealed_seed') await changing;
    else await expect(changing, name).rejects.toThrow(refusing);
  }
});

test('a deposit that has ended stays as it ended', async () => {
  const client = await database.owner.connect();
  const states = { requested: '', seen: '', confirmed: ', confirmed_at = now()', rejected: '' };
  try {
    for (const ended of ['confirmed', 'rejected'] as const) {
      await client.query('begin');
      await client.query(stepped.deposit?.insert ?? '', [member]);
      await client.query(`update deposit set state = '${ended}'${states[ended]}`);
      for (const [state, more] of Object.entries(states)) {
        const changed = `update deposit set state = '${state}'${more}`;
        expect(await refusal(client, changed), `${ended} ${state}`).toMatch(stepped.deposit?.guard ?? /never/);
      }
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});

test('an address of a chain is one member’s', async () => {
  await database.owner.query(
    `insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
     values (31338, '', '', 6, 0, 0, '')`,
  );
  const give = (to: bigint) =>
    database.pool.query(`insert into deposit_address values ($1, 31338, '0xaddress', 'account', 0)`, [to]);
  await give(member);
  await expect(give(member + 1n)).rejects.toThrow('deposit_address_chain_id_address_key');
});

test('a holding that matured gives all of its interest, and one that ended early no more than that', async () => {
  const client = await database.owner.connect();
  const end = (state: string, interest: number) =>
    refusal(client, `update holding set state = '${state}', interest = ${interest}, ended_at = now()`);
  try {
    await client.query('begin');
    await client.query((stepped.holding?.insert ?? '').replace('5, 1, now(), now())', '5, 3, now(), now())'), [member]);
    expect(await end('matured', 2)).toContain('holding_check3');
    expect(await end('matured', 4)).toContain('holding_check');
    expect(await end('redeemed', 4)).toContain('holding_check');
    expect([await end('matured', 3), await end('redeemed', 2)]).toEqual(['taken', 'taken']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a milestone is rewarded once', async () => {
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query(stepped.milestone?.insert ?? '', [member]);
    await client.query('update milestone set rewarded_at = now()');
    expect(await refusal(client, `update milestone set rewarded_at = now() + interval '1 day'`)).toMatch(
      /a milestone is rewarded once/,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});
