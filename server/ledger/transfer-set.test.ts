import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountId, houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { accountsOf, planBatch } from '#core/ledger/batch.ts';
import { type Move, ownerOfMove, type Transfer } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';

let database: TestDatabase;
const memberCount = 20n;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('select ledger.open_member(id) from generate_series(1, $1::bigint) as id', [memberCount]);
});

afterAll(() => database.drop());

let made = 0;

function transferOf(moves: Move[]): Transfer {
  return { key: `set:${made++}`, inputHash: 'a'.repeat(64), kind: 'planSettled', reference: 'set', moves };
}

const deposit = (member: bigint, units: bigint): Move => ({
  from: houseAccount('rail', member),
  to: memberAccount(member, 'available'),
  amount: usdt(units),
});

/** Makes the transfers as a set, with the balances that the rules of one transfer at a time give; `wrong` is added to one of them. */
async function makeSet(pool: pg.Pool, transfers: readonly Transfer[], wrong = 0n): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select ledger.lock_accounts($1)', [accountsOf(transfers)]);
    const input = { balances: await balances(client), recorded: new Map(), firstTransferId: 1n, at: 0, transfers };
    const { postings } = planBatch(input);
    await client.query('select ledger.write_transfers($1, now(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
      'planSettled',
      transfers.map(({ key }) => key),
      transfers.map(({ inputHash }) => Buffer.from(inputHash, 'hex')),
      transfers.map(({ reference }) => reference),
      transfers.map(({ moves }) => moves.length),
      postings.map(({ transferId }) => transferId),
      postings.map(({ place }) => place),
      postings.map(({ move }) => ownerOfMove(move)),
      postings.map(({ move }) => move.from),
      postings.map(({ move }) => move.to),
      postings.map(({ move }) => move.amount),
      postings.map(({ fromAfter }) => fromAfter),
      postings.map(({ toAfter }, index) => toAfter + (index === 0 ? wrong : 0n)),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function balances(reader: Pick<pg.Pool, 'query'> = database.pool): Promise<Map<AccountId, bigint>> {
  const { rows } = await reader.query<{ account_id: AccountId; balance: bigint }>(
    'select account_id, balance from ledger.balances',
  );
  return new Map(rows.map(({ account_id, balance }) => [account_id, balance]));
}

async function postings(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select t.idempotency_key, p.place, p.from_account, p.to_account, p.amount, p.from_balance_after, p.to_balance_after
     from ledger.postings as p join ledger.transfers as t on t.id = p.transfer_id order by p.transfer_id, p.place`,
  );
  return rows;
}

test('a set leaves the postings and balances that its transfers would leave one at a time', async () => {
  let random = 7;
  const below = (limit: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % limit;
  };
  for (let round = 0; round < 20; round++) {
    const before = await balances();
    const known = (await postings()).length;
    const transfers = Array.from({ length: 1 + below(300) }, () => {
      const member = 1n + BigInt(below(Number(memberCount)));
      const available = memberAccount(member, 'available');
      const plans = memberAccount(member, 'plans');
      const units = usdt(1n + BigInt(below(1_000)));
      return transferOf([
        deposit(member, units),
        { from: available, to: plans, amount: units },
        ...(below(2) ? [{ from: plans, to: houseAccount('market', member), amount: units }] : []),
        ...(below(4)
          ? []
          : [{ from: houseAccount('sponsor', member), to: houseAccount('market', member), amount: units }]),
      ]);
    });
    const plan = planBatch({ balances: before, recorded: new Map(), firstTransferId: 1n, at: 0, transfers });
    await makeSet(database.pool, transfers);
    expect((await postings()).slice(known)).toEqual(
      plan.postings.map(({ transferId, place, move, fromAfter, toAfter }) => ({
        idempotency_key: transfers[Number(transferId) - 1]?.key,
        place,
        from_account: move.from,
        to_account: move.to,
        amount: move.amount,
        from_balance_after: fromAfter,
        to_balance_after: toAfter,
      })),
    );
    expect(await balances()).toEqual(new Map([...before, ...plan.balances]));
  }
  const { rows } = await database.pool.query(
    'select * from ledger.balance_differences union all select transfer_id, move_count, posting_count, null from ledger.torn_transfers',
  );
  expect(rows).toEqual([]);
});

test('a set that does not add up, or that names what is not there, leaves nothing behind', async () => {
  const before = [await balances(), await postings()];
  const fine = transferOf([deposit(1n, 5n)]);
  const unknown = transferOf([deposit(memberCount + 1n, 5n)]);
  const uncovered = transferOf([
    { from: memberAccount(3n, 'withdrawing'), to: memberAccount(3n, 'available'), amount: usdt(1n) },
  ]);
  await expect(makeSet(database.pool, [fine], 1n)).rejects.toThrow('do not follow');
  await expect(makeSet(database.pool, [fine, unknown])).rejects.toThrow('never opened');
  // The rules leave it out, so its moves are missing.
  await expect(makeSet(database.pool, [fine, uncovered])).rejects.toThrow('not those of the transfers');
  await expect(makeSet(database.pool, [fine, { ...fine, reference: 'again' }])).rejects.toThrow();
  await expect(
    makeSet(
      database.pool,
      Array.from({ length: 1_025 }, () => transferOf([deposit(1n, 1n)])),
    ),
  ).rejects.toThrow('at most 1024');
  expect([await balances(), await postings()]).toEqual(before);
});

test('sets that meet on the same accounts wait for each other and lose nothing', async () => {
  const before = (await balances()).get(memberAccount(1n, 'available')) ?? 0n;
  const sets = Array.from({ length: 8 }, () =>
    Array.from({ length: 50 }, (_, index) => transferOf([deposit(1n + BigInt(index % 2), 3n)])),
  );
  await Promise.all(sets.map((set) => makeSet(database.pool, set)));
  expect((await balances()).get(memberAccount(1n, 'available'))).toBe(before + 600n);
});
