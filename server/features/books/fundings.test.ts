import { beforeEach, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';
import { changeOperator, insertOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { asked, openFundings } from './fundings.fixture.ts';
import { listFundings } from './list-fundings.ts';
import { fundingSubject, proposeFunding } from './propose-funding.ts';
import { reviewedFundings } from './reviewed-fundings.ts';

let wall = 0;
beforeEach(() => {
  wall = 0;
});

const { database, clock, published, node, waiting, propose, decide } = await openForFile(() =>
  openFundings(() => Date.now() + wall),
);

const balance = async () => (await node().ledger.houseBalances()).get('rounds') ?? 0n;
const stateOf = async (id: string) => (await listFundings(node(), {})).find((one) => one.id === id);

async function actsOf(id: string): Promise<string[]> {
  const { rows } = await database.pool.query('select operator, act from operator_act where subject = $1 order by id', [
    `funding ${id}`,
  ]);
  return rows.map(({ operator, act }) => `${operator} ${act}`);
}

test('a second operator sees what the first asked for and makes exactly that posting, with its rows of the log', async () => {
  const before = await balance();
  published.length = 0;
  const id = await propose('bert');
  expect(published).toEqual([{ subject: 'approvals', id: '' }]);
  expect(await balance()).toBe(before);
  expect(await waiting(id)).toMatchObject({
    needed: 2,
    approvedBy: ['bert'],
    content: [
      { name: 'funding', value: id },
      { name: 'source', value: 'sponsor' },
      { name: 'account', value: 'rounds' },
      { name: 'amount', value: '2.500000 USDT' },
      { name: 'reason', value: 'winnings of the week' },
    ],
  });
  expect(await decide(id, 'anna')).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  expect(await balance()).toBe(before + 2_500_000n);
  expect(await stateOf(id)).toMatchObject({ state: 'made', approvedBy: ['bert', 'anna'], fundedAt: clock.now() });
  expect(await actsOf(id)).toEqual(['bert fundingProposed', 'bert fundingApproved', 'anna fundingApproved']);
  await expect(waiting(id)).rejects.toThrow('does not wait');
  const decided = await database.pool.query(
    `select operator from approval_decision where reference = $1 and abs(extract(epoch from now() - at)) < 3600`,
    [`0.${id}`],
  );
  expect(decided.rowCount).toBe(2);
  const { rows: log } = await database.pool.query('select reason from operator_act where subject = $1 order by id', [
    `funding ${id}`,
  ]);
  expect(log.map(({ reason }) => reason)).toEqual([asked.reason, asked.reason, 'seen']);
  const { rows } = await database.pool.query(
    `select t.kind, t.reference from funding as f join ledger.transfers as t on t.id = f.transfer_id where f.request_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ kind: 'roundsFunded', reference: id }]);
});

test('the same call again is the same request; the same words of another call or operator are another', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => propose('anna', 'the-key-of-anna')));
  expect(new Set(ids).size).toBe(1);
  for (const change of [{ amount: usdt(1n) }, { account: 'yield' as const }, { reason: 'winnings of a day' }]) {
    const another = proposeFunding(node(), { ...asked, ...change }, owner('anna'), 'the-key-of-anna');
    await expect(another).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  }
  const before = await balance();
  const others = await Promise.all([propose('bert', 'the-key-of-anna'), propose('bert'), propose('anna')]);
  expect(new Set([...ids, ...others]).size).toBe(4);
  expect(await propose('bert', 'the-key-of-anna')).toBe(others[0]);
  expect(await propose('anna', 'the-key-of-anna')).toBe(ids[0]);
  expect(await balance()).toBe(before);
  for (const id of [...new Set(ids), ...others]) await decide(id, 'carl', 'refused');
});

test('cut off before the ledger has it, nothing of the approval is there, and it can be given again', async () => {
  const id = await propose();
  const { hash } = await waiting(id);
  const cut = reviewedFundings({ ...node(), ledger: { submit: () => Promise.reject(new Error('killed')) } });
  const decision = { by: owner('bert'), id: `0.${id}`, hash, decision: 'approved', reason: 'seen' } as const;
  await expect(cut.decide(decision)).rejects.toThrow('killed');
  expect((await waiting(id)).approvedBy).toEqual(['anna']);
  expect(await actsOf(id)).toHaveLength(2);
  expect(await node(1).reviewed.decide(decision)).toMatchObject({ status: 'approved' });
  expect(
    await node()
      .reviewed.decide(decision)
      .catch(({ code }) => code),
  ).toBe('approvalOver');
});

test('approved by many at once on two nodes, it is posted once; who came second is told', async () => {
  const before = await balance();
  const id = await propose();
  const { hash } = await waiting(id);
  const operators = ['bert', 'carl', 'dora', 'emma'];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 24 }, (_, place) =>
      node(place).reviewed.decide({
        ...{ by: owner(operators[place % 4] ?? ''), id: `0.${id}`, hash, decision: 'approved', reason: 'seen' },
      }),
    ),
  );
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(new Set(refusals)).toEqual(new Set(['approvalOver']));
  expect(outcomes.length - refusals.length).toBeGreaterThan(0);
  expect(await balance()).toBe(before + 2_500_000n);
  const told = outcomes.flatMap((one, place) => (one.status === 'fulfilled' ? [operators[place % 4]] : []));
  expect((await stateOf(id))?.approvedBy).toEqual(['anna', ...new Set(told)]);
  expect(await actsOf(id)).toHaveLength(3);
});

test('the proposer is not two persons; a refusal ends it, and a made one stays; what was changed is not approved', async () => {
  const id = await propose();
  await expect(decide(id, 'anna')).rejects.toMatchObject({ code: 'approvalOwn' });
  const { hash } = await waiting(id);
  const decision = { by: owner('bert'), id: `0.${id}`, decision: 'approved', reason: 'seen' } as const;
  await expect(node().reviewed.decide({ ...decision, hash: 'ab'.repeat(32) })).rejects.toMatchObject({
    code: 'approvalChanged',
  });
  await expect(node().reviewed.decide({ ...decision, hash, id: '0.NOSUCH0000000000' })).rejects.toMatchObject({
    code: 'approvalUnknown',
  });
  expect(await decide(id, 'carl', 'refused')).toEqual({ status: 'refused', approvals: 0, needed: 2 });
  await expect(node().reviewed.decide({ ...decision, hash })).rejects.toMatchObject({ code: 'approvalOver' });
  expect(await stateOf(id)).toMatchObject({ state: 'refused', refusal: { operator: 'carl', reason: 'seen' } });

  for (let round = 0; round < 8; round++) {
    const raced = await propose();
    const seen = await waiting(raced);
    const both = await Promise.allSettled(
      (['approved', 'refused'] as const).map((word, place) =>
        node(place).reviewed.decide({ ...decision, id: seen.id, hash: seen.hash, decision: word }),
      ),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const made = both[0]?.status === 'fulfilled';
    expect(await stateOf(raced)).toMatchObject({ state: made ? 'made' : 'refused' });
  }
});

test('what is decided on is all of it: number, account, amount and reason', () => {
  const of = { id: 'A', ...asked, askedAt: 0 };
  const hashes = [
    of,
    { ...of, id: 'B' },
    { ...of, account: 'yield' as const },
    { ...of, amount: usdt(1n) },
    { ...of, reason: '' },
  ].map((one) => hashOfContent(fundingSubject(one).content).toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('what waits begins with the oldest, the list with the newest, and a page goes on behind the last one', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.push(await propose());
  const waits = (await node().reviewed.list(200)).map(({ id }) => id.slice(2));
  expect(waits.filter((id) => ids.includes(id))).toEqual(ids);
  expect(await node().reviewed.list(1)).toHaveLength(1);
  const [third = '', second = '', first = ''] = ids.toReversed();
  expect((await listFundings(node(), {})).slice(0, 3).map(({ id }) => id)).toEqual([third, second, first]);
  expect((await listFundings(node(), { before: third })).slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
  // Of its own kind alone: a decision on another subject with this number is none on the funding.
  await database.owner.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at) values ('disbursement', $1, sha256('x'), 2, now())`,
    [`0.${first}`],
  );
  await insertDecision(database.owner, 'disbursement', `0.${first}`, 'carl', { decision: 'refused' });
  expect(await stateOf(first)).toMatchObject({ state: 'waiting', refusal: null });
  for (const id of ids) await decide(id, 'carl', 'refused');
  expect((await node().reviewed.list(200)).filter(({ id }) => ids.includes(id.slice(2)))).toEqual([]);
});

test('it waits for a day to the millisecond', async () => {
  const id = await propose();
  const askedAt = (await stateOf(id))?.askedAt ?? 0;
  const at = (wallNow: number) => ({ ...node(), wallNow: () => wallNow });
  const stateAt = async (wallNow: number) => (await listFundings(at(wallNow), {})).find((one) => one.id === id)?.state;
  expect(await stateAt(askedAt + 86_400_000 - 1)).toBe('waiting');
  expect(await stateAt(askedAt + 86_400_000)).toBe('lapsed');
  expect((await waiting(id)).expiresAt).toBe(askedAt + 86_400_000);
  await decide(id, 'carl', 'refused');
  // What was refused stays so.
  expect(await stateAt(askedAt + 2 * 86_400_000)).toBe('refused');
});

test('it lapses after a day, and a role that has ended approves nothing', async () => {
  const id = await propose();
  const { hash } = await waiting(id);
  await insertOperators(database.owner, { gone: 'owner' });
  await changeOperator(database.owner, 'gone', 'ended');
  const approve = (operator: string) =>
    node().reviewed.decide({ by: owner(operator), id: `0.${id}`, hash, decision: 'approved', reason: 'seen' });
  await expect(approve('gone')).rejects.toMatchObject({ code: 'notPermitted' });
  wall = 24 * 3_600_000 + 1_000;
  await expect(approve('bert')).rejects.toMatchObject({ code: 'approvalExpired' });
  expect(await stateOf(id)).toMatchObject({ state: 'lapsed' });
  expect(await node().reviewed.list(200)).toEqual([]);
});

test('a role that was taken away in the meantime: its approval makes no funding, a third operator completes it once', async () => {
  await insertOperators(database.owner, { lost: 'owner' });
  const before = await balance();
  const id = await propose('lost');
  const unmoved = await propose('lost');
  await changeOperator(database.owner, 'lost', 'support');
  expect(await decide(id, 'bert')).toEqual({ status: 'open', approvals: 1, needed: 2 });
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', approvedBy: ['bert'] });
  expect(await balance()).toBe(before);
  // The second of them is refused: the request is over.
  const both = await Promise.all([
    decide(id, 'carl').catch(() => null),
    decide(id, 'dora', 'approved', 1).catch(() => null),
  ]);
  expect(both.filter((one) => one?.status === 'approved').length).toBeGreaterThan(0);
  expect(await balance()).toBe(before + asked.amount);
  // At once, too, two who have their roles are needed, and are enough.
  const together = await Promise.all([decide(unmoved, 'bert'), decide(unmoved, 'carl', 'approved', 1)]);
  expect(together.map(({ status }) => status).toSorted()).toEqual(['approved', 'open']);
  expect(await balance()).toBe(before + 2n * asked.amount);
});
