import { expect, test } from 'vitest';
import { houseAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { completeDisbursements, decideDisbursement } from './disburse.ts';
import type { DisbursementContent } from './disbursement-store.ts';
import { idOf, openDisbursements, texts } from './disbursements.fixture.ts';
import { listDisbursements } from './list-disbursements.ts';
import { reviewedDisbursements } from './reviewed-disbursements.ts';

const { ask, columns, content, database, listed, node, receive } = await openForFile(openDisbursements);
let moved = 0;

test('one operator asks, another approves: it is disbursed, with its receipt; the columns and the list agree', async () => {
  await receive('USDT', 9_000_000n);
  await receive('PTS', 100n);
  const [money, some] = [content({ asset: 'USDT', amount: 2_500_000n }), content({ amount: 40n })];
  const asked = await ask(money, 'anna');
  expect(asked).toMatchObject({ outcome: 'approved', approvals: 1, needed: 2 });
  const { outcome } = await decideDisbursement(node(1), idOf(asked), { by: owner('bert'), refusal: null });
  expect(outcome).toBe('disbursed');
  const first = await ask(some, 'anna');
  expect(await decideDisbursement(node(), idOf(first), { by: owner('bert'), refusal: null })).toMatchObject({
    outcome: 'disbursed',
  });
  expect(await columns()).toEqual({
    PTS: { received: 100n, disbursed: 40n, unspent: 60n },
    USDT: { received: 9_000_000n, disbursed: 2_500_000n, unspent: 6_500_000n },
  });
  expect((await listed()).map(({ asset, amount, receipt, cause }) => [asset, amount, receipt, cause.en.name])).toEqual(
    expect.arrayContaining([
      ['USDT', 2_500_000n, money.receipt, texts.name],
      ['PTS', 40n, some.receipt, texts.name],
    ]),
  );
});

test('more than is unspent is refused when it is asked for, and when something else was disbursed meanwhile', async () => {
  const { unspent } = (await columns()).PTS;
  expect(await ask(content({ amount: unspent + 1n }), 'anna')).toEqual({ outcome: 'overUnspent', unspent });
  const [one, other] = [content({ amount: unspent - 1n }), content({ amount: unspent - 2n })];
  const asked = await Promise.all([ask(one, 'anna'), ask(other, 'anna', 1)]);
  const approve = (which: object, place: number) =>
    decideDisbursement(node(place), idOf(which), { by: owner('bert'), refusal: null });
  const results = await Promise.all(asked.map(approve));
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['disbursed', 'overUnspent']);
  const after = (await columns()).PTS;
  expect(after.received).toBe(after.disbursed + after.unspent);
  expect(after.unspent).toBeGreaterThanOrEqual(1n);
  await receive('PTS', 1_000n);
  // What was approved and could not be paid is paid once the charity has it, within its day.
  expect(await completeDisbursements(node())).toBe(1);
});

test('what is approved by both and exceeds what the charity holds stays in the list of what waits, which says so', async () => {
  const { unspent } = (await columns()).PTS;
  const [one, other] = [content({ amount: unspent }), content({ amount: unspent })];
  const [id, paid] = [idOf(await ask(one, 'anna')), idOf(await ask(other, 'anna'))];
  await decideDisbursement(node(), paid, { by: owner('bert'), refusal: null });
  const reviewed = reviewedDisbursements(node());
  const waiting = async () => (await reviewed.list(100)).find((each) => each.id === `0.${id}`);
  const hash = (await waiting())?.hash ?? '';
  const decision = { by: owner('bert'), id: `0.${id}`, hash, decision: 'approved' as const, reason: 'seen' };
  expect(await reviewed.decide(decision)).toEqual({ status: 'open', approvals: 2, needed: 2 });
  expect(await waiting()).toMatchObject({ approvedBy: ['anna', 'bert'], needed: 2 });
  await receive('PTS', unspent + 1_000n);
  expect(await completeDisbursements(node())).toBe(1);
  expect(await waiting()).toBeUndefined();
});

