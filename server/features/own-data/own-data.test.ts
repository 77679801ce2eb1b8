import { setTimeout as delay } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberLedgerTables } from '#server/ledger/member-ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { imageOf, imageWorld } from '#server/test/image-world.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { loginPassword, Phone } from '#server/test/phone.fixture.ts';
import { withOwnData } from './collect-own-data.ts';
import { actOfTicket, ticketMs, ticketOf } from './export-ticket.ts';
import { openOwnData } from './own-data-feature.ts';
import { csvOf } from './own-data-file.ts';
import { exportedTables, ownTables } from './own-data-tables.ts';

const world = imageWorld();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** The columns of all tables of the product, views left out. */
async function columns(): Promise<Column[]> {
  const { rows } = await database.owner.query<Column>(`
    select case c.table_schema when 'public' then c.table_name else c.table_schema || '.' || c.table_name end as table,
      c.column_name as column, c.data_type as type
    from information_schema.columns as c
    join information_schema.tables as t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'ledger', 'market')`);
  return rows;
}

/** A column that says which member a row is about. */
const isMember = ({ table, column }: Column): boolean =>
  /(^|_)member(_id)?$|^inviter_id$/.test(column) || (table === 'member' && column === 'id');

test('every table with rows about a member says what is exported, what a deletion erases, and why the rest is kept', async () => {
  const all = await columns();
  const about = [...new Set(all.filter(isMember).map(({ table }) => table))];
  expect(about.length).toBeGreaterThan(40);
  const named = Object.keys(ownTables);
  expect(about.filter((table) => !named.includes(table))).toEqual([]);
  expect(named.filter((table) => !about.includes(table))).toEqual([]);
  const ofLedger = named.filter((table) => table.startsWith('ledger.'));
  expect([...ofLedger, 'ledger.transfers'].sort()).toEqual([...memberLedgerTables].sort());
  const unexported = Object.entries(ownTables).flatMap(([table, one]) => (one.unexported === undefined ? [] : table));
  expect(unexported).toContain('member_guard');
  const left = [...ofLedger, ...unexported];
  expect(Object.keys(exportedTables)).toEqual(named.filter((table) => !left.includes(table)));
  for (const [table, { erased, kept }] of Object.entries(ownTables)) {
    expect([table, erased === 'rows' ? kept === undefined : (kept ?? '').length > 10]).toEqual([table, true]);
    const names = all.filter((one) => one.table === table).map(({ column }) => column);
    expect([table, erased === 'rows' ? [] : erased.filter((name) => !names.includes(name))]).toEqual([table, []]);
  }
});

/** Bytes that open nothing: they are published, or belong to the member's own proofs. */
const harmless = ['round_order.salt', 'draw_client_seed.seed', 'draw.client_seed'];

test('no hash, key or secret of any table is among what is exported, nor other people', async () => {
  const kept = (await columns()).filter(({ table, column }) => {
    const exported = exportedTables[table];
    return exported !== undefined && !exported.without?.includes(column);
  });
  const suspicious = kept.filter(
    ({ column, type }) => type === 'bytea' || /hash|sealed|secret|token|password|_key$|^auth$|seed/.test(column),
  );
  const allowed = [
    ...harmless,
    'deposit.request_key',
    'deposit.transaction_hash',
    'chain_transfer.transaction_hash',
    'chain_transfer.block_hash',
  ];
  expect(suspicious.map(({ table, column }) => `${table}.${column}`).filter((name) => !allowed.includes(name))).toEqual(
    [],
  );
  // Nor the name of an operator, or another member's number: the inviter of these points is the member.
  const ofOthers = kept.filter(({ column }) =>
    /operator$|^(assigned_to|(reviewed|held|invited)_by|inviter_.*)$/.test(column),
  );
  expect(ofOthers.map(({ table, column }) => `${table}.${column}`)).toEqual(['team_points.inviter_id']);
  // Of an operator's act the words that were said of it, not what the log keeps beside them: networks, ids, other operators.
  const ofActs = kept.flatMap(({ table, column }) => (table === 'operator_act' ? column : []));
  expect(ofActs.toSorted()).toEqual(['about', 'act', 'at', 'id', 'member_id', 'reason', 'role']);
  for (const [table, { without = [] }] of Object.entries(exportedTables)) {
    const names = (await columns()).filter((one) => one.table === table).map(({ column }) => column);
    expect([table, without.filter((name) => !names.includes(name))]).toEqual([table, []]);
  }
});

const own = (phone: Phone, login: string) => phone.post('/account/export', { login });

