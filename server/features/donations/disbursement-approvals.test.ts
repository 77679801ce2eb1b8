import { beforeAll, expect, test } from 'vitest';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { completeDisbursements, decideDisbursement } from './disburse.ts';
import { openRequests } from './disbursement-store.ts';
import { idOf, openDisbursements } from './disbursements.fixture.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';

const { ask, columns, content, database, listed, node, passTime, receive } = await openForFile(openDisbursements);
beforeAll(() => receive('PTS', 100n));

test('one operator is not two persons, however often and on how many nodes', async () => {
  const of = content();
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, place) => ask(of, 'anna', place, 'one-key-of-anna')),
  );
  expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(results[0]).toMatchObject({ outcome: 'approved', approvals: 1 });
  const again = await decideDisbursement(node(), idOf(results[0] ?? {}), { by: owner('anna'), refusal: null });
  expect(again).toMatchObject({ outcome: 'approved', approvals: 1 });
  expect(await completeDisbursements(node())).toBe(0);
});

test('two requests in the same words are two, and none approves the other; a key belongs to one request of one operator', async () => {
  const before = (await columns()).PTS;
  const of = content({ amount: 7n });
  const [first, second] = [await ask(of, 'anna', 0, 'key-of-it'), await ask(of, 'bert', 1, 'key-of-it')];
  expect([first, second]).toMatchObject([
    { outcome: 'approved', approvals: 1 },
    { outcome: 'approved', approvals: 1 },
  ]);
  expect(idOf(first)).not.toBe(idOf(second));
  expect(idOf(await ask(of, 'anna', 0, 'key-of-it'))).toBe(idOf(first));
  await expect(ask({ ...of, amount: 8n }, 'anna', 0, 'key-of-it')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
  expect((await columns()).PTS.disbursed).toBe(before.disbursed);
  const operators = ['bert', 'carl', 'dora'];
  await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      decideDisbursement(node(place), idOf(first), { by: owner(operators[place % 3] ?? ''), refusal: null }),
    ),
  );
  expect((await columns()).PTS).toMatchObject({ disbursed: before.disbursed + 7n, unspent: before.unspent - 7n });
  expect(await ask(of, 'anna', 0, 'key-of-it')).toMatchObject({ outcome: 'disbursed', id: idOf(first) });
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
  expect(await decideDisbursement(node(), idOf(second), { by: owner('anna'), refusal: 'asked twice' })).toMatchObject({
    outcome: 'refused',
  });
});

test('what the charity cannot pay any more stays in the list, with all its approvals', async () => {
  const { unspent } = (await columns()).PTS;
  const ids = [idOf(await ask(content({ amount: unspent }), 'anna')), idOf(await ask(content({ amount: 1n }), 'anna'))];
  const reviewed = reviewedDisbursements(node());
  const statuses = [];
  for (const id of ids) {
    const { hash } = (await reviewed.list(200)).find((one) => one.id === `0.${id}`) ?? expect.fail('it waits');
    const decision = { by: owner('bert'), id: `0.${id}`, hash, decision: 'approved', reason: 'seen' } as const;
    statuses.push(await reviewed.decide(decision));
  }
  expect(statuses).toEqual([
    { status: 'approved', approvals: 2, needed: 2 },
    { status: 'open', approvals: 2, needed: 2 },
  ]);
  const waiting = (await reviewed.list(200)).map(({ id }) => id);
  expect(waiting).toContain(`0.${ids[1]}`);
  expect(waiting).not.toContain(`0.${ids[0]}`);
  await receive('PTS', 100n);
  expect(await completeDisbursements(node())).toBe(1);
});

test('what was approved is completed however many requests wait before it', async () => {
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     select 'WAITING' || lpad(number::text, 9, '0'), 'books', 'PTS', 1, 'Waits', 'anna', now() - interval '2 hours'
     from generate_series(1, 230) as number`,
  );
  const of = content({ amount: 2n });
  const cut = { ...node(), ledger: { ...node().ledger, submit: () => Promise.reject(new Error('killed')) } };
  const id = idOf(await ask(of, 'anna'));
  await expect(decideDisbursement(cut as never, id, { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  // And more than a page of those that are approved and exceed what the charity holds.
  const { unspent } = (await columns()).PTS;
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     select 'TOOMUCH' || lpad(number::text, 9, '0'), 'books', 'PTS', $1, 'Too much', 'anna', now() - interval '1 hour'
     from generate_series(1, 130) as number`,
    [unspent + 1n],
  );
  const { rows } = await database.owner.query<{ reference: string }>(
    `insert into approval (kind, reference, subject_hash, needed, opened_at)
     select 'disbursement', '0.' || id, sha256('x'), 2, now() from disbursement_request where receipt = 'Too much' returning reference`,
  );
  for (const operator of ['anna', 'bert'])
    for (const { reference } of rows) await insertDecision(database.owner, 'disbursement', reference, operator);
  expect(await completeDisbursements(node())).toBe(1);
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
});

test('a refusal ends a request, which can be asked for anew, and so does a day', async () => {
  const of = content();
  const first = await ask(of, 'anna');
  const refused = await decideDisbursement(node(), idOf(first), { by: owner('bert'), refusal: 'no receipt seen' });
  expect(refused).toMatchObject({ outcome: 'refused' });
  expect(await decideDisbursement(node(), idOf(first), { by: owner('carl'), refusal: null })).toEqual({
    outcome: 'over',
  });
  const second = await ask(of, 'anna');
  expect(idOf(second)).not.toBe(idOf(first));
  passTime(24 * 3_600_000 + 1_000);
  expect(await decideDisbursement(node(), idOf(second), { by: owner('bert'), refusal: null })).toEqual({
    outcome: 'over',
  });
  expect(await decideDisbursement(node(), 'NOSUCH0000000000', { by: owner('bert'), refusal: null })).toEqual({
    outcome: 'unknown',
  });
  expect(await ask(content({ causeId: 'nothing' }), 'anna')).toEqual({ outcome: 'causeUnknown' });
});

test('an approved request that was not paid within its day lapses in the database too', async () => {
  await receive('PTS', 50n);
  const id = 'LAPSED0000000000';
  await database.owner.query(
    `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, asked_at)
     values ($1, 'books', 'PTS', 3, 'Too late', 'anna', now() - interval '25 hours')`,
    [id],
  );
  await database.owner.query(
    `insert into approval (kind, reference, subject_hash, needed, opened_at) values ('disbursement', $1, sha256('x'), 2, now())`,
    [`0.${id}`],
  );
  for (const operator of ['anna', 'bert']) await insertDecision(database.owner, 'disbursement', `0.${id}`, operator);
  await expect(
    database.pool.query('insert into disbursement (request_id, disbursed_at) values ($1, now())', [id]),
  ).rejects.toThrow('more than a day ago');
  expect((await openRequests(node().tables, 100)).map((one) => one.id)).not.toContain(id);
  // Nor is it tried again, which would fail and stop what waits behind it.
  await expect(completeDisbursements(node())).resolves.toBeTypeOf('number');
});
