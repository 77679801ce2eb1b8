import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { findWithdrawal } from '#server/features/withdrawals/withdrawal-store.ts';
import { cardOf, openWorld, type World } from '#server/features/withdrawals/withdrawal-world.fixture.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { operatorEventsTopic } from '#server/platform/operators/operator-events.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { nameCause } from './named-cause.fixture.ts';

const tool = fileURLToPath(new URL('../../tools/operator/review.ts', import.meta.url));

const disburseTool = fileURLToPath(new URL('../../tools/operator/disburse.ts', import.meta.url));

let world: World;
let folder = '';

beforeAll(async () => {
  world = await openWorld();
  folder = mkdtempSync(join(tmpdir(), 'clearlot-operator-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the tool like an operator and returns its exit code and output. */
const run = (...words: string[]) => runTool(['withdrawal', ...words]);
const recover = (...words: string[]) => runTool(['recovery', ...words]);
const disburse = (...words: string[]) => runTool(words, disburseTool);

const environment = () => ({ ...process.env, DATABASE_URL: world.database.url, DATA_DIR: join(folder, 'own') });

function runTool(words: string[], command = tool): Promise<{ readonly status: number; readonly said: string }> {
  const env = environment();
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...words], { env, timeout: 120_000 }, (error, output, complaint) => {
      resolve({ status: error ? Number(error.code ?? 1) : 0, said: (output + complaint).trim() });
    });
  });
}

test('operators list what waits, two of them approve it, and the app pays it out by itself', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  const waiting = await run('--list');
  expect(waiting).toMatchObject({ status: 0 });
  expect(waiting.said).toMatch(new RegExp(`^${id} .* 20000\\.000000 USDT .* 0 of 2 approvals$`));
  expect(await run(id, '--operator', 'anna')).toEqual({ status: 0, said: `${id} has 1 of 2 approvals.` });
  expect(await run(id, '--operator', 'anna')).toEqual({ status: 0, said: `${id} has 1 of 2 approvals.` });
  expect(await run(id, '--operator', 'bert')).toEqual({ status: 0, said: `${id} has 2 of 2 approvals.` });
  world.clock.advance(10 * 60_000);
  await world.look();
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'done' });
  expect(await run(id, '--operator', 'carl')).toEqual({ status: 1, said: `${id} is no longer in review.` });
  expect(await world.faults()).toEqual([]);
});

test('the open consoles hear of what is decided at the server, and of nothing that is only listed', async () => {
  const bus = await openBus(world.database.pool, world.database.url, silentLog);
  const heard: unknown[] = [];
  bus.subscribe(operatorEventsTopic, (changed) => void heard.push(changed));
  try {
    const { id } = await world.request(await world.member(50_000), 20_000);
    await run('--list');
    await run(id, '--operator', 'anna');
    await expect.poll(() => heard).toEqual([{ subject: 'approvals', id: '' }]);
    await recover('Nobody01', '--operator', 'anna', '--note', 'seen in person');
    await disburse('--refuse', '0000000000000000', '--reason', 'no such request', '--operator', 'anna');
    await expect.poll(() => heard.length).toBe(3);
    await run(id, '--operator', 'anna', '--refuse', 'nameMismatch');
  } finally {
    await bus.close();
  }
});

test('the list says what all members together asked to be paid to a destination', async () => {
  const card = cardOf('one card of two members');
  const [one, other] = [await world.member(50_000, { card }), await world.member(50_000, { card })];
  const first = await world.request(one, 6_000);
  const second = await world.request(other, 20_000);
  const lines = (await run('--list')).said.split('\n');
  const line = lines.find((each) => each.startsWith(second.id));
  expect(line).toMatch(/ {2}20000\.000000 USDT {2}.* {2}26000\.000000 USDT to it in a day {2}/);
  await world.cancel(one, first.id);
  expect((await run('--list')).said).toContain('20000.000000 USDT to it in a day');
  await run(second.id, '--operator', 'anna', '--refuse', 'nameMismatch');
  expect(await world.faults()).toEqual([]);
});

test('one operator refuses for a reason of the list, and the money is back with its member', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  const answer = await run(id, '--operator', 'anna', '--refuse', 'nameMismatch');
  expect(answer).toEqual({ status: 0, said: `${id} is refused, and the money is back with its member.` });
  expect(await world.balances(member)).toEqual({ available: 50_000, withdrawing: 0 });
  expect(await world.faults()).toEqual([]);
});

