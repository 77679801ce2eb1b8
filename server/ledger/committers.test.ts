import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '#core/ledger/transfer.ts';
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

async function committers(): Promise<number> {
  const { rows } = await test1.database.pool.query(
    "select pid from pg_stat_activity where application_name = 'clearlot ledger' and datname = current_database()",
  );
  return rows.length;
}
