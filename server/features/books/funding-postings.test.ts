import { expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { type FundableAccount, fundableAccountNames } from '#core/ledger/funding.ts';
import { usdt } from '#core/money/amount.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { asked, openFundings } from './fundings.fixture.ts';
import { proposeFunding } from './propose-funding.ts';

const { database, node, propose, decide } = await openForFile(openFundings);

test('each fund of the house is funded by postings of its own kind', async () => {
  const kinds: unknown[] = [];
  for (const account of fundableAccountNames) {
    const before = await node().ledger.houseBalances();
    const { id } = await proposeFunding(node(), { ...asked, account }, owner('anna'), null);
    await decide(id, 'bert');
    const after = await node().ledger.houseBalances();
    const moved = (name: 'sponsor' | FundableAccount) => (after.get(name) ?? 0n) - (before.get(name) ?? 0n);
    expect([moved(account), moved('sponsor')]).toEqual([2_500_000n, -2_500_000n]);
    const { rows } = await database.pool.query('select kind from ledger.transfers where reference = $1', [id]);
    kinds.push(...rows.map(({ kind }) => `${account} ${kind}`));
  }
  expect(kinds).toEqual(['yield yieldFunded', 'rounds roundsFunded', 'prizes prizesFunded']);
});

test('the database takes no funding that was not approved, or not posted as it was asked for, and no change', async () => {
  const id = await propose();
  const { id: posted } = (
    await database.pool.query('select max(transfer_id) as id from ledger.postings where to_account = $1', [
      houseAccount('rounds', 0n),
    ])
  ).rows[0];
  const insert = (transfer: string) =>
    database.pool.query('insert into funding (request_id, transfer_id, funded_at) values ($1, $2, now())', [
      id,
      transfer,
    ]);
  await expect(insert(posted)).rejects.toThrow('two operators');
  await insertDecision(database.owner, 'funding', `0.${id}`, 'bert');
  await expect(insert('7')).rejects.toThrow('not what was posted');
  for (const change of ['update funding set transfer_id = 1', 'delete from funding_request', 'truncate funding']) {
    await expect(database.owner.query(change), change).rejects.toThrow(/never changed|stays what it is/);
  }
  expect(await faultsOf(database)).toEqual([]);
});

test('approved by two, a funding is still refused that is not its own posting, from the sponsor and of its amount, or is late', async () => {
  const approvedByHand = async (id: string, askedAt: string): Promise<void> => {
    await database.owner.query(
      `insert into funding_request (id, account, amount, reason, asked_by, asked_at)
       values ($1, 'rounds', 2500000, 'by hand', 'anna', ${askedAt})`,
      [id],
    );
    await database.owner.query(
      `insert into approval (kind, reference, subject_hash, needed, opened_at) values ('funding', $1, sha256('x'), 2, now())`,
      [`0.${id}`],
    );
    for (const operator of ['anna', 'bert']) {
      await insertDecision(database.owner, 'funding', `0.${id}`, operator);
    }
  };
  const post = async (from: 'sponsor' | 'market', amount: bigint, to: FundableAccount = 'rounds'): Promise<string> => {
    const key = `by hand ${from} ${amount} ${to}`;
    const { status } = await node().ledger.submit({
      ...{ key, inputHash: '0'.repeat(64), kind: 'roundsFunded', reference: 'by hand' },
      postings: [{ from: houseAccount(from, 0n), to: houseAccount(to, 0n), amount: usdt(amount) }],
    });
    expect(status).toBe('committed');
    const { rows } = await database.pool.query('select id from ledger.transfers where idempotency_key = $1', [key]);
    return rows[0].id;
  };
  const insert = (id: string, transfer: string) =>
    database.pool.query('insert into funding (request_id, transfer_id, funded_at) values ($1, $2, now())', [
      id,
      transfer,
    ]);
  await approvedByHand('FIRST', 'now()');
  await approvedByHand('SECOND', 'now()');
  await approvedByHand('LATE', `now() - interval '1 day'`);
  for (const wrong of [
    await post('market', 2_500_000n),
    await post('sponsor', 2_500_001n),
    await post('sponsor', 2_499_999n),
    await post('sponsor', 2_500_000n, 'yield'),
  ]) {
    await expect(insert('FIRST', wrong)).rejects.toThrow('not what was posted');
  }
  const posted = await post('sponsor', 2_500_000n);
  await expect(insert('LATE', posted)).rejects.toThrow('more than a day ago');
  await insert('FIRST', posted);
  await expect(insert('SECOND', posted)).rejects.toThrow('funding_transfer_id_key');
});
