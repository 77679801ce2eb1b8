import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCardSeal, requireCardKey } from '#server/features/bank-card/card-seal.ts';
import { sealPlace } from '#server/features/bank-card/card-store.ts';
import { authenticatorPlace } from '#server/features/identity/factors/factor-check.ts';
import { openPushKey } from '#server/features/notifications/push/push-key.ts';
import { operatorPlace } from '#server/features/operators/operator-factor.ts';
import { roundSeedsPlace } from '#server/features/rounds/seed-chains.ts';
import { replaySeedPlace } from '#server/market/replay/replay-order.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { onlyKey, openSecretKeys, type SealUse, type SecretKeys } from '#server/platform/secret-keys.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { type SealedColumn, sealAgain, sealedColumns } from './sealed-values.ts';

const former = Buffer.alloc(32, 1);
const newest = Buffer.alloc(32, 2);
const before = onlyKey(former);
/** More than are sealed in one transaction. */
const guarded = 450;

let database: TestDatabase;
let owner: bigint;

const card = { number: '4242424242424242', name: 'Anna' };
const secretOf = (memberId: bigint): string => `secret ${memberId}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  await requireCardKey(tables, former, async () => false);
  await allowChangesWithoutHistory(database.owner);
  owner = await insertMember(database);
  // As it was sealed before values had the id of their key.
  await bind('CARD1', createSecretSeal(former).seal(JSON.stringify(card), sealPlace(owner, 'CARD1')).subarray(8));
  const { rows } = await database.owner.query<{ id: bigint }>(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select 'guarded' || n, '$argon2id$', 'en', 'GUARD' || n, sha256(n::text::bytea), now() from generate_series(1, $1) as n returning id`,
    [guarded],
  );
  const seal = before.sealFor('authenticators');
  await database.owner.query(
    `insert into authenticator (member_id, sealed, started_at) select id, sealed, now() from unnest($1::bigint[], $2::bytea[]) as a (id, sealed)`,
    [rows.map(({ id }) => id), rows.map(({ id }) => seal.seal(secretOf(id), authenticatorPlace(id)))],
  );
  await openPushKey(notifications(), before.sealFor('push key'));
  await addOperators(database.owner);
  // How these came is not the subject here: they are without their acts.
  for (const table of ['operator_authenticator', 'operator_link'])
    await database.owner.query(`alter table ${table} disable trigger user`);
  for (const { use, place, insert } of others)
    await database.owner.query(insert, [before.sealFor(use).seal(place, place)]);
});

afterAll(() => database.drop());

const recording = 'ab'.repeat(32);

/** A value of each of the other tables, and how a node finds it. */
const others: readonly ({ readonly use: SealUse } & Readonly<Record<'place' | 'insert' | 'read', string>>)[] = [
  {
    use: 'operators’ authenticators',
    place: operatorPlace('anna'),
    insert: `insert into operator_authenticator (operator, sealed, confirmed_at) values ('anna', $1, now())`,
    read: 'select sealed from operator_authenticator',
  },
  {
    use: 'operators’ authenticators',
    place: operatorPlace('bert'),
    insert: `insert into operator_link (token_hash, operator, made_at, expires_at, sealed)
             values (sha256('token'), 'bert', now(), now() + interval '1 day', $1)`,
    read: 'select sealed from operator_link',
  },
  {
    use: 'round seeds',
    place: roundSeedsPlace,
    insert: `insert into fairness_chain (number, first_day, days, commitment, sealed_seed, published_at)
             values (1, 30000, 36525, '${recording}', $1, now())`,
    read: 'select sealed_seed as sealed from fairness_chain',
  },
  {
    use: 'replay',
    place: replaySeedPlace(recording),
    insert: `insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ('${recording}', 0, '${recording}', $1)`,
    read: 'select sealed_seed as sealed from market.replay_starts',
  },
];

const notifications = () => new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });

async function bind(id: string, sealed: Buffer): Promise<void> {
  await database.owner.query(
    `insert into bank_card (member_id, id, sealed, last_four, bank_name, bound_at, active_from)
     values ($1, $2, $3, '4242', 'Bank', now(), now() + interval '1 day' * (select count(*) from bank_card))`,
    [owner, id, sealed],
  );
}

/** How many secrets of apps a node with these keys opens. */
async function openedBy(keys: SecretKeys): Promise<number> {
  const { rows } = await database.pool.query<{ member_id: bigint; sealed: Buffer }>(
    'select member_id, sealed from authenticator',
  );
  const seal = keys.sealFor('authenticators');
  return rows.filter(
    ({ member_id, sealed }) => seal.open(sealed, authenticatorPlace(member_id)) === secretOf(member_id),
  ).length;
}

