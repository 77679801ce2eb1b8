import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { operatorFreezeEveryMs, recoveryFreezeMs } from '#core/recovery/rules.ts';
import { cancelReplacement as cancelCard } from '#server/features/bank-card/card-store.ts';
import { viewMember } from '#server/features/members/view-member.ts';
import { freezeRecovered } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { freezeMember } from '#server/features/security/freeze-member.ts';
import { unfreezeMember } from '#server/features/security/unfreeze-member.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { insertMember } from './member-row.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const by: Operator = { operator: 'sue', role: 'support', locale: 'en' };
const reason = 'asked by telephone';
const clock = { now: Date.now, wallNow: Date.now };
const acts = { record: async () => undefined, announce: async () => undefined };

const { database, ledger, tables } = await openForFile(async () => {
  const database = await createTestDatabase();
  await insertOperators(database.owner, { sue: 'support' });
  const ledger = openLedger({ pool: database.pool, clock });
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const close = async () => {
    await ledger.close();
    await database.drop();
  };
  return { database, ledger, tables, close };
});
const memberNumbers = numbersOf(randomBytes(32));
const world = { tables, memberNumbers, clock };
const recover = (member: bigint, until: number) =>
  tables.transaction().execute((transaction) => freezeRecovered(transaction, member, Date.now(), until));
const seen = async (member: bigint) => {
  const viewing = { database: tables, ledger, memberNumbers, wallNow: Date.now };
  return (await viewMember(viewing, memberNumbers.numberOf(member), by)).freeze;
};

test('an operator sees whose freeze it is: the member’s own, or that of a recovery', async () => {
  const [own, recovered] = [await insertMember(database), await insertMember(database)];
  await freezeAccount({ cancelCard, tables, acts, clock }, own);
  expect(await seen(own)).toMatchObject({ operator: null, byMember: true, holdsUntil: null });
  const until = Date.now() + recoveryFreezeMs;
  await recover(recovered, until);
  expect(await seen(recovered)).toMatchObject({ operator: null, byMember: false, holdsUntil: until });
});

test('the freeze of a recovery that took the place of an operator’s stays when that of another day is lifted', async () => {
  const member = await insertMember(database);
  const input = { member: memberNumbers.numberOf(member), reason };
  await freezeMember(world, input, by);
  await recover(member, Date.now() + recoveryFreezeMs);
  // Days later: its hold is over, and its member has not lifted it.
  await database.owner.query('alter table account_freeze disable trigger account_freeze_holds');
  await database.owner.query(`update account_freeze set holds_until = now() - interval '1 hour'`);
  await database.owner.query('alter table account_freeze enable always trigger account_freeze_holds');
  const later = { ...clock, wallNow: () => Date.now() + operatorFreezeEveryMs + 60_000 };
  await freezeMember({ ...world, clock: later }, input, by);
  expect(await seen(member)).toMatchObject({ operator: 'sue' });
  await unfreezeMember(world, input, by);
  expect(await seen(member)).toMatchObject({ operator: null });
});

test('a freeze that an earlier version left as nobody’s becomes the member’s own', async () => {
  const member = await insertMember(database);
  await freezeMember(world, { member: memberNumbers.numberOf(member), reason }, by);
  const { owner } = database;
  const freeze = async () => (await owner.query('select * from account_freeze where member_id = $1', [member])).rows;
  await owner.query('alter table account_freeze disable trigger account_freeze_holds');
  await owner.query('update account_freeze set held_by = null where member_id = $1', [member]);
  await owner.query('alter table account_freeze enable always trigger account_freeze_holds');
  const [nobodys] = await freeze();
  await owner.query(readFileSync('server/migrations/0154-freezes-of-recoveries.sql', 'utf8'));
  expect(await freeze()).toEqual([{ ...nobodys, by_member: true }]);
});