test('an operator’s command is killed between the refusal and the return of the hold, and the poll completes it', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  const { pool } = world.database;
  // The transfer of the return waits for this lock.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select ledger.lock_accounts(array[$1::bigint])', [memberAccount(member, 'available')]);
  const command = [tool, 'withdrawal', id, '--operator', 'anna', '--refuse', 'nameMismatch'];
  const child = spawn(process.execPath, command, { env: environment(), stdio: 'ignore' });
  const ended = once(child, 'exit');
  const refusals = `select operator from approval_decision where reference = $1 and decision = 'refused'`;
  await expect
    .poll(async () => (await pool.query(refusals, [`${member}.${id}`])).rowCount, { timeout: 60_000 })
    .toBe(1);
  child.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  holder.release();
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'requested', refusal: 'nameMismatch' });
  await world.look();
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'refused', reason: 'nameMismatch' });
  expect(await world.balances(member)).toEqual({ available: 50_000, withdrawing: 0 });
  expect(await world.faults()).toEqual([]);
});

test('anything else prints the usage and changes nothing', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  const wrong = [
    [],
    [id],
    [id, '--operator'],
    [id, '--operator', 'Anna'],
    [id, '--operator', 'anna', '--refuse'],
    [id, '--operator', 'anna', '--refuse', 'weightTooLow'],
    [id, '--operator', 'anna', 'more'],
  ];
  const answers = await Promise.all(wrong.map((words) => run(...words)));
  for (const [place, { status, said }] of answers.entries()) {
    const words = wrong[place]?.join(' ');
    expect([words, status, said.includes('two operators')]).toEqual([words, 2, true]);
  }
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'requested', approvals: 0 });
  expect((await run('0000000000000000', '--operator', 'anna')).said).toBe('There is no withdrawal 0000000000000000.');
});

test('who is no operator, has another role or has ended decides nothing', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  await world.database.owner.query(
    `insert into operator (name, role, ended_at) values ('sue', 'support', null), ('eve', 'owner', now())`,
  );
  for (const name of ['nobody', 'sue', 'eve']) {
    expect(await run(id, '--operator', name), name).toMatchObject({ status: 1, said: expect.stringContaining(name) });
  }
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'requested', approvals: 0 });
});

