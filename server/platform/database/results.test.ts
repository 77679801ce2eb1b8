import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverRole } from './database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Tables of money, of results and of what decides them: every column of theirs is looked at. */
const fixedTables =
  /^(ledger\.\w+|plan(_\w+)?|round_\w+|draw(_\w+)?|fairness_\w+|holding|funding(_\w+)?|disbursement(_\w+)?|donation|check_in|task_collected|team_reward|weight_entry|balance_tree(_\w+)?)$/;

/** Names of columns that hold a balance, a result or what decides one, in whichever table. */
const fixedColumns =
  /balance|result|outcome|income|interest|shortfall|digit|seed|beacon|prize|winnings|payout|odds|profit|weight|points|won/;

/** What the serving role may change of those, and why that is no way to choose a balance or a result. */
const changeable: Readonly<Record<string, string>> = {
  'ledger.balances.balance': 'by the trigger on postings: every other update is refused',
  'ledger.charity_received.amount': 'by the trigger on postings: every other update is refused',
  'holding.ended_at': 'once, when the holding ends',
  'holding.interest': 'once, when the holding ends, with the transfer that pays it',
  'holding.state': 'once, when the holding ends',
  'plan.income': 'once, by the settlement: a trigger takes what follows from the outcome of the plan’s group alone',
  'plan.settled_at': 'with the income',
  'plan.weight': 'with the income, by the published rules',
  'plan.weight_rule': 'with the income',
  'round_follow.done': 'counts the orders that were paid, forward only',
  'round_follow.end': 'once',
  'round_follow.ended_at': 'once',
  'round_follow.income': 'sum over the orders that were paid, with the payment of one',
  'round_follow.last_round': 'the newest order, forward only',
  'round_follow.placed': 'counts the orders, forward only',
  'round_order.income':
    'once, by the payment: a trigger takes what is lost, won or void by the recorded end of the round',
  'round_order.settled_at': 'with the income',
  'team_points.points': 'by the trigger on rewards: every other update is refused',
  'account_recovery.outcome': 'how the recovery of an account ended',
  'chain_transfer.outcome': 'whether a transfer on the chain was credited: the ledger knows its key',
  'content.seed': 'which text of this repository a content began as',
  'content_text.seed_hash': 'of the text that a content began as',
  'platform_count.income_paid': 'a count for the home page, recomputed from the plans',
  'platform_count.plans_won': 'a count for the home page, recomputed from the plans',
};

interface Column {
  readonly table: string;
  readonly name: string;
}

/** The columns of tables on which the serving role has that privilege. */
async function columnsWith(privilege: 'insert' | 'update'): Promise<Column[]> {
  const { rows } = await database.owner.query<Column>(
    `select format(case when n.nspname = 'public' then '%2$s' else '%1$s.%2$s' end, n.nspname, c.relname) as table, a.attname as name
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v') and n.nspname in ('public', 'ledger', 'market')
       and has_column_privilege($1, c.oid, a.attnum, $2)`,
    [serverRole, privilege],
  );
  return rows;
}

async function fixedButChangeable(): Promise<string[]> {
  const columns = await columnsWith('update');
  return columns
    .filter(({ table, name }) => fixedTables.test(table) || fixedColumns.test(name))
    .map(({ table, name }) => `${table}.${name}`)
    .sort();
}

test('of balances and results the server changes what the settlement writes, once, and nothing else', async () => {
  expect(await fixedButChangeable()).toEqual(Object.keys(changeable).sort());
});

test('a privilege to change a result, or what decides one, is noticed', async () => {
  const planted = ['plan_outcome.result', 'round_end.seed', 'draw.client_seed', 'ledger.postings.amount'];
  for (const column of planted) {
    const at = column.lastIndexOf('.');
    await database.owner.query(`grant update (${column.slice(at + 1)}) on ${column.slice(0, at)} to ${serverRole}`);
  }
  expect((await fixedButChangeable()).filter((column) => !(column in changeable))).toEqual(planted.toSorted());
  for (const column of planted) {
    const at = column.lastIndexOf('.');
    await database.owner.query(`revoke update (${column.slice(at + 1)}) on ${column.slice(0, at)} from ${serverRole}`);
  }
});

test('into the ledger the server inserts accounts, empty balances, transfers and postings, and deletes nothing', async () => {
  const inserted = new Set((await columnsWith('insert')).map(({ table }) => table));
  const ofLedger = [...inserted].filter((table) => table.startsWith('ledger.'));
  expect(ofLedger.sort()).toEqual(['ledger.accounts', 'ledger.balances', 'ledger.postings', 'ledger.transfers']);
  const { rows } = await database.owner.query(
    `select relname from pg_class where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p', 'v')
       and has_table_privilege($1, oid, 'delete, truncate, trigger')`,
    [serverRole],
  );
  expect(rows).toEqual([]);
});

/** Row triggers before or after the change, which no session can switch off, by table: bits of `pg_trigger.tgtype`. */
async function guardedFor(bit: 4 | 16): Promise<Set<string>> {
  const { rows } = await database.owner.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal and tgenabled = 'A' and tgtype & $1 <> 0`,
    [bit],
  );
  return new Set(rows.map(({ table }) => table));
}

test('what may be changed once has a guard against a second time, and what decides a result is guarded when it is written', async () => {
  const updates = await guardedFor(16);
  for (const table of ['ledger.balances', 'plan', 'round_order', 'round_follow'])
    expect(updates, table).toContain(table);
  const inserts = await guardedFor(4);
  const decisive = ['plan_outcome', 'round_closing', 'round_end', 'round_payment', 'draw', 'draw_reveal', 'funding'];
  for (const table of [...decisive, 'ledger.balances']) expect(inserts, table).toContain(table);
});

test('the functions that run with the owner’s rights erase a member’s personal part, and write no table of money or results', async () => {
  const { rows } = await database.owner.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'ledger'::regnamespace, 'market'::regnamespace) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['begin_deletion', 'erase_member', 'erase_member_notes']);
  const written = rows.flatMap(({ source }) =>
    [...source.matchAll(/\b(?:update|insert into|delete from)\s+([a-z_.]+)/g)].map(([, table = '']) => table),
  );
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((table) => fixedTables.test(table))).toEqual([]);
});