const keysOf = (...given: Buffer[]) => openSecretKeys(database.pool, given);

test('every sealed column of the schema is sealed again', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
     from information_schema.columns where column_name like '%sealed%' and data_type = 'bytea' and table_name <> 'sealed_root'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

test('after a crash in the middle both nodes open everything, whichever key they seal with; then it goes on', async () => {
  const keys = await keysOf(newest, former);
  let transactions = 0;
  const crash = async ({ table }: SealedColumn): Promise<void> => {
    if (table === 'authenticator' && ++transactions === 1) throw new Error('crashed');
  };
  await expect(sealAgain(database.owner, keys, crash)).rejects.toThrow('crashed');
  const named = async () =>
    (
      await database.pool.query('select count(*)::int as count from authenticator where substring(sealed for 8) = $1', [
        keys.idFor('authenticators'),
      ])
    ).rows[0].count;
  expect(await named()).toBe(200);
  expect([await openedBy(keys), await openedBy(await keysOf(former, newest))]).toEqual([guarded, guarded]);
  // A node with the newest key alone would not know the rest.
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  await expect(requireCardKey(tables, (await keysOf(newest)).first, async () => true)).rejects.toThrow(
    'sealed with another key',
  );

  // A node that still seals with the former key binds a card meanwhile.
  const late = async ({ table }: SealedColumn): Promise<void> => {
    if (table === 'authenticator')
      await bind(`LATE${++transactions}`, createCardSeal(before).seal(card, sealPlace(owner, `LATE${transactions}`)));
  };
  const unfinished = await sealAgain(database.owner, keys, late);
  expect(unfinished.changed['authenticator.sealed']).toBe(guarded - 200);
  expect(unfinished.left).toBeGreaterThan(0);
  expect((await keysOf(former)).first).toEqual(former);

  const twice = await Promise.all([sealAgain(database.owner, keys), sealAgain(database.owner, keys)]);
  expect(twice.map(({ left }) => left)).toEqual([0, 0]);
  const changed = twice.map((one) => one.changed['bank_card.sealed'] ?? 0);
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(unfinished.left);
});

test('then the newest key alone opens it, numbers and fingerprints stay, and the former one starts no node', async () => {
  const keys = await keysOf(newest);
  expect([keys.first, keys.newest]).toEqual([former, newest]);
  expect(await openedBy(keys)).toBe(guarded);
  const seal = createCardSeal(keys);
  const { rows } = await database.pool.query<{ id: string; sealed: Buffer }>('select id, sealed from bank_card');
  expect(rows.map(({ id, sealed }) => seal.open(sealed, sealPlace(owner, id)))).toEqual(rows.map(() => card));
  expect(seal.fingerprint(card.number)).toBe(createCardSeal(before).fingerprint(card.number));
  expect(await openPushKey(notifications(), keys.sealFor('push key'))).toMatchObject({
    privateKey: expect.any(String),
  });
  for (const { use, place, read } of others) {
    const [row] = (await database.owner.query<{ sealed: Buffer }>(read)).rows;
    expect(keys.sealFor(use).open(row?.sealed ?? Buffer.alloc(0), place)).toBe(place);
  }
  await expect(keysOf(former)).rejects.toThrow('sealed with another key');
  expect(await sealAgain(database.owner, keys)).toMatchObject({ left: 0, changed: { 'authenticator.sealed': 0 } });
  // And once more, to a third key.
  const third = Buffer.alloc(32, 3);
  await sealAgain(database.owner, await keysOf(third, newest));
  expect(await openedBy(await keysOf(third))).toBe(guarded);
  await expect(keysOf(newest)).rejects.toThrow('sealed with another key');
});

test('only the sealed value of a card, a seed or a start may change, and by the owner of the tables alone', async () => {
  await expect(database.pool.query('update bank_card set sealed = sealed')).rejects.toThrow('permission denied');
  await expect(database.pool.query('update fairness_chain set sealed_seed = sealed_seed')).rejects.toThrow(
    'permission denied',
  );
  await expect(database.owner.query(`update bank_card set last_four = '1111'`)).rejects.toThrow();
  await expect(database.owner.query(`update fairness_chain set commitment = ''`)).rejects.toThrow(
    'a commitment is never changed',
  );
  await expect(database.owner.query('delete from fairness_chain')).rejects.toThrow('a commitment is never changed');
  await expect(database.owner.query('update market.replay_starts set starts_at_ms = 0')).rejects.toThrow(
    'never changed',
  );
  await expect(database.owner.query('delete from market.replay_starts')).rejects.toThrow('never changed');
});