test('killed between the second approval and the transfer, it is completed once, by whichever node looks', async () => {
  const of = content({ amount: 11n });
  const before = (await columns()).PTS.disbursed;
  const cut = { ...node(), ledger: { ...node().ledger, submit: () => Promise.reject(new Error('killed')) } };
  const id = idOf(await ask(of, 'anna'));
  await expect(decideDisbursement(cut as never, id, { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  expect((await columns()).PTS.disbursed).toBe(before);
  const counts = await Promise.all([completeDisbursements(node(0)), completeDisbursements(node(1))]);
  expect(counts).toContain(1);
  expect((await columns()).PTS.disbursed).toBe(before + 11n);
  expect((await listed()).filter(({ receipt }) => receipt === of.receipt)).toHaveLength(1);
  expect(await completeDisbursements(node())).toBe(0);
});

test('an id that is no disbursement’s is refused, and after the last one there are none', async () => {
  await expect(listDisbursements(database.pool, { before: 'NOSUCH0000000000' })).rejects.toMatchObject({
    code: 'recordUnknown',
  });
  const last = (await listed()).at(-1)?.id;
  expect(last).toBeDefined();
  expect(await listDisbursements(database.pool, { before: last })).toEqual([]);
});

test('the database takes no disbursement without approvals or without its transfer, no transfer without one, and nothing back', async () => {
  await receive('PTS', 50n);
  const open = await ask(content({ amount: 4n }), 'anna');
  const insert = (id: string) =>
    database.pool.query('insert into disbursement (request_id, disbursed_at) values ($1, now())', [id]);
  await expect(insert(idOf(open))).rejects.toThrow('two operators');
  const cut = {
    ...node(),
    ledger: { houseBalances: () => node().ledger.houseBalances(), submit: () => Promise.reject(new Error('killed')) },
  };
  await expect(decideDisbursement(cut, idOf(open), { by: owner('bert'), refusal: null })).rejects.toThrow('killed');
  await expect(insert(idOf(open))).rejects.toThrow('its disbursements are');

  const move = (from: 'charityPoints' | 'charityPointsSpent' | 'sponsorPoints', to: typeof from | 'prizePoints') =>
    node()
      .ledger.submit({
        ...{ key: `move:${++moved}`, inputHash: '0'.repeat(64), kind: 'donated', reference: 'test' },
        postings: [{ from: houseAccount(from, 0n), to: houseAccount(to, 0n), amount: points(1n) }],
      })
      .then(
        ({ status }) => status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
      );
  expect(await move('charityPoints', 'charityPointsSpent')).toMatch(/its disbursements are/);
  expect(await move('charityPoints', 'prizePoints')).toMatch(/charity_only_spends/);
  expect(await move('sponsorPoints', 'charityPointsSpent')).toMatch(/spent_by_charity/);
  expect(await move('charityPointsSpent', 'charityPoints')).toMatch(/spent_stays/);
  for (const statement of [
    'update disbursement set disbursed_at = now()',
    'delete from disbursement',
    `update disbursement_request set receipt = 'another'`,
    `update charity_cause set texts = '{}'`,
  ]) {
    await expect(database.owner.query(statement), statement).rejects.toThrow(/never changed|stays what it is/);
  }
  for (const receipt of ['', 'ab', 'of two\nlines']) {
    const asking = database.pool.query(
      `insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by) select 'NO', id, 'PTS', 1, $1, 'anna' from charity_cause`,
      [receipt],
    );
    await expect(asking, receipt).rejects.toThrow('disbursement_request_receipt_check');
  }
  const another = `insert into charity_cause (id, texts, named_by) select 'wells', texts, 'anna' from charity_cause`;
  await expect(database.pool.query(another)).rejects.toThrow('the approvals of two operators');
});

test('random requests, approvals and refusals agree with a plain model', async () => {
  const random = randomFrom(11);
  await receive('USDT', 500n);
  const start = (await columns()).USDT;
  let unspent: bigint = start.unspent;
  const open = new Map<string, { readonly by: Set<string>; readonly of: DisbursementContent }>();
  for (let step = 0; step < 80; step++) {
    const operator = random.of(['anna', 'bert', 'carl']);
    const some = random.of([...open.keys(), 'new', 'new']);
    const known = open.get(some);
    if (!known) {
      const of = content({ asset: 'USDT', amount: BigInt(1 + Math.floor(random.next() * 60)) });
      const result = await ask(of, operator, step);
      expect(result.outcome).toBe(of.amount > unspent ? 'overUnspent' : 'approved');
      if (result.outcome === 'approved') open.set(result.id, { by: new Set([operator]), of });
      continue;
    }
    const refusal = random.chance(1 / 6) ? 'not this time' : null;
    const result = await decideDisbursement(node(step), some, { by: owner(operator), refusal });
    known.by.add(operator);
    const isPaid = refusal === null && known.by.size > 1;
    const isCovered = known.of.amount <= unspent;
    expect(result.outcome).toBe(refusal ? 'refused' : !isPaid ? 'approved' : isCovered ? 'disbursed' : 'overUnspent');
    if (isPaid && isCovered) unspent -= known.of.amount;
    if (result.outcome !== 'approved') open.delete(some);
  }
  expect((await columns()).USDT).toEqual({ received: start.received, disbursed: start.received - unspent, unspent });
  expect(await faultsOf(database)).toEqual([]);
  expect((await faultsIn(database.pool)).filter((fault) => /disbursement/.test(fault))).toEqual([]);
});
