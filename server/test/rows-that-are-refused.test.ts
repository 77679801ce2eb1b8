import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { insertMember } from './member-row.fixture.ts';
import { at, before, later, type Row, sound } from './sound-rows.fixture.ts';

/** Check constraints, foreign keys and unique keys, with all triggers disabled: which constraint rejects an invalid row. */
let database: TestDatabase;
let member: bigint;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  member = await insertMember(database);
  client = await database.owner.connect();
  await client.query('begin');
});
afterAll(async () => {
  await client.query('rollback');
  client.release();
  await database.drop();
});

async function insert(table: string, row: Row): Promise<string> {
  const text = `insert into ${table} (${Object.keys(row)}) values (${Object.values(row)})`;
  try {
    await client.query(text.replaceAll('$m', String(member)));
    return 'taken';
  } catch (error) {
    return String((error as pg.DatabaseError).constraint);
  }
}

/** Which constraint refuses the row; `taken` where none does. */
async function refusalOf(table: string, row: Row, ...earlier: readonly Row[]): Promise<string> {
  await client.query('savepoint start');
  try {
    await client.query(`alter table ${table} disable trigger user`);
    if (before[table]) await client.query(before[table].replaceAll('$m', String(member)));
    for (const one of earlier) expect(await insert(table, one)).toBe('taken');
    return await insert(table, row);
  } finally {
    await client.query('rollback to start');
  }
}

test.each(Object.entries(sound))('%s takes a row that is as it should be', async (table, row) => {
  expect(await refusalOf(table, row)).toBe('taken');
});

const null_ = 'null';
const ended = { ended_at: later };
/** A request of a product that has no amounts. */
const list = { minimum: null_, maximum: null_, daily_rate_ppm: null_, details: `'[1, 2, 3]'` };

const refused: readonly (readonly [what: string, table: string, change: Row])[] = [
  ['a freeze that an operator holds without an end', 'account_freeze', { held_by: `'anna'` }],
  ['a recovery that is approved and never takes effect', 'account_recovery', { approved_at: at }],
  [
    'a recovery that takes effect an hour early',
    'account_recovery',
    { approved_at: at, takes_effect_at: `${at} + interval '71 hours'` },
  ],
  [
    'a recovery that is done before it takes effect',
    'account_recovery',
    { approved_at: at, takes_effect_at: `${at} + interval '72 hours'`, ended_at: later, outcome: `'done'` },
  ],
  ['a recovery with a new password of no request', 'account_recovery', { password_hash: `'h'` }],
  ['a recovery by a request without its password', 'account_recovery', { request_id: `'Q'` }],
  ['a recovery that ends without an outcome', 'account_recovery', ended],
  ['the points of another weekday', 'check_in', { points: 5 }],
  ['a check-in after its day', 'check_in', { checked_in_at: later }],
  ['a confirmed deposit without a time', 'deposit', { state: `'confirmed'` }],
  ['a deposit of no amount', 'deposit', { amount: null_ }],
  ['a deposit with the reason of a refusal', 'deposit', { reason: `'belowMinimum'` }],
  [
    'a deposit of a chain that an operator refuses',
    'deposit',
    {
      ...{ state: `'rejected'`, reason: `'notReceived'`, reviewed_by: `'anna'`, reviewed_at: at },
      ...{ transfer: `'t'`, transaction_hash: `'x'`, arrived: 5 },
    },
  ],
  ['a refusal by nobody', 'deposit', { state: `'rejected'`, reason: `'notReceived'` }],
  ['a transfer that is lost and in a block', 'chain_transfer', { block_number: 1, block_hash: `'b'` }],
  ['a transfer that is lost and was never decided', 'chain_transfer', { outcome: null_ }],
  ['a disbursement of nothing', 'disbursement_request', { amount: 0 }],
  ['an entry of another day', 'draw', { day: 20459 }],
  ['more funds than a funding may be of', 'funding_request', { amount: 1_000_000_000_000_001 }],
  ['a holding with more interest than is reserved', 'holding', { state: `'redeemed'`, interest: 4, ...ended }],
  ['a holding that matured and gives less', 'holding', { state: `'matured'`, interest: 2, ...ended }],
  ['a holding that ended at no time', 'holding', { state: `'matured'`, interest: 3 }],
  ['what the charity holds in another account', 'ledger.postings', { from_account: -24, to_account: -32 }],
  ['points of the charity in another account', 'ledger.postings', { from_account: -23, to_account: -32 }],
  ['what the charity spent out of another account', 'ledger.postings', { to_account: -18 }],
  ['what the charity spent, back', 'ledger.postings', { from_account: -18, to_account: -24 }],
  ['points that the charity spent, back', 'ledger.postings', { from_account: -17, to_account: -23 }],
  ['a posting of the house under another shard', 'ledger.postings', { member_id: -2 }],
  ['a posting from one member to another', 'ledger.postings', { member_id: 1, from_account: 32, to_account: 64 }],
  ['a looser limit at no time', 'loss_limit', { next_amount: 6 }],
  ['a limit that waits and is tighter', 'loss_limit', { next_amount: 4, next_at: later }],
  ['a limit that waits and is the same', 'loss_limit', { next_amount: 5, next_at: later }],
  ['a candle that closed above its high', 'market.exchange_candles', { close: 5 }],
  ['a candle that opened below its low', 'market.exchange_candles', { open: 0.5 }],
  ['a candle without a highest price', 'market.exchange_candles', { high: `'infinity'` }],
  ['a candle amid a minute', 'market.exchange_candles', { open_time_ms: 60_001 }],
  ['a member’s name of 21 letters', 'member', { username: `'ABCDEFghij0123456789x'` }],
  ['a member’s name of five letters', 'member', { username: `'ABCde'` }],
  ['a milestone that is rewarded before it is reached', 'milestone', { rewarded_at: `${at} - interval '1 second'` }],
  ['an operator’s session of a whole day', 'operator_session', { expires_at: `${at} + interval '24 hours'` }],
  ['a plan that loses more than its amount', 'plan', { income: -6, settled_at: later }],
  ['a plan that risks more than its amount', 'plan', { at_risk: 6 }],
  ['a plan that is settled at no time', 'plan', { income: 1 }],
  ['a plan that runs and earns weight', 'plan', { weight: 10, weight_rule: 1 }],
  ['a plan that earns more weight', 'plan', { income: 1, settled_at: later, weight: 11, weight_rule: 1 }],
  ['a rate of more than a thousandth a day', 'product_request', { daily_rate_ppm: 1_001 }],
  ['a level with a rate', 'product_request', { kind: `'level'`, item: `'2'` }],
  [
    'the first level, closed',
    'product_request',
    { kind: `'level'`, item: `'1'`, is_open: 'false', daily_rate_ppm: null_ },
  ],
  ['the weight bands of three levels', 'product_request', { ...list, kind: `'bands'`, item: `'levels'` }],
  [
    'the daily draw, closed',
    'product_request',
    { ...list, kind: `'prizes'`, item: `'daily'`, is_open: 'false', details: `'[1, 2, 3, 4]'` },
  ],
  ['bounds that are no bounds', 'product_request', { minimum: 3_000_000, maximum: 2_000_000 }],
  ['a limit of losses below one stake', 'round_follow', { loss_limit: 4 }],
  ['a follow with more rounds done than placed', 'round_follow', { done: 3 }],
  ['a follow with more rounds placed than it has', 'round_follow', { placed: 4 }],
  ['a follow of more than a day', 'round_follow', { rounds: 289 }],
  ['a follow that ended at no time', 'round_follow', { '"end"': `'won'` }],
  ['an order that wins more than it may', 'round_order', { income: 7, settled_at: later }],
  ['an order that loses more than its stake', 'round_order', { income: -6, settled_at: later }],
  ['an exclusion that is lifted at its end', 'self_exclusion', { lifts_at: later }],
  ['an exclusion that ends as it begins', 'self_exclusion', { ends_at: at }],
  ['stars for a conversation that runs', 'support_conversation', { stars: 5 }],
  ['a conversation that runs and was left waiting', 'support_conversation', { waited_since: at }],
  ['an answer by nobody', 'support_message', { operator: null_ }],
  ['a message of a member with an operator', 'support_message', { author: `'member'` }],
  ['help texts from an operator', 'support_message', { articles: `'{one}'` }],
  ['a closed chat that waits', 'support_chat', { waiting_since: at }],
  ['a closed chat that is assigned', 'support_chat', { assigned_to: `'anna'` }],
  ['a chat that is read further than it goes', 'support_chat', { read_through: 1 }],
  ['a third inviter without a second', 'team_place', { inviter_2: null_, inviter_3: -3 }],
  ['an inviter who came later', 'team_place', { inviter_1: '$m' }],
  ['a task that is collected before its act', 'task_collected', { collected_at: `${at} - interval '1 second'` }],
  ['the hundred and first entry of the envelope', 'weight_entry', { reference: `'101'` }],
  ['a fee of more than the amount', 'withdrawal', { fee: 6 }],
  ['a withdrawal that is done and was never sent', 'withdrawal', { state: `'done'`, ended_at: later }],
  ['a withdrawal that is cancelled at no time', 'withdrawal', { state: `'cancelled'` }],
  ['a withdrawal that is refused for no reason', 'withdrawal', { state: `'refused'`, ended_at: later }],
  ['a withdrawal to a card that is none', 'withdrawal', { method: `'bank'` }],
];

