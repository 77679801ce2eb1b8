import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBooks, getTrialBalance, listFundings, listTrialBalanceChecks, proposeFunding } from '#contract/books.ts';
import { listCauses, proposeDisbursement } from '#contract/donations-operators.ts';
import type { OutputOf } from '#contract/operation.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import {
  listOffers,
  listProductChanges,
  proposeBands,
  proposeCause,
  proposePrizes,
  proposeProductChange,
} from '#contract/products.ts';
import { houseAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { type ConsoleWorld, hourMs, minuteMs, openConsoleWorld } from './console-world.fixture.ts';
import { allowMadeUpPoints } from './made-up-points.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';

let world: ConsoleWorld;
let desks: Record<'olga' | 'omar' | 'fay' | 'fred' | 'sue' | 'abe', WireCaller>;
type Fields = Readonly<Record<string, string>>;
type Waiting = OutputOf<typeof listApprovals>[number];

beforeAll(async () => {
  world = await openConsoleWorld();
  await allowMadeUpPoints(world.database);
  desks = await world.desks({
    ...{ olga: 'owner', omar: 'owner', fay: 'finance', fred: 'finance', sue: 'support', abe: 'auditor' },
  });
});
afterAll(() => world?.close());

const waiting = () => desks.abe.done<Waiting[]>(listApprovals);
/** What an operator decides on the request of that number, as the list shows it. */
async function decide(what: string, by: WireCaller, number: string, decision = 'approved', reason = 'looked into it') {
  for (const one of await waiting()) seen.set(one.id.slice(2), one);
  const found = seen.get(number);
  if (!found) throw new Error(`${number} does not wait`);
  const { kind, id, hash } = found;
  return await world.ask(what, by, decideApproval, { kind, id, hash, decision, reason });
}
const seen = new Map<string, Waiting>();

/** Asks for something; the answer is kept. Between two requests there is a moment. */
async function propose(
  what: string,
  by: WireCaller,
  operation: typeof proposeFunding | typeof proposeBands,
  fields: Fields,
) {
  const asked = await world.ask<{ id: string } | ''>(what, by, operation, fields);
  await world.pass(1_001);
  return asked === '' ? '' : asked.id;
}

const cause = (id: string, open = '1'): Fields => ({
  ...{ cause: id, open, nameEn: `${id} en`, aboutEn: `${id} about en`, nameZh: `${id} zh`, aboutZh: `${id} about zh` },
  ...{ nameTc: `${id} tc`, aboutTc: `${id} about tc`, nameJp: `${id} jp`, aboutJp: `${id} about jp` },
  reason: `a cause named ${id}`,
});
const prizes = {
  ...{ first: '2000', firstNumbers: '3', second: '200', secondNumbers: '50', third: '20', thirdNumbers: '1000' },
  ...{ fourth: '2', fourthNumbers: '300000', reason: 'larger ones, and fewer' },
};

test('changes of products are answered to those who ask for them, decide on them and read them, in all kinds and states', async () => {
  const { ask, answers } = world;
  await ask('offers as they ship, to finance', desks.fay, listOffers);
  const level = { kind: 'level', item: '2', open: '0', minimum: '51.5', maximum: '2001', reason: 'too few of them' };
  const holding = { kind: 'financing', item: 'day14', open: '1', minimum: '12', maximum: '9000.25', rate: '251' };
  const closes = await propose('of a level', desks.fay, proposeProductChange as never, level);
  await propose('the same again', desks.fay, proposeProductChange as never, level);
  const rate = await propose('of financing', desks.olga, proposeProductChange as never, {
    ...holding,
    reason: 'more rate',
  });
  const wrong = (what: string, fields: Fields) => ask(what, desks.fay, proposeProductChange, { ...level, ...fields });
  await wrong('of no product', { item: '9' });
  await wrong('with bounds the wrong way round', { minimum: '2002' });
  await wrong('with a rate of a level', { rate: '5' });
  await wrong('that closes the first level', { item: '1' });
  await wrong('without an amount', { minimum: '' });
  await wrong('with an amount of no number', { maximum: '1e3' });
  await wrong('without a reason', { reason: '' });
  await ask('with a rate too high', desks.fay, proposeProductChange, { ...holding, rate: '1001', reason: 'more rate' });
  await ask('by support', desks.sue, proposeProductChange, level);
  const bands = { level2: '600', level3: '2100', level4: '5200', level5: '10300', reason: 'higher bands' };
  const later = String(world.productNow() + 3 * hourMs);
  const banded = await propose('of bands', desks.fred, proposeBands, { ...bands, from: later });
  await ask('of bands that fall', desks.fred, proposeBands, { ...bands, level4: '2100' });
  const prized = await propose('of prizes', desks.fay, proposePrizes as never, prizes);
  await ask('of prizes that grow', desks.fay, proposePrizes, { ...prizes, third: '201' });
  const school = await propose('of a cause', desks.omar, proposeCause as never, cause('school'));
  const garden = await propose('of another cause', desks.omar, proposeCause as never, cause('garden'));
  const closed = await propose('of a closed cause', desks.omar, proposeCause as never, cause('archive', '0'));
  await ask('of a cause without a text', desks.omar, proposeCause, { ...cause('sea'), aboutJp: '' });
  await ask('everything that waits, to finance', desks.fay, listApprovals);
  await decide('approved by a second', desks.olga, closes);
  await decide('by the one who asked', desks.fay, prized);
  await decide('refused by another', desks.fred, rate, 'refused', 'no such rate');
  await decide('refused again', desks.fred, rate, 'refused', 'no such rate');
  await decide('by support', desks.sue, banded);
  for (const [at, one] of [banded, prized, school, garden, closed].entries())
    await decide(`approved ${at}`, at < 1 ? desks.fay : desks.fred, one);
  for (let at = 0; at < 15; at += 1)
    await desks.fred
      .done(proposeProductChange, { ...level, item: '3', minimum: `${300 + at}` })
      .then(() => world.pass(1_001));
  const first = await ask<{ id: string }[]>('changes', desks.fay, listProductChanges);
  await ask('changes before', desks.olga, listProductChanges, { before: first.at(-1)?.id ?? '' });
  await ask('changes before no id', desks.fay, listProductChanges, { before: 'x' });
  await ask('changes, to an auditor', desks.abe, listProductChanges);
  await ask('offers before the changes hold', desks.fay, listOffers);
  await world.pass(minuteMs);
  await expect.poll(async () => (await desks.fay.done<OutputOf<typeof listOffers>>(listOffers)).causes.length).toBe(3);
  await ask('offers with the first changes', desks.fay, listOffers);
  await ask('causes, to an auditor', desks.abe, listCauses);
  await ask('causes, to support', desks.sue, listCauses);
  answers.expectKept();
});

test('fundings, disbursements and approvals of all kinds are answered to the roles that may see and decide them', async () => {
  const { ask, answers } = world;
  const ledger = openLedger({ pool: world.database.pool, clock: { now: world.productNow } });
  const give = async (key: string, postings: Parameters<typeof ledger.submit>[0]['postings']) =>
    await ledger.submit({ key, inputHash: '0'.repeat(64), kind: 'donated', reference: 'test', postings });
  await give('a', [
    { from: houseAccount('sponsorPoints', 0n), to: houseAccount('charityPoints', 0n), amount: points(5_000n) },
  ]);
  await give('b', [{ from: houseAccount('sponsor', 0n), to: houseAccount('charity', 0n), amount: usdt(900_000_000n) }]);
  await ledger.close();
  const fund = (what: string, by: WireCaller, account: string, amount: string, reason = `for ${account}`) =>
    propose(what, by, proposeFunding, { account, amount, reason });
  const made = await fund('a funding', desks.fay, 'rounds', '2500.5');
  const refused = await fund('another', desks.fred, 'prizes', '77.000001');
  const open = await fund('a third', desks.olga, 'yield', '31');
  await fund('of no fund', desks.fay, 'sponsor', '5');
  await fund('of nothing', desks.fay, 'rounds', '0');
  await fund('without an amount', desks.fay, 'rounds', '');
  await fund('too large', desks.fay, 'rounds', '1000000000.000001');
  await fund('without a reason', desks.fay, 'rounds', '5', '');
  await fund('by an auditor', desks.abe, 'rounds', '5');
  const disburse = (what: string, by: WireCaller, more: Fields = {}) =>
    propose(what, by, proposeDisbursement as never, {
      cause: 'school',
      asset: 'PTS',
      amount: '40',
      receipt: 'No. 1',
      ...more,
    });
  const books = await disburse('a disbursement', desks.fay);
  const coins = await disburse('of USDT', desks.olga, {
    cause: 'garden',
    asset: 'USDT',
    amount: '12.25',
    receipt: 'No. 2',
  });
  const bad = await disburse('a third', desks.omar, { amount: '7', receipt: 'No. 3' });
  await disburse('for no cause', desks.fay, { cause: 'moon' });
  await disburse('for a closed cause', desks.fay, { cause: 'archive' });
  await disburse('of more than there is', desks.fay, { amount: '5001' });
  await disburse('of a part of a point', desks.fay, { amount: '1.5' });
  await disburse('of nothing', desks.fay, { amount: '' });
  await disburse('without a receipt', desks.fay, { receipt: '' });
  await disburse('by support', desks.sue);
  for (const by of [desks.fay, desks.olga]) await ask('what waits', by, listApprovals);
  await decide('a funding approved', desks.fred, made);
  await decide('and by one more', desks.olga, made);
  await decide('by the one who asked', desks.fred, refused);
  await decide('a funding refused', desks.omar, refused, 'refused', 'there is enough');
  await decide('a disbursement approved', desks.fred, books);
  await decide('of USDT approved', desks.fay, coins);
  await decide('a disbursement refused', desks.fred, bad, 'refused', 'no receipt seen');
  const [last] = (await waiting()).filter(({ kind }) => kind === 'funding');
  const form = { hash: last?.hash ?? '', decision: 'approved', reason: 'yes yes' };
  await ask('as no kind', desks.fay, decideApproval, { ...form, kind: 'loan', id: last?.id ?? '' });
  await ask('of no number', desks.fay, decideApproval, { ...form, kind: 'funding', id: '0.NOSUCH' });
  await ask('as another kind', desks.fay, decideApproval, { ...form, kind: 'product', id: last?.id ?? '' });
  await ask('the books, to finance', desks.fay, getBooks);
  await ask('the trial balance, to an auditor', desks.abe, getTrialBalance);
  await ask('the books, to support', desks.sue, getBooks);
  for (let at = 0; at < 18; at += 1) await desks.olga.done(proposeFunding, funding(at)).then(() => world.pass(1_001));
  const first = await ask<{ id: string }[]>('fundings', desks.abe, listFundings);
  const before = first.at(-1)?.id ?? '';
  await ask('fundings before', desks.fay, listFundings, { before });
  await ask('fundings before no id', desks.fay, listFundings, { before: '-' });
  await world.pass(24 * hourMs);
  await decide('after a day', desks.fay, open);
  await ask('fundings before, after a day', desks.fay, listFundings, { before: first.at(-4)?.id ?? '' });
  await ask('what waits after a day', desks.fay, listApprovals);
  answers.expectKept();
});

const funding = (at: number) => ({ account: 'prizes', amount: `${100 + at}.5`, reason: `number ${at}` });

test('checks of the books are answered newest first, in pages, all of them or those that found something', async () => {
  const { ask, answers, database } = world;
  await expect.poll(async () => (await database.pool.query('select from trial_balance_check')).rowCount).toBe(1);
  await database.owner.query('delete from trial_balance_check');
  await database.owner.query(
    `insert into trial_balance_check (at, is_sound, sums, differences, torn_transfers, unfounded, took_ms)
     select timestamptz '2025-03-01 00:00Z' + n * interval '7 hours', n % 9 <> 4,
       case when n % 9 = 4 then jsonb_build_object('USDT', (n * 1000001)::text, 'PTS', (-n)::text) else '{"USDT": "0", "PTS": "0"}' end,
       case when n % 9 = 4 then n else 0 end, n % 9 / 4 * (n % 2), case when n = 22 then 3 else 0 end, 500 + n
     from generate_series(1, 53) as n`,
  );
  const first = await ask<{ at: number }[]>('newest', desks.fay, listTrialBalanceChecks);
  const at = Date.parse(String(first.at(-1)?.at));
  await ask('before', desks.abe, listTrialBalanceChecks, { before: String(at) });
  await ask('that found something', desks.olga, listTrialBalanceChecks, { unsound: '1' });
  await ask('that found something, before', desks.olga, listTrialBalanceChecks, { unsound: '1', before: String(at) });
  await ask('all, said so', desks.olga, listTrialBalanceChecks, { unsound: '0', before: String(at) });
  await ask('before no moment', desks.fay, listTrialBalanceChecks, { before: 'now' });
  await ask('to support', desks.sue, listTrialBalanceChecks);
  answers.expectKept();
});