test('a member exports everything with the password, and nothing without it', async () => {
  const { phone, stranger } = world;
  const image = await imageOf(phone, 5);
  await phone.post('/User/upinfo', { nickname: '=HYPERLINK' }).catch(() => undefined);
  await phone.post('/chat/send', { id: 'a'.repeat(32), text: '=cmd|calc, "quoted"', image });
  expect((await own(phone, 'wrong99owl')).code).toBe('oldPasswordWrong');
  expect((await phone.post('/account/export', {})).code).toBe('loginPasswordNeeded');
  const { url } = await own(phone, loginPassword);
  const { ticket } = url as { ticket: string };
  expect((await stranger.file(`/account/export/${ticket}`)).status).toBe(404);
  expect((await new Phone(world.address).file(`/account/export/${ticket}`)).status).toBe(401);
  expect((await phone.file(`/account/export/${ticket.replace(/.$/, 'x')}`)).status).toBe(404);
  const response = await phone.file(`/account/export/${ticket}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const json = (name: string) => JSON.parse(strFromU8(files[`json/${name}.json`] ?? new Uint8Array()));
  expect(json('member')).toMatchObject([{ username: 'pictures1' }]);
  expect(json('support_message')).toMatchObject([{ text: '=cmd|calc, "quoted"' }, { author: 'automatic' }]);
  expect(strFromU8(files['csv/support_message.csv'] ?? new Uint8Array())).toContain(`"'=cmd|calc, ""quoted"""`);
  expect(files[`images/${image}.webp`]?.subarray(8, 12)).toEqual(new TextEncoder().encode('WEBP'));
  for (const table of [...Object.keys(exportedTables), ...memberLedgerTables]) {
    expect(Object.keys(files)).toEqual(expect.arrayContaining([`json/${table}.json`, `csv/${table}.csv`]));
  }
  const all = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(all).not.toContain('argon2');
  expect(all).not.toContain('pictures2');
});

test('a ticket is one member’s, for minutes, of one act, and cannot be made longer', () => {
  const key = Buffer.alloc(32, 1);
  const now = Date.now();
  const act = '1M8ABFWB8QBPSNAW';
  const ticket = ticketOf(key, 7n, now + ticketMs, act);
  expect(actOfTicket(key, 7n, ticket, now)).toBe(act);
  expect(actOfTicket(key, 8n, ticket, now)).toBeNull();
  expect(actOfTicket(key, 7n, ticket, now + ticketMs)).toBeNull();
  const later = ticket.replace(String(now + ticketMs), String(now + ticketMs + 1));
  expect(actOfTicket(key, 7n, later, now + 1)).toBeNull();
  expect(actOfTicket(key, 7n, ticket.replace(act, '1M8ABFWB8QBPSNAX'), now)).toBeNull();
  expect(actOfTicket(Buffer.alloc(32, 2), 7n, ticket, now)).toBeNull();
  expect(actOfTicket(key, 7n, ticketOf(key, 7n, now + 10 * ticketMs, act), now)).toBeNull();
});

/** A node whose files are downloaded with tickets of the test’s making. */
function openNode(pool: Pick<typeof database.pool, 'connect'> = database.pool) {
  const secretKey = Buffer.alloc(32, 5);
  const announced: string[] = [];
  const acts = { announce: async (_: bigint, act: string) => void announced.push(act) };
  const clock = { now: () => Date.now() };
  const { files = [] } = openOwnData({
    pool,
    secretKeys: { newest: secretKey },
    wallNow: Date.now,
    clock,
    acts,
  } as never);
  const ticketFor = (memberId: bigint) =>
    ticketOf(keyFor('export tickets', secretKey), memberId, Date.now() + ticketMs / 2, newPublicId(Date.now()));
  const fetchWith = async (memberId: bigint, ticket: string) => {
    const [file] = files;
    const found = file && 'read' in file ? await file.read(memberId, ticket) : null;
    return found && 'stream' in found ? found.stream : null;
  };
  return { announced, ticketFor, fetchWith };
}

test('a member’s newest download is the only one that takes up disk', async () => {
  const { fetchWith, ticketFor } = openNode();
  const [one, other] = [await insertMember(database), await insertMember(database)];
  const download = async (memberId: bigint) => {
    const stream = await fetchWith(memberId, ticketFor(memberId));
    if (!stream) throw new Error('no stream');
    return stream;
  };
  const [first, others, second] = [await download(one), await download(other), await download(one)];
  expect([first, others, second].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  for (const stream of [others, second]) stream.destroy();
});

test('a ticket is good once, on any node, and its use is an act that the member sees', async () => {
  const nodes = [openNode(), openNode()] as const;
  const memberId = await insertMember(database);
  const ticket = nodes[0].ticketFor(memberId);
  const found = await Promise.all(nodes.map(({ fetchWith }) => fetchWith(memberId, ticket)));
  expect(found.filter((stream) => stream !== null)).toHaveLength(1);
  for (const { fetchWith } of nodes) expect(await fetchWith(memberId, ticket)).toBeNull();
  const { rows } = await database.pool.query('select act from security_act where member_id = $1', [memberId]);
  expect(rows).toEqual([{ act: 'ownDataExported' }]);
  expect(nodes.flatMap(({ announced }) => announced)).toEqual(['ownDataExported']);
  for (const stream of found) stream?.destroy();
});

test('a use stands where it happened among the acts: what was read up to another act that came after the ticket does not cover it', async () => {
  const { fetchWith, ticketFor } = openNode();
  const memberId = await insertMember(database);
  const ticket = ticketFor(memberId);
  await delay(5);
  const between = newPublicId(Date.now());
  await delay(5);
  (await fetchWith(memberId, ticket))?.destroy();
  const { rows } = await database.pool.query('select act from security_act where member_id = $1 and id > $2', [
    memberId,
    between,
  ]);
  expect(rows).toEqual([{ act: 'ownDataExported' }]);
  expect(await fetchWith(memberId, ticket)).toBeNull();
});

test('its owner is told of a use whose file could not be built, as it stands among the acts', async () => {
  let connections = 1;
  const connect = async () => {
    if (connections-- === 0) throw new Error('cut off');
    return await database.pool.connect();
  };
  const { announced, ticketFor, fetchWith } = openNode({ connect } as typeof database.pool);
  const memberId = await insertMember(database);
  await expect(fetchWith(memberId, ticketFor(memberId))).rejects.toThrow('cut off');
  const { rows } = await database.pool.query('select act from security_act where member_id = $1', [memberId]);
  expect(rows).toEqual([{ act: 'ownDataExported' }]);
  expect(announced).toEqual(['ownDataExported']);
});

test('a member who asks again and again takes one place of the queue, and the others get theirs', async () => {
  const { fetchWith, ticketFor } = openNode();
  const busy = await insertMember(database);
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => fetchWith(busy, ticketFor(busy))));
  const others = await Promise.all(Array.from({ length: 8 }, () => insertMember(database)));
  const served = await Promise.all(others.map((memberId) => fetchWith(memberId, ticketFor(memberId))));
  expect(served.every((stream) => stream !== null)).toBe(true);
  const outcomes = await asked;
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused[0]).toMatchObject({ reason: { code: 'requestInProgress' } });
  for (const stream of served) stream?.destroy();
  for (const one of outcomes) if (one.status === 'fulfilled') one.value?.destroy();
});

test('the file is of one moment, whatever changes while it is read', async () => {
  const memberId = await insertMember(database);
  const read = await withOwnData(database.pool, memberId, async (ownData) => {
    const nicknames = async () => {
      const found: unknown[] = [];
      for await (const { rows } of ownData.pagesOf('member')) found.push(...rows.map(({ nickname }) => nickname));
      return found;
    };
    const before = await nicknames();
    await database.owner.query(`update member set nickname = 'changed' where id = $1`, [memberId]);
    return [before, await nicknames()];
  });
  expect(read).toEqual([[''], ['']]);
});

test('numbers stay numbers in CSV, and formulas become text', async () => {
  const rows = [{ one: -5, two: '-5.25', three: '-cmd', four: '@x', five: null, six: { a: 1 } }];
  const columns = ['one', 'two', 'three', 'four', 'five', 'six'];
  async function* pages() {
    yield { columns, rows };
    yield { columns, rows: [] };
    yield { columns, rows };
  }
  const line = `-5,-5.25,'-cmd,'@x,,"{""a"":1}"\r\n`;
  let csv = '';
  for await (const text of csvOf(pages())) csv += text;
  expect(csv).toBe(`one,two,three,four,five,six\r\n${line}${line}`);
});

test('a member deletes the account with password and factor, on every device, and the name is free', async () => {
  const { stranger } = world;
  const { secret } = (await stranger.post('/account/authenticator/start')).url as { secret: string };
  const enrolled = await stranger.post('/account/authenticator/confirm', {
    password: loginPassword,
    factor: codeAt(secret, Date.now()),
  });
  const [one = '', two = ''] = (enrolled.url as { backupCodes: string[] }).backupCodes;
  const other = new Phone(world.address);
  const form = { username: 'pictures2', password: loginPassword };
  expect((await other.post('/Login/walletLogin', { ...form, factor: one })).status).toBe(200);
  const code = ((await stranger.get('/user/invite')).url as { code: string }).code;
  const erase = (proof: Record<string, string>) => stranger.post('/account/deletion', proof);
  expect((await erase({})).code).toBe('loginPasswordNeeded');
  expect((await erase({ login: loginPassword })).code).toBe('secondFactorNeeded');
  expect((await stranger.get('/account/deletion')).url).toMatchObject({ open: [] });
  expect((await stranger.get('/user/center')).status).toBe(200);

  expect(await erase({ login: loginPassword, factor: two })).toMatchObject({ status: 200, code: undefined });

  expect((await other.get('/user/center')).status).toBe(401);
  expect((await stranger.get('/user/center')).status).toBe(401);
  expect((await erase({ login: loginPassword, factor: two })).status).toBe(401);
  expect((await new Phone(world.address).post('/Login/walletLogin', form)).code).toBe('wrongCredentials');
  expect((await new Phone(world.address).get('/invitations/inviter', { code })).code).toBe('inviteUnknown');
  const again = new Phone(world.address);
  await again.register('pictures2', 'TEST7');
  expect((await again.get('/user/center')).status).toBe(200);
});
