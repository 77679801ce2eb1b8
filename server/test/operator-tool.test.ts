import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { findWithdrawal } from '#server/features/withdrawals/withdrawal-store.ts';
import { openWorld, type World } from '#server/features/withdrawals/withdrawal-world.fixture.ts';

const tool = fileURLToPath(new URL('../../tools/operator/review.ts', import.meta.url));

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

const environment = () => ({ ...process.env, DATABASE_URL: world.database.url, DATA_DIR: join(folder, 'own') });

function runTool(words: string[]): Promise<{ readonly status: number; readonly said: string }> {
  const env = environment();
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...words], { env, timeout: 120_000 }, (error, output, complaint) => {
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
  expect(await recover(name, '--operator', 'anna')).toMatchObject({
    status: 2,
    said: expect.stringContaining('two operators'),
  });
});
