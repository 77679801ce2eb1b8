import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '#server/platform/database/grants.ts';

const root = resolve(import.meta.dirname, '../..');
const tables = Object.keys(grants).filter((table) => !table.startsWith('ledger.'));

/** Tables of a room below the features that write them: rows that every room refers to, or that are read below. */
const homes: Readonly<Record<string, string>> = {
  approval_decision: 'platform',
  card_key: 'platform',
  charity_cause: 'platform',
  member: 'platform',
  member_deletion: 'platform',
  milestone: 'rewards',
  operator: 'platform',
  operator_act: 'platform',
  product_change: 'platform',
  product_request: 'platform',
  sealed_root: 'platform',
  security_act: 'platform',
};

/** Rooms below the features: what is theirs every room above may read. */
const below = ['platform', 'rewards', 'market'];

/** Read by another room all the same, for the reason given in decision 32. */
const readers: Readonly<Record<string, readonly string[]>> = {
  account_freeze: ['features/limits', 'features/financing', 'features/withdrawals', 'features/members'],
  account_recovery: ['features/members'],
  authenticator: ['features/members'],
  balance_tree: ['platform'],
  bank_card: ['features/members'],
  check_in: ['rewards'],
  deposit: ['features/home'],
  donation: ['features/profile', 'rewards'],
  fairness_day: ['features/draws'],
  image: ['features/own-data'],
  loss_limit: ['features/members'],
  passkey: ['features/members'],
  plan: ['features/home', 'features/tasks', 'features/wallet', 'rewards'],
  plan_group: ['features/home', 'features/wallet'],
  plan_outcome: ['features/home', 'rewards'],
  self_exclusion: ['features/members'],
  session: ['features/members', 'features/notifications'],
  sign_in: ['features/members'],
  withdrawal_password: ['features/members'],
};

/** Of `server`: a feature, or a room beside the features. */
function roomOf(file: string): string {
  const [, room = '', feature = ''] = file.split('/');
  return room === 'features' ? `features/${feature}` : room;
}

const escaped = (table: string): string => table.replace('.', '\\.');
/** SQL, or a call of Kysely, that changes rows of the table. */
const writing = (table: string): RegExp =>
  new RegExp(
    `\\b(insert into|update|delete from) ${escaped(table)}\\b|(insertInto|updateTable|deleteFrom)\\('${escaped(table)}\\b`,
  );
const naming = (table: string): RegExp =>
  new RegExp(
    `\\b(from|join|using|into|update) (only )?${escaped(table)}\\b(?![.(])|\\w(From|Join|Into|Table)\\('${escaped(table)}\\b`,
  );

const withoutComments = (text: string): string => text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');

const modules = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|fixture)\.ts$|node_modules|\/database\/(grants|test-)|known-passwords/.test(file))
  .map((file) => ({ file, room: roomOf(file), text: withoutComments(readFileSync(join(root, file), 'utf8')) }));

const roomsWhere = (pattern: RegExp): string[] => [
  ...new Set(modules.filter(({ text }) => pattern.test(text)).map(({ room }) => room)),
];

/** Rooms that name a table which is neither theirs nor of a room below them. */
function strangersTo(table: string): string[] {
  const writers = roomsWhere(writing(table));
  const home = homes[table] ?? (writers.length === 1 ? writers[0] : undefined);
  if (home !== undefined && below.includes(home)) return [];
  return [...new Set([...writers, ...roomsWhere(naming(table))])].filter(
    (room) => room !== home && !readers[table]?.includes(room),
  );
}

/** Written by functions of the database alone. */
const writtenBySql: Readonly<Record<string, string>> = {
  support_message: 'features/support',
  support_reply: 'features/support',
  team_points: 'features/invitations',
  withdrawal_destination: 'features/withdrawals',
};

test('a table is named by the room that writes it, by those above it, and by the readers that a decision names', () => {
  expect(tables.length).toBeGreaterThan(80);
  const strangers = tables.flatMap((table) =>
    strangersTo(table)
      .filter((room) => room !== writtenBySql[table])
      .map((room) => `${room} names ${table}`),
  );
  expect(strangers).toEqual([]);
});

test('every exception is still one', () => {
  const unused = Object.entries(readers).flatMap(([table, rooms]) =>
    rooms.filter((room) => !roomsWhere(naming(table)).includes(room)).map((room) => `${room}: ${table}`),
  );
  expect(unused).toEqual([]);
  const decision = readdirSync(join(root, 'decisions')).find((file) => file.startsWith('0032-')) ?? '';
  const text = readFileSync(join(root, 'decisions', decision), 'utf8');
  expect(Object.keys({ ...readers, ...homes }).filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
});

test.each([
  'select 1 from plan where id = $1',
  'join plan as p on true',
  "tables.selectFrom('plan').selectAll()",
  "tables.innerJoin('plan as p', 'p.id', 'x')",
])('the search finds %s', (text) => {
  expect(naming('plan').test(text)).toBe(true);
});

test.each(['select 1 from plan_group', 'from plan(1)', 'the plan', "selectFrom('plans')"])(
  'the search passes over %s',
  (text) => {
    expect(naming('plan').test(text)).toBe(false);
  },
);
