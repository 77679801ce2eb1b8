import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordRequestMs, recoveryWaitMs } from '#core/recovery/rules.ts';
import { cancelRecovery } from '#server/features/identity/cancel-recovery.ts';
import type { UsedProof } from '#server/features/identity/factors/factor-check.ts';
import { newGuarded, newOwner, outcomeOf, tryFactor } from '#server/features/identity/factors/second-factor.fixture.ts';
import { getRecovery } from '#server/features/identity/get-recovery.ts';
import { reauthenticate } from '#server/features/identity/passwords/reauthenticate.ts';
import { finishRecoveries } from '#server/features/identity/recovery/finish-recoveries.ts';
import { recoveryEffects } from '#server/features/identity/recovery/recovery-effects.ts';
import { approvalLifeMs } from '#server/features/identity/recovery/review-recovery.ts';
import { stopForUsedProof } from '#server/features/identity/recovery/stop-recovery.ts';
import { requestLoginPassword } from '#server/features/identity/request-login-password.ts';
import { freezeRecovered, freezeHoldOf as holdOf, isFrozen } from '#server/features/security/freeze.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import {
  createBrowser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  type IdentityNode,
  openTestIdentity,
  type TestIdentity,
  trySignIn,
} from './identity.fixture.ts';
import { askForRecovery, decideRecovery } from './recovery-desk.fixture.ts';

let accounts: TestIdentity;
let recovery: ReturnType<typeof recoveryOf>;
/** Whose members call a recovery off by what they use. */
let node: IdentityNode;

beforeAll(async () => {
  accounts = await openTestIdentity();
  recovery = recoveryOf(accounts);
  const proofUsed = (memberId: bigint, proof: UsedProof) => stopForUsedProof(recovery, memberId, proof);
  node = { ...accounts.node, proofUsed };
});
afterAll(() => accounts.close());

function recoveryOf({ node: { sessions, acts, wallNow, clock }, database }: TestIdentity) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const effects = recoveryEffects(sessions, (within, memberId, holdsUntil) =>
    freezeRecovered(within, memberId, clock.now(), holdsUntil),
  );
  const freezeHoldOf = (memberId: bigint) => holdOf(tables, memberId, wallNow());
  return { tables, acts, wallNow, operatorEvents: { publish: async () => undefined }, effects, freezeHoldOf };
}

const anna = { by: owner('anna'), reason: 'seen on a video call' };
const bert = { by: owner('bert'), reason: 'seen on a video call' };
const newPassword = 'newer88bird';
let lastAddress = 0;
const newBrowser = () => createBrowser(`203.0.113.${++lastAddress}`);

/** The number of a request, or its refusal. */
async function request(username: string, browser = newBrowser(), password = newPassword): Promise<string> {
  await getProvenCaptcha(node, browser);
  const form = { username, password, repassword: password, code: fixedAnswer };
  const outcome = await outcomeOf(requestLoginPassword({ ...node, recovery }, form, browser));
  return typeof outcome === 'string' ? outcome : outcome.request;
}

async function approveTwice(username: string, number: string): Promise<string> {
  await askForRecovery(recovery, username, anna, number);
  return await decideRecovery(recovery, username, bert);
}

async function outcomesOf(memberId: bigint): Promise<(string | null)[]> {
  const sql = 'select outcome from account_recovery where member_id = $1 order by id';
  const { rows } = await accounts.database.pool.query<{ outcome: string | null }>(sql, [memberId]);
  return rows.map(({ outcome }) => outcome);
}

const enter = (username: string, password: string) => trySignIn(node, username, password, newBrowser());

