import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { excludeMyself } from '#server/features/limits/exclude-myself.ts';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { liftExclusion } from '#server/features/limits/lift-exclusion.ts';
import { setLossLimit } from '#server/features/limits/set-loss-limit.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { openClock } from '#server/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { allowChangesWithoutHistory } from './history.fixture.ts';

/**
 * Waits that protect a member, on a database as in production: they pass by the database's own clock, whatever a node with the
 * serving role writes and at whatever speed the product clock runs.
 */
let database: TestDatabase;
const member = 1n;

beforeAll(async () => {
  database = await createTestDatabase({ realWaits: true });
  await addOperators(database.owner);
  await allowChangesWithoutHistory(database.owner);
  await database.owner.query(
    `insert into member (id, username, password_hash, locale, invitation_code, registration_proof, created_at)
     overriding system value
     values (1, 'Waiting1', '$argon2id$x', 'en', 'WAIT1', sha256('x'), now()), (2, 'Waiting2', '$argon2id$x', 'en', 'WAIT2', sha256('y'), now())`,
  );
  await database.pool.query('select ledger.open_member(1)');
  await database.pool.query(`
    insert into withdrawal_password (member_id, password_hash, set_at) values (1, '$argon2id$old', now());
    insert into withdrawal_password_reset values (1, '$argon2id$new', now(), now() + interval '24 hours');
    insert into bank_card values (1, 'CARD1', decode(repeat('00', 40), 'hex'), '1111', 'A bank', now(), now(), null),
      (1, 'CARD2', decode(repeat('00', 40), 'hex'), '2222', 'A bank', now(), now() + interval '24 hours', null),
      (1, 'CANCELLED', decode(repeat('00', 40), 'hex'), '5555', 'A bank', now(), now() + interval '24 hours', now());
    insert into member_guard values (1);
    insert into loss_limit values (1, 'day', 5, null, null, 'UTC', now()),
      (1, 'week', 5, 10, now() + interval '24 hours', 'UTC', now());
    insert into self_exclusion values (1, now(), now() + interval '30 days', null, now());
    insert into account_freeze values (1, now(), now() + interval '24 hours');
    insert into account_recovery (member_id, id, asked_at) values (1, 'RECOVERY1', now());
    insert into approval values ('recovery', '1.RECOVERY1', sha256('x'), 2, now(), null);
    insert into account_recovery (member_id, id, asked_at) values (2, 'RECOVERY3', now() - interval '80 hours');
    insert into approval values ('recovery', '2.RECOVERY3', sha256('x'), 2, now(), null)`);
  for (const reference of ['1.RECOVERY1', '2.RECOVERY3'])
    for (const operator of ['anna', 'bert']) await insertDecision(database.owner, 'recovery', reference, operator);
  await database.owner.query(
    `update account_recovery set approved_at = now(), takes_effect_at = now() + interval '72 hours' where member_id = 1`,
  );
});
afterAll(() => database.drop());