test('the first owner gets a link at the server, and no second one once an owner can sign in', async () => {
  const own = fileURLToPath(new URL('../../tools/operator/operators.ts', import.meta.url));
  const operators = (...words: string[]) => runTool(words, own);
  const created = await operators('create', 'first', '--role', 'owner');
  expect(created).toMatchObject({ status: 0 });
  expect(created.said).toMatch(/\/operator\/enrol#[A-Za-z0-9_-]{43}$/);
  expect((await operators('create', 'first', '--role', 'owner')).said).toContain('take another one');
  expect((await operators('list')).said).toMatch(/^first {2}owner {2}since .* {2}not enrolled$/m);
  await world.database.owner.query(
    `insert into operator_passkey (operator, credential_id, name, public_key, counter, added_at) values ('first', '\\x01', 'key', '\\x01', 0, now())`,
  );
  expect(await operators('create', 'second', '--role', 'owner')).toMatchObject({ status: 1 });
  expect((await operators('link', 'first')).said).toMatch(/\/operator\/enrol#[A-Za-z0-9_-]{43}$/);
  expect(await operators('link', 'sue')).toMatchObject({ status: 1 });
  expect(await operators('create', 'third', '--role', 'finance')).toMatchObject({ status: 2 });
  const { rows } = await world.database.pool.query(
    `select act from operator_act where subject = 'operator first' order by id`,
  );
  expect(rows.map(({ act }) => act)).toEqual(['operatorCreated', 'operatorLinkMade']);
});

test('two operators begin the recovery of an account that has lost its second factors', async () => {
  const name = 'recovered1';
  await world.database.pool.query(
    `with owner as (
       insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
       values ($1, '$argon2id$', 'en', 'RECOVER1', decode(repeat('ab', 32), 'hex'), now()) returning id
     )
     insert into authenticator (member_id, sealed, started_at, confirmed_at)
     select id, decode(repeat('00', 60), 'hex'), now(), now() from owner`,
    [name],
  );
  const said = (operator: string) => recover(name, '--operator', operator, '--note', 'seen in person, with a passport');
  expect(await said('anna')).toEqual({ status: 0, said: `${name} has 1 of 2 approvals.` });
  const second = await said('bert');
  expect(second.status).toBe(0);
  expect(second.said).toMatch(/takes effect \d{4}-\d\d-\d\dT.*, unless somebody stops it\.$/);
  expect((await recover('--list')).said).toMatch(new RegExp(`^${name}  asked .*  by anna, bert  takes effect `));
  const request = '0000000000000000';
  const other = ['--operator', 'anna', '--request', request, '--note', 'seen'];
  expect((await recover(name, ...other)).said).toContain('refuse it first');
  expect((await recover('recovered2', ...other)).said).toBe('There is no account recovered2.');
  expect(await recover(name, ...other, '--refuse')).toMatchObject({ status: 2 });
  expect(await recover(name, '--operator', 'anna', '--request', 'x', '--note', 'seen')).toMatchObject({ status: 2 });
  expect(await recover(name, '--operator', 'anna')).toMatchObject({
    status: 2,
    said: expect.stringContaining('two operators'),
  });
});

test('a cause is asked for, and two operators disburse to one what the charity holds', async () => {
  await world.ledger.submit({
    ...{ key: 'charity', inputHash: '0'.repeat(64), kind: 'roundSettled', reference: 'test' },
    postings: [{ from: houseAccount('sponsor', 0n), to: houseAccount('charity', 0n), amount: usdt(9_000_000n) }],
  });
  const file = join(folder, 'cause.json');
  const text = { name: 'Books', about: 'Books for a school' };
  writeFileSync(file, JSON.stringify({ en: text, zh: text, tc: text, jp: { ...text, name: 'x\u0007y' } }));
  const name = () => disburse('--new-cause', 'books', '--texts', file, '--reason', 'for a test', '--operator', 'anna');
  expect(await name()).toMatchObject({ status: 1, said: expect.stringContaining('on one line') });
  writeFileSync(file, JSON.stringify({ en: text, zh: text, tc: text }));
  expect(await name()).toMatchObject({ status: 1, said: expect.stringContaining('jp') });
  writeFileSync(file, JSON.stringify({ en: text, zh: text, tc: text, jp: text }));
  expect(await name()).toMatchObject({ status: 0, said: expect.stringMatching(/^\S{16} asks for the cause books: /) });
  expect((await disburse('--causes')).said).toBe('');
  await nameCause(world.database, 'books', text, { by: [owner('anna'), owner('bert')], now: world.clock.now() });
  expect((await disburse('--causes')).said).toBe('books  Books  Books for a school');

  const ask = (operator: string, amount = '2.5') => {
    const what = ['--cause', 'books', '--amount', amount, '--asset', 'USDT', '--receipt', 'Invoice 17, 40 books'];
    return disburse(...what, '--operator', operator);
  };
  expect(await ask('anna')).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^\S{16} has 1 of 2 approvals\.$/),
  });
  expect((await disburse('--list')).said).toMatch(
    /^\S{16} {2}books {2}2\.500000 USDT {2}asked .* {2}approved by anna {2}Invoice 17, 40 books$/,
  );
  expect(await ask('bert', '9.000001')).toMatchObject({ status: 1, said: 'The charity holds less than that.' });
  const [number = ''] = (await disburse('--list')).said.split('  ');
  expect(await disburse('--approve', number, '--operator', 'anna')).toMatchObject({
    status: 0,
    said: `${number} has 1 of 2 approvals.`,
  });
  expect(await disburse('--approve', number, '--operator', 'bert')).toMatchObject({
    status: 0,
    said: `${number} is disbursed, and published with its receipt.`,
  });
  expect((await disburse('--list')).said).toBe('No disbursement waits for approval.');
  for (const words of [
    [],
    ['--list', 'more'],
    ['--approve', 'x', '--operator', 'anna'],
    ['--cause', 'books', '--operator', 'anna'],
  ]) {
    expect(await disburse(...words)).toMatchObject({ status: 2, said: expect.stringContaining('another approves') });
  }
  expect(await ask('anna', '-1')).toMatchObject({ status: 2 });
  expect(await world.faults()).toEqual([]);
});
