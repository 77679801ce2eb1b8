import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '#core/ledger/transfer.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { deposit, place } from './transfers.fixture.ts';

const members = Array.from({ length: 64 }, (_, index) => BigInt(index + 1));
let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger(members);
  const { ledger } = test1;
  for (const memberId of members) await ledger.submit(deposit(memberId, `fund:${memberId}`, 1_000_000n));
});
afterAll(() => test1.close());

test('a lone caller needs one committer, a crowd has two', async () => {
  const { ledger } = test1;
  for (const memberId of [1n, 2n, 3n]) await ledger.submit(place(memberId, `lone:${memberId}`, 1n));
  expect(await committers()).toBe(1);
  await Promise.all(members.map((memberId) => ledger.submit(place(memberId, `crowd:${memberId}`, 1n))));
  expect(await committers()).toBe(2);
});

test('whichever committer is chosen, transfers of one member are decided in the order they came', async () => {
  const { ledger, database } = test1;
  const rounds = 30;
  const submitted: Promise<Outcome>[][] = members.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, memberId] of members.entries()) {
      // Few and many in turn, so that the choice of the committer changes again and again.
      if (round % 3 === 0 && index >= 4) break;
      submitted[index]?.push(ledger.submit(place(memberId, `order:${memberId}:${round}`, 1n)));
    }
    if (round % 2 === 0) await new Promise(setImmediate);
  }
  for (const promises of submitted) {
    const outcomes = await Promise.all(promises);
    const ids = outcomes.map((outcome) => (outcome.status === 'committed' ? outcome.transferId : 0n));
    expect(ids).toEqual(ids.toSorted((left, right) => Number(left - right)));
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(await faultsOf(database)).toEqual([]);
});

test('transfers of a member stay with the committer that has one of them, and those of others do not wait for it', async () => {
  const { ledger, database } = test1;
  // Of two shards that are not the first committer's own.
  const [held, other] = [1n, 3n];
  const holding = await database.pool.connect();
  await holding.query('begin');
  await holding.query('select from ledger.balances where member_id = $1 for update', [held]);
  const outcomes = [ledger.submit(place(held, 'held:1', 1n))];
  await untilLockWait(database.pool, outcomes[0] as Promise<Outcome>);
  // A queue at which the other committer begins as well.
  for (const memberId of members.filter((memberId) => memberId % 2n === 0n))
    for (let count = 0; count < 8; count++)
      outcomes.push(ledger.submit(place(memberId, `queue:${memberId}:${count}`, 1n)));
  outcomes.push(ledger.submit(place(held, 'held:2', 1n)));
  expect(await ledger.submit(place(other, 'not held', 1n))).toMatchObject({ status: 'committed' });
  await holding.query('rollback');
  holding.release();
  for (const outcome of await Promise.all(outcomes)) expect(outcome.status).toBe('committed');
});

async function committers(): Promise<number> {
  const { rows } = await test1.database.pool.query(
    "select pid from pg_stat_activity where application_name = 'clearlot ledger' and datname = current_database()",
  );
  return rows.length;
}
