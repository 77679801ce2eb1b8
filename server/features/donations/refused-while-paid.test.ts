import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { completeDisbursements, type DisburseDependencies, decideDisbursement } from './disburse.ts';
import { idOf, openDisbursements } from './disbursements.fixture.ts';

const { ask, columns, content, database, node, receive } = await openForFile(openDisbursements);

const approve = (by: string, id: string, on: DisburseDependencies = node()) =>
  decideDisbursement(on, id, { by: owner(by), refusal: null });
const refuse = (by: string, id: string) => decideDisbursement(node(1), id, { by: owner(by), refusal: 'wrong receipt' });

/** A node on which something else happens between the second approval and its transfer. */
const before = (meanwhile: () => Promise<unknown>): DisburseDependencies => ({
  ...node(),
  ledger: {
    houseBalances: () => node().ledger.houseBalances(),
    submit: async (submission) => {
      await meanwhile();
      return await node().ledger.submit(submission);
    },
  },
});

test('one that is refused between its second approval and its transfer is over for who approved it, and is not paid', async () => {
  await receive('PTS', 50n);
  const { disbursed } = (await columns()).PTS;
  const id = idOf(await ask(content(), 'anna'));
  const overtaken = before(async () => expect(await refuse('carl', id)).toMatchObject({ outcome: 'refused' }));
  expect(await approve('bert', id, overtaken)).toEqual({ outcome: 'over' });
  expect((await columns()).PTS.disbursed).toBe(disbursed);
});

test('the look that pays what a crash cut off pays the others, where one of them is refused meanwhile', async () => {
  const cut = before(() => Promise.reject(new Error('killed')));
  const ids = [idOf(await ask(content(), 'anna')), idOf(await ask(content(), 'anna'))];
  for (const id of ids) await expect(approve('bert', id, cut)).rejects.toThrow('killed');
  let looks = 0;
  const looking = before(async () => {
    looks += 1;
    if (looks === 1) await refuse('carl', ids[0] ?? '');
  });
  expect(await completeDisbursements(looking)).toBe(1);
});

test('a refusal that comes while it is being paid finds it paid', async () => {
  const id = idOf(await ask(content(), 'anna'));
  await database.owner.query(`
    create table held ();
    create function hold_payment() returns trigger language plpgsql security definer as 'begin lock table held; return null; end';
    create trigger payment_held after insert on disbursement for each row execute function hold_payment()`);
  const holder = await database.owner.connect();
  await holder.query('begin');
  await holder.query('lock table held');
  const approving = approve('bert', id);
  await untilLockWait(database.owner, approving);
  const refusing = refuse('carl', id);
  await untilLockWait(database.owner, refusing, 2).catch(() => undefined);
  await holder.query('rollback');
  holder.release();
  expect(await approving).toEqual({ outcome: 'disbursed', id });
  expect(await refusing).toEqual({ outcome: 'over' });
});
