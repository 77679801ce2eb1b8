import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageSize } from '#contract/fields.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { addMemberNote } from './add-member-note.ts';
import { listMemberActs } from './list-member-acts.ts';
import { listMemberNotes } from './list-member-notes.ts';
import { listMemberObjects } from './list-member-objects.ts';
import type { MembersDependencies } from './members-dependencies.ts';

const memberNumbers = numbersOf(randomBytes(32));
const sue: Operator = { operator: 'sue', role: 'support', locale: 'en' };
const tom: Operator = { operator: 'tom', role: 'support', locale: 'en' };
let database: TestDatabase;
let members: MembersDependencies;
let memberId: bigint;
let member: string;
/** What was asked of the features that have the objects. */
let asked: unknown[][];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertOperators(database.owner, { sue: 'support', tom: 'support' });
  members = {
    database: new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }),
    memberNumbers,
    wallNow: Date.now,
    listObjects: async (...given: unknown[]) => {
      asked.push(given);
      return [];
    },
  } as Partial<MembersDependencies> as MembersDependencies;
});
beforeEach(async () => {
  asked = [];
  memberId = await insertMember(database);
  member = memberNumbers.numberOf(memberId);
});
afterAll(() => database.drop());

const note = async (by: Operator, text: string, of = member) => await addMemberNote(members, { member: of, text }, by);

test('notes on a member are read the newest first, a page at a time, and the member sees each and that an operator looked', async () => {
  const other = memberNumbers.numberOf(await insertMember(database));
  const texts = Array.from({ length: pageSize + 2 }, (_, place) => `note ${place}`);
  const written = [];
  for (const text of texts) written.push(await note(sue, text));
  await note(tom, 'of another', other);
  const first = await listMemberNotes(members, { member }, tom);
  expect(first).toEqual(written.toReversed().slice(0, pageSize));
  expect(first[0]).toMatchObject({ operator: 'sue', role: 'support', text: texts.at(-1) });
  const rest = await listMemberNotes(members, { member, before: first.at(-1)?.id }, tom);
  expect(rest.map(({ text }) => text)).toEqual(['note 1', 'note 0']);
  const acts = await listMemberActs(members, { member }, sue);
  const done = acts.map(({ operator }) => `${operator?.operator} ${operator?.act}`);
  expect(acts).toHaveLength(pageSize);
  expect(done.slice(0, 3)).toEqual(['sue memberViewed', 'tom memberViewed', 'sue memberNoted']);
  const earlier = await listMemberActs(members, { member, before: acts.at(-1)?.id }, sue);
  expect(earlier.map(({ operator }) => operator?.act)).toEqual(Array.from({ length: 4 }, () => 'memberNoted'));
});

test('a note that is sent again under its id is the note that was kept, also twice at once; another one of the same words is not', async () => {
  const id = '0123456789abcdef';
  const send = (by: Operator, text: string, under = id) => addMemberNote(members, { member, text, id: under }, by);
  const [first, second] = await Promise.all([send(sue, 'Called, no answer'), send(sue, 'Called, no answer')]);
  expect(second).toEqual(first);
  expect(await send(sue, 'Called, no answer')).toEqual(first);
  const acts = await listMemberActs(members, { member }, tom);
  expect(acts.filter(({ operator }) => operator?.act === 'memberNoted')).toHaveLength(1);
  await send(tom, 'Called, no answer');
  await send(sue, 'Called again');
  await send(sue, 'Called, no answer', 'fedcba9876543210');
  await note(sue, 'Called, no answer');
  const notes = await listMemberNotes(members, { member }, tom);
  expect(notes.map(({ operator, text }) => `${operator} ${text}`)).toEqual([
    ...['sue Called, no answer', 'sue Called, no answer', 'sue Called again', 'tom Called, no answer'],
    'sue Called, no answer',
  ]);
  await expect(send({ ...sue, role: 'owner' }, 'Called, no answer')).rejects.toMatchObject({ code: 'notPermitted' });
});

test('what touched the account is listed with what an operator did, and of what the member did no operator is named', async () => {
  await database.owner.query(
    `insert into security_act (member_id, id, act, detail, at) values ($1, '0000000000000001', 'passkeyAdded', 'phone', to_timestamp(5))`,
    [memberId],
  );
  expect((await listMemberActs(members, { member }, tom)).at(-1)).toEqual({
    ...{ id: '0000000000000001', act: 'passkeyAdded', detail: 'phone', at: 5_000 },
    operator: null,
  });
});

test('objects of one kind are asked for from the newest, or the one before on, and that an operator looked is recorded', async () => {
  await listMemberObjects(members, { member, kind: 'plan' }, tom);
  await listMemberObjects(members, { member, kind: 'deposit', before: '0000000000000009' }, tom);
  expect(asked).toEqual([
    [memberId, 'plan', null],
    [memberId, 'deposit', '0000000000000009'],
  ]);
  const seen = await listMemberActs(members, { member }, sue);
  expect(seen.map(({ operator }) => `${operator?.operator} ${operator?.act}`)).toEqual([
    'sue memberViewed',
    'tom memberViewed',
  ]);
  const unknown = listMemberObjects(members, { member: '0'.repeat(16), kind: 'plan' }, tom);
  await expect(unknown).rejects.toMatchObject({ code: 'memberUnknown' });
});