test.each(refused)('%s is refused', async (_what, table, change) => {
  expect(await refusalOf(table, { ...sound[table], ...change })).toMatch(
    /_check\d*$|_day$|^refused_by|_published$|_bounded$|_rate$|_bands$|_prizes$|^charity_only|^spent_|^one_member/,
  );
});

const noon = `${at} + interval '1 day'`;
const dayEnd = `${later} + interval '1 day'`;
const nextDay = { member_day: `'2026-01-06'`, ends_at: dayEnd };

const once: readonly (readonly [what: string, table: string, change: Row, constraint: string])[] = [
  [
    'a second statement of an hour',
    'balance_tree',
    { id: 2, previous: `sha256('d')`, digest: `sha256('e')` },
    'balance_tree_hour_key',
  ],
  [
    'a second statement after one',
    'balance_tree',
    { id: 2, hour: later, digest: `sha256('e')` },
    'balance_tree_previous_key',
  ],
  ['one picture twice while it waits', 'image', { id: `'I2'` }, 'image_waiting_once'],
  ['a second open recovery', 'account_recovery', { id: `'R2'` }, 'account_recovery_open'],
  ['a second entry for one act', 'draw', { id: `'E2'`, ...nextDay, day: 20459, drawn_at: noon }, 'draw_act_once'],
  ['a second entry of its kind on one day', 'draw', { id: `'E2'`, entry: 2, subject: `'G2'` }, 'draw_kind_once'],
  [
    'a second task for one act',
    'task_collected',
    { day: `'2026-01-06'`, acted_at: noon, collected_at: noon, ends_at: dayEnd },
    'task_collected_member_id_task_subject_key',
  ],
  ['a second task on one day', 'task_collected', { subject: `'G2'` }, 'task_collected_pkey'],
];

test.each(once)('%s is refused', async (_what, table, change, constraint) => {
  expect(await refusalOf(table, { ...sound[table], ...change }, sound[table] ?? {})).toBe(constraint);
});