test('two operators and three days replace the password by the one of the request, and nothing does before', async () => {
  const call = await newOwner(node, 'Lostkey1');
  const { memberId } = call.member;
  const number = await request('lostKEY1');
  expect(number).toMatch(/^[0-9A-Z]{16}$/);
  expect(await getRecovery(recovery, memberId)).toMatchObject({ waiting: null });
  expect(await askForRecovery(recovery, 'Lostkey1', anna, number)).toBe('asked');
  expect(await getRecovery(recovery, memberId)).toMatchObject({ waiting: null });
  expect(await decideRecovery(recovery, 'Lostkey1', bert)).toBe('approved');
  expect(await getRecovery(recovery, memberId)).toMatchObject({ waiting: { replacesPassword: true } });
  accounts.passTime(recoveryWaitMs - 1);
  await finishRecoveries(recovery);
  expect(await enter('Lostkey1', newPassword)).toBe('wrongCredentials');
  accounts.passTime(1);
  await Promise.all([finishRecoveries(recovery), finishRecoveries(recovery), finishRecoveries(recovery)]);
  expect(await outcomesOf(memberId)).toEqual(['done']);
  const { rows: acts } = await accounts.database.pool.query('select act from security_act where member_id = $1', [
    memberId,
  ]);
  expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['loginPasswordReset', 'accountRecovered']));
  expect(await node.sessions.find(call.jar.get('clearlot_session') ?? '')).toBe('expired');
  expect(await enter('Lostkey1', goodPassword)).toBe('wrongCredentials');
  expect(await enter('Lostkey1', newPassword)).toBe('signedIn');
  expect(await isFrozen(recovery.tables, memberId)).toBe(true);
});

test('any use of the password that was reported forgotten calls it off, a factor does, and so does the member', async () => {
  const { call, secret, backupCodes } = await newGuarded(node, 'Remember');
  const { memberId } = call.member;
  const uses: Record<string, () => Promise<unknown>> = {
    signIn: () => tryFactor(node, 'Remember', newBrowser()),
    reauthentication: () =>
      reauthenticate(node, { password: goodPassword, factor: codeAt(secret, node.wallNow()) }, call),
    factor: () => tryFactor(node, 'Remember', newBrowser(), backupCodes[0]),
    member: () => cancelRecovery(recovery, memberId),
  };
  for (const [use, run] of Object.entries(uses)) {
    expect(await approveTwice('Remember', await request('Remember')), use).toBe('approved');
    accounts.passTime(recoveryWaitMs - 60_000);
    expect(await enter('Remember', 'wrong999')).toBe('wrongCredentials');
    expect(await getRecovery(recovery, memberId), use).toMatchObject({ waiting: { replacesPassword: true } });
    await run();
    expect(await getRecovery(recovery, memberId), use).toMatchObject({ waiting: null });
    accounts.passTime(60_000);
    await finishRecoveries(recovery);
    expect(await enter('Remember', newPassword), use).toBe('wrongCredentials');
  }
  expect(await outcomesOf(memberId)).toEqual(['passwordUsed', 'passwordUsed', 'passwordUsed', 'cancelled']);
});

test('the password does not call off a recovery of lost factors, which it is not about', async () => {
  const { call } = await newGuarded(node, 'Factors1');
  await askForRecovery(recovery, 'Factors1', anna);
  await decideRecovery(recovery, 'Factors1', bert);
  expect(await tryFactor(node, 'Factors1', newBrowser())).toBe('secondFactorNeeded');
  expect(await getRecovery(recovery, call.member.memberId)).toMatchObject({ waiting: { replacesPassword: false } });
});

test('operators approve one request of the account: not another’s, an old one, two different ones or none', async () => {
  const call = await newOwner(node, 'Request1');
  await newOwner(node, 'Request2');
  const own = await request('Request1');
  // Later requests sweep what has lapsed, and nothing else.
  accounts.passTime(1_000);
  const [second, others, nobodys] = [await request('Request1'), await request('Request2'), await request('Nobody01')];
  expect(nobodys).toMatch(/^[0-9A-Z]{16}$/);
  for (const number of [others, nobodys, '0000000000000000']) {
    expect(await askForRecovery(recovery, 'Request1', anna, number)).toBe('passwordRequestUnknown');
  }
  expect(await askForRecovery(recovery, 'Request1', anna)).toBe('nothingToRecover');
  await askForRecovery(recovery, 'Request1', anna, own);
  for (const number of [second, undefined]) {
    expect(await askForRecovery(recovery, 'Request1', bert, number)).toBe('recoveryOpen');
  }
  expect(await decideRecovery(recovery, 'Request1', bert, 'refused')).toBe('refused');
  accounts.passTime(passwordRequestMs);
  expect(await askForRecovery(recovery, 'Request1', anna, second)).toBe('passwordRequestUnknown');
  expect(await outcomesOf(call.member.memberId)).toEqual(['refused']);
});