/** As a node writes whose clock is 73 hours ahead, or which is not honest. */
const attempts: readonly (readonly [what: string, statement: string])[] = [
  [
    'a recovery that takes effect',
    `update account_recovery set ended_at = now() + interval '73 hours', outcome = 'done' where member_id = 1`,
  ],
  [
    'a recovery that was asked for three days ago',
    `update account_recovery set approved_at = asked_at, takes_effect_at = asked_at + interval '72 hours' where member_id = 2`,
  ],
  [
    'a recovery that is approved and takes effect at once',
    `update account_recovery set approved_at = now(), takes_effect_at = now() + interval '72 hours',
       ended_at = now() + interval '73 hours', outcome = 'done' where member_id = 2`,
  ],
  [
    'a recovery with approvals from the start',
    `insert into account_recovery (member_id, id, asked_at, approved_at, takes_effect_at)
     values (1, 'RECOVERY2', now() - interval '80 hours', now() - interval '79 hours', now() - interval '7 hours')`,
  ],
  [
    'a recovery that is over from the start',
    `insert into account_recovery (member_id, id, asked_at, ended_at, outcome) values (1, 'RECOVERY2', now(), now(), 'cancelled')`,
  ],
  ['the end of the freeze after a recovery', 'delete from account_freeze where member_id = 1'],
  ['a freeze made shorter', 'update account_freeze set holds_until = now() where member_id = 1'],
  ['a freeze that no longer holds', 'update account_freeze set holds_until = null where member_id = 1'],
  ['the freeze of a recovery as an operator’s', `update account_freeze set held_by = 'anna' where member_id = 1`],
  [
    'a reset withdrawal password in use',
    `update withdrawal_password set password_hash = '$argon2id$new', set_at = now() + interval '25 hours' where member_id = 1`,
  ],
  [
    'a reset that was requested a day ago',
    `update withdrawal_password_reset set requested_at = now() - interval '25 hours', active_from = now() where member_id = 1`,
  ],
  [
    'a reset that waits for half an hour less than a day',
    `update withdrawal_password_reset set requested_at = now(), active_from = now() + interval '23 hours 30 minutes' where member_id = 1`,
  ],
  [
    'a card that waits for half an hour less than a day',
    `insert into bank_card values (1, 'CARD4', decode(repeat('00', 40), 'hex'), '4444', 'A bank',
       now(), now() + interval '23 hours 30 minutes', null)`,
  ],
  [
    'a card that replaces another at once',
    `insert into bank_card values (1, 'CARD3', decode(repeat('00', 40), 'hex'), '3333', 'A bank',
       now() - interval '25 hours', now() - interval '1 hour', null)`,
  ],
  [
    'a withdrawal to a card that waits',
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, card_id, requested_at, review_ends_at, only_one)
     values (1, 'W1', 'bank', 5, 0, '2222', sha256('2222'), 'CARD2', now() + interval '25 hours', now() + interval '26 hours', false)`,
  ],
  ['a cancelled card that takes effect', `update bank_card set cancelled_at = null where id = 'CANCELLED'`],
  ['a limit that waits and grows', `update loss_limit set next_amount = 11 where period = 'week'`],
  ['a limit that waits and becomes none', `update loss_limit set next_amount = null where period = 'week'`],
  ['a limit that was changed earlier', `update loss_limit set changed_at = changed_at - interval '1 hour'`],
  [
    'a looser limit that was asked for a day ago',
    `update loss_limit set next_amount = 500, next_at = now(), changed_at = now() where member_id = 1`,
  ],
  [
    'a looser limit in the name of tomorrow',
    `update loss_limit set amount = 500, changed_at = now() + interval '25 hours' where member_id = 1`,
  ],
  [
    'a looser limit after half an hour less than a day',
    `update loss_limit set next_amount = 500, next_at = now() + interval '23 hours 30 minutes', changed_at = now() where member_id = 1`,
  ],
  [
    'an exclusion that ends early after half an hour less than a day',
    `update self_exclusion set lifts_at = now() + interval '23 hours 30 minutes', changed_at = now() where member_id = 1`,
  ],
  [
    'an exclusion that ends early at once',
    `update self_exclusion set lifts_at = now() + interval '1 hour', changed_at = now() where member_id = 1`,
  ],
];

test.for(attempts)('the database refuses %s', async ([, statement]) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
});

test('a card in use is not cancelled', async () => {
  const cancelled = database.pool.query(`update bank_card set cancelled_at = now() where id = 'CARD1'`);
  await expect(cancelled).rejects.toMatchObject({ code: '23514' });
});

test('a card that waits stops no withdrawal to one in use', async () => {
  const { rowCount } = await database.pool.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, card_id, requested_at, review_ends_at, only_one)
     values (1, 'W2', 'bank', 5, 0, '1111', sha256('1111'), 'CARD1', now(), now(), false)`,
  );
  expect(rowCount).toBe(1);
});

test('of two first cards at the same moment one is bound', async () => {
  const bind = (client: Pick<TestDatabase['pool'], 'query'>, id: string) =>
    client.query(
      `insert into bank_card values (3, $1, decode(repeat('00', 40), 'hex'), '1111', 'A bank', now(), now(), null)`,
      [id],
    );
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await bind(client, 'ONE');
    const other = bind(database.pool, 'OTHER').then(
      () => 'bound',
      (error: Error) => error.message,
    );
    let isOver = false;
    void other.then(() => {
      isOver = true;
    });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => isOver || (await database.owner.query(waiting)).rowCount).toBeTruthy();
    await client.query('commit');
    // Where the other transaction began a moment later, its card is one that replaces another.
    expect(await other).toMatch(/bank_card_first/);
  } finally {
    client.release();
  }
});

test('a freeze that an operator holds ends when operators say so', async () => {
  await database.owner.query(`insert into account_freeze values (2, now(), now() + interval '24 hours', 'anna')`);
  const { rowCount } = await database.pool.query('delete from account_freeze where member_id = 2');
  expect(rowCount).toBe(1);
});

test('a product clock at 100,000 times the speed shortens no limit and no exclusion', async () => {
  const other = await createTestDatabase({ realWaits: true });
  const clock = await openClock(other.pool, { startMs: null, speed: 100_000 }, silentLog);
  const dependencies = {
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: other.pool }) }),
    acts: openSecurityActs({ publish: async () => undefined }, clock, silentSecurityLog),
    clock,
  };
  const owner = { memberId: member, timeZone: 'UTC' };
  await other.pool.query('select ledger.open_member(1)');
  await setLossLimit(dependencies, owner, { period: 'day', amount: usdt(5_000_000n) });
  const { lossLimits } = await setLossLimit(dependencies, owner, { period: 'day', amount: usdt(500_000_000n) });
  await excludeMyself(dependencies, owner, 7);
  await liftExclusion(dependencies, owner);
  const begun = clock.now();
  const threeDaysMs = 3 * 24 * 3_600_000;
  await expect.poll(() => clock.now() - begun).toBeGreaterThan(threeDaysMs);
  const after = await getLimits(dependencies, owner);
  expect(after.lossLimits[0]).toMatchObject({ amount: 5_000_000n, next: lossLimits[0]?.next });
  expect(after.exclusion?.liftsAt).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const { rows } = await other.pool.query(
    'select may_lose(1, 1, $1) as may, excluded_until(1, $1) is not null as excluded',
    [new Date(clock.now())],
  );
  expect(rows).toEqual([{ may: false, excluded: true }]);
  await clock.stop();
  await other.drop();
});
