import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';

const tool = fileURLToPath(new URL('../../tools/operator/operators.ts', import.meta.url));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs the tool as at the server's shell, and returns its exit code and output. */
function operators(...words: readonly string[]): Promise<{ readonly status: number; readonly said: string }> {
  const env = { ...process.env, DATABASE_URL: database.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...words], { env, timeout: 120_000 }, (error, output, complaint) => {
      resolve({ status: error ? Number(error.code ?? 1) : 0, said: (output + complaint).trim() });
    });
  });
}

test('the first owner gets a link at the server, and no second one once an owner can sign in', async () => {
  await insertOperators(database.owner, { sue: 'support', gone: 'support' });
  await changeOperator(database.owner, 'gone', 'ended');
  const created = await operators('create', 'first', '--role', 'owner');
  expect(created).toMatchObject({ status: 0 });
  expect(created.said).toMatch(/\/operator\/enrol#[A-Za-z0-9_-]{43}$/);
  expect((await operators('create', 'first', '--role', 'owner')).said).toContain('take another one');
  const { said: list } = await operators('list');
  expect(list).toMatch(/^first {2}owner {2}since .* {2}not enrolled$/m);
  expect(list).toMatch(/^gone {2}support {2}since .* {2}ended \d{4}-/m);
  await database.owner.query(
    `insert into operator_act (operator, role, act, subject, reason, detail) values ('first', 'owner', 'passkeyEnrolled', 'operator first', '', '{}');
     insert into operator_passkey (operator, credential_id, name, public_key, counter, added_at) values ('first', '\\x01', 'key', '\\x01', 0, now())`,
  );
  expect(await operators('create', 'second', '--role', 'owner')).toEqual({
    status: 1,
    said: 'There is an owner who can sign in: owners make all other operators in the console.',
  });
  expect((await operators('link', 'first')).said).toMatch(/\/operator\/enrol#[A-Za-z0-9_-]{43}$/);
  for (const [name, said] of [
    ['sue', 'in the console'],
    ['nobody', 'no operator'],
    ['gone', 'no operator'],
  ] as const)
    expect(await operators('link', name)).toEqual({ status: 1, said: expect.stringContaining(said) });
  expect(await operators('create', 'third', '--role', 'finance')).toMatchObject({ status: 2 });
  const { rows } = await database.pool.query(
    `select act from operator_act where subject = 'operator first' order by id`,
  );
  expect(rows.map(({ act }) => act)).toEqual(['operatorCreated', 'passkeyEnrolled', 'operatorLinkMade']);
});
