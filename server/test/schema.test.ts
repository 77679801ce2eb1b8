import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { describedSchema } from './schema.fixture.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ realWaits: true });
});
afterAll(() => database.drop());

// Another version of PostgreSQL may write the same definitions differently.
test.skipIf(process.env.TEST_DATABASE_URL !== undefined)('the schema of all migrations', async () => {
  const described = await describedSchema(database.owner);
  expect([...described.keys()]).toMatchSnapshot('names');
  for (const [name, text] of described) expect(`\n${text}\n`).toMatchSnapshot(name);
});
