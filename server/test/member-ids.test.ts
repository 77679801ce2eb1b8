import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { memberIdEnd } from '#server/platform/member-number.ts';
import { insertMember } from './member-row.fixture.ts';

test('the database takes the last id of the highest cell, and none beyond it', async () => {
  const database = await createTestDatabase();
  const register = async (id: bigint): Promise<bigint> => {
    await database.owner.query(`alter table member alter column id restart with ${id}`);
    return await insertMember(database);
  };
  expect(await register(memberIdEnd - 1n)).toBe(memberIdEnd - 1n);
  await expect(register(memberIdEnd)).rejects.toThrow('member_id_of_a_cell');
  await database.drop();
});