test('an approved request lives as long as its approval, whatever becomes of the table of requests', async () => {
  await newOwner(node, 'Longage1');
  const number = await request('Longage1');
  accounts.passTime(passwordRequestMs - 1);
  await askForRecovery(recovery, 'Longage1', anna, number);
  accounts.passTime(approvalLifeMs - 1);
  // Sweeps the requests that are too old.
  await request('Longage1');
  expect(await decideRecovery(recovery, 'Longage1', bert)).toBe('approved');
});

test('a request is decided on once: refused or stopped, its number begins no other recovery; lapsed, it does', async () => {
  const call = await newOwner(node, 'Onceonly');
  const { memberId } = call.member;
  const unknown = 'passwordRequestUnknown';
  const refused = await request('Onceonly');
  await askForRecovery(recovery, 'Onceonly', anna, refused);
  await decideRecovery(recovery, 'Onceonly', bert, 'refused');
  expect(await askForRecovery(recovery, 'Onceonly', anna, refused)).toBe(unknown);
  const cancelled = await request('Onceonly');
  await approveTwice('Onceonly', cancelled);
  await cancelRecovery(recovery, memberId);
  expect(await askForRecovery(recovery, 'Onceonly', anna, cancelled)).toBe(unknown);
  const lapsed = await request('Onceonly');
  await askForRecovery(recovery, 'Onceonly', anna, lapsed);
  accounts.passTime(approvalLifeMs);
  expect(await askForRecovery(recovery, 'Onceonly', bert, lapsed)).toBe('asked');
  expect(await decideRecovery(recovery, 'Onceonly', anna)).toBe('approved');
  expect((await outcomesOf(memberId)).toSorted()).toEqual(['cancelled', 'expired', null, 'refused']);
});

test('requests are bounded by the lock-out, for a name that no account has as well', async () => {
  await newOwner(node, 'Flooded1');
  for (const username of ['Flooded1', 'Nobody02']) {
    const flooder = newBrowser();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) outcomes.push(await request(username, flooder));
    expect(outcomes.map((outcome) => outcome.length === 16)).toEqual([true, true, true, true, true, false]);
    expect(outcomes.at(-1)).toBe('signInLocked');
    expect(await request(username)).toMatch(/^[0-9A-Z]{16}$/);
  }
});

test('the database exchanges neither request nor password of a recovery, and takes no password without its request', async () => {
  const call = await newOwner(node, 'Swapped1');
  await approveTwice('Swapped1', await request('Swapped1'));
  const run = (sql: string) => accounts.database.owner.query(sql, [call.member.memberId]);
  await expect(run("update account_recovery set password_hash = 'other' where member_id = $1")).rejects.toThrow(
    'never changed',
  );
  await expect(run("update account_recovery set request_id = 'other' where member_id = $1")).rejects.toThrow(
    'never changed',
  );
  await cancelRecovery(recovery, call.member.memberId);
  const insert = `insert into account_recovery (member_id, id, asked_at, password_hash)
    values ($1, 'Z', now(), 'hash')`;
  await expect(run(insert)).rejects.toThrow('check');
});

test('with the guard of the database off, another password is still not what the first operator approved', async () => {
  const { member } = await newOwner(node, 'Swapped2');
  await askForRecovery(recovery, 'Swapped2', anna, await request('Swapped2'));
  await accounts.database.owner.query(
    `alter table account_recovery disable trigger account_recovery_goes_forward;
     update account_recovery set password_hash = 'other' where member_id = ${member.memberId};
     alter table account_recovery enable trigger account_recovery_goes_forward`,
  );
  await expect(decideRecovery(recovery, 'Swapped2', bert)).rejects.toThrow('not what its approval was opened for');
  expect(await getRecovery(recovery, member.memberId)).toMatchObject({ waiting: null });
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
