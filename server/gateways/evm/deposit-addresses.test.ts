import { Kysely, PostgresDialect } from 'kysely';
import { HDKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, firstMemberId, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type DepositAddresses, openDepositAddresses } from './deposit-addresses.ts';

const chainId = 31_337;

let database: TestDatabase;
let addresses: DepositAddresses;
let withAnotherKey: DepositAddresses;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
     values ($1, '0x00', '0x01', 6, 0, 0, '0x00')`,
    [chainId],
  );
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const opened = (seed: number, number: number) => {
    const { publicExtendedKey: xpub } = HDKey.fromMasterSeed(new Uint8Array(32).fill(seed)).derive("m/44'/60'/0'");
    return openDepositAddresses({ tables, chainId, xpub, beforeNow: async () => number });
  };
  addresses = opened(7, 0);
  withAnotherKey = opened(8, 5);
});

afterAll(() => database.drop());

test('a member of a later cell has the address of the number in the cell, kept under the whole id', async () => {
  const address = await addresses.of(firstMemberId + 41n);
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(await addresses.of(firstMemberId + 41n)).toBe(address);
  expect(await addresses.of(firstMemberId + 42n)).not.toBe(address);
  expect((await addresses.membersAt([address])).get(address)).toEqual({
    memberId: firstMemberId + 41n,
    issuedAfter: 0,
  });
  // Member 42 of cell 3 derives child 42, which member 42 of cell 0 has under another key: here it is taken.
  await expect(addresses.of(42n)).rejects.toThrow('deposit_address_chain_id_address_key');
});

test('under another key a member gets another address, and keeps the one before', async () => {
  const memberId = firstMemberId + 50n;
  const before = await addresses.of(memberId);
  const now = await withAnotherKey.of(memberId);
  expect(now).not.toBe(before);
  expect([await withAnotherKey.of(memberId), await addresses.of(memberId)]).toEqual([now, before]);
  const both = new Map([
    [before, { memberId, issuedAfter: 0 }],
    [now, { memberId, issuedAfter: 5 }],
  ]);
  expect(await withAnotherKey.allOf(memberId)).toEqual(both);
  expect(await withAnotherKey.membersAt([now, before])).toEqual(both);
});

test.each([[2n ** 31n], [3n * 2n ** 40n + 2n ** 31n], [-1n]])(
  'member %s has no address of this key',
  async (memberId) => {
    await expect(addresses.of(memberId)).rejects.toThrow('beyond the addresses of one key');
  },
);
