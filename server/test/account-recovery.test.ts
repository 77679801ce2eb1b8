import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityAct } from '#contract/states.ts';
import { recoveryFreezeMs, recoveryWaitMs } from '#core/recovery/rules.ts';
import { addPasskey } from '#server/features/identity/add-passkey.ts';
import { cancelRecovery } from '#server/features/identity/cancel-recovery.ts';
import type { UsedProof } from '#server/features/identity/factors/factor-check.ts';
import {
  newGuarded,
  newOwner,
  origin,
  outcomeOf,
  tryFactor,
} from '#server/features/identity/factors/second-factor.fixture.ts';
import { getRecovery } from '#server/features/identity/get-recovery.ts';
import { createDevice } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { finishRecoveries } from '#server/features/identity/recovery/finish-recoveries.ts';
import { recoveryEffects } from '#server/features/identity/recovery/recovery-effects.ts';
import type { RecoveryTables } from '#server/features/identity/recovery/recovery-tables.ts';
import { approvalLifeMs } from '#server/features/identity/recovery/review-recovery.ts';
import { stopForUsedProof } from '#server/features/identity/recovery/stop-recovery.ts';
import { signInWithPasskey } from '#server/features/identity/sign-in-with-passkey.ts';
import { startPasskey } from '#server/features/identity/start-passkey.ts';
import { startPasskeySignIn } from '#server/features/identity/start-passkey-sign-in.ts';
import { historyOf, lockOut } from '#server/features/identity/ways-in.fixture.ts';
import { freezeHoldOf, freezeRecovered, isFrozen } from '#server/features/security/freeze.ts';
import type { SecurityTables } from '#server/features/security/security-tables.ts';
import { unfreezeAccount } from '#server/features/security/unfreeze-account.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { endedOrBlocked } from './blocked.fixture.ts';
import {
  createBrowser,
  goodPassword,
  type IdentityNode,
  openTestIdentity,
  type TestIdentity,
  trySignInWithCode,
} from './identity.fixture.ts';
import { askForRecovery, decideRecovery } from './recovery-desk.fixture.ts';

let accounts: TestIdentity;
let dependencies: ReturnType<typeof dependenciesOf>;

beforeAll(async () => {
  accounts = await openTestIdentity();
  dependencies = dependenciesOf(accounts);
});
afterAll(() => accounts.close());

const hourMs = 3_600_000;
const announced: string[] = [];

function dependenciesOf({ node, database }: TestIdentity) {
  const tables = new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const effects = recoveryEffects(node.sessions, (within, memberId, holdsUntil) =>
    freezeRecovered(within, memberId, node.clock.now(), holdsUntil),
  );
  return {
    tables,
    acts: {
      ...node.acts,
      announce: async (memberId: bigint, act: SecurityAct) => void announced.push(`${memberId} ${act}`),
    },
    wallNow: node.wallNow,
    operatorEvents: { publish: async () => undefined },
    freezeHoldOf: (memberId: bigint) => freezeHoldOf(tables, memberId, node.wallNow()),
    effects,
  };
}

const reason = 'seen on a video call, knew the last deposit';
const anna = { by: owner('anna'), reason };
const bert = { by: owner('bert'), reason };
const browser = () => createBrowser('203.0.113.9');

async function actsOf(memberId: bigint): Promise<string[]> {
  const sql = `select act from security_act where member_id = $1 and act <> 'operatorActed' order by id`;
  const { rows } = await accounts.database.pool.query<{ act: string }>(sql, [memberId]);
  return rows.map(({ act }) => act);
}

async function outcomesOf(memberId: bigint): Promise<(string | null)[]> {
  const sql = 'select outcome from account_recovery where member_id = $1 order by id';
  const { rows } = await accounts.database.pool.query<{ outcome: string | null }>(sql, [memberId]);
  return rows.map(({ outcome }) => outcome);
}

test('two operators, three days, and the password alone signs in; the account stays frozen for another day', async () => {
  const { call } = await newGuarded(accounts.node, 'Lostall1');
  const { memberId } = call.member;
  // Acts of one moment are in no order.
  accounts.passTime(hourMs);
  expect(await askForRecovery(dependencies, 'lostALL1', anna)).toBe('asked');
  expect(await decideRecovery(dependencies, 'Lostall1', anna)).toBe('open');
  expect(await getRecovery(dependencies, memberId)).toEqual({ waiting: null, freezeHoldsUntil: null });
  const takesEffectAt = accounts.node.wallNow() + recoveryWaitMs;
  expect(await decideRecovery(dependencies, 'Lostall1', bert)).toBe('approved');
  expect(await getRecovery(dependencies, memberId)).toMatchObject({ waiting: { takesEffectAt } });

  accounts.passTime(recoveryWaitMs - 1);
  await finishRecoveries(dependencies);
  expect(await tryFactor(accounts.node, 'Lostall1', browser())).toBe('secondFactorNeeded');
  accounts.passTime(1);
  await Promise.all([finishRecoveries(dependencies), finishRecoveries(dependencies), finishRecoveries(dependencies)]);
  expect(await accounts.node.sessions.find(call.jar.get('clearlot_session') ?? '')).toBe('expired');
  expect(await tryFactor(accounts.node, 'Lostall1', browser())).toBe('signedIn');
  expect(await tryFactor(accounts.node, 'Lostall1', browser(), undefined, 'wrong999')).toBe('wrongCredentials');
  expect((await actsOf(memberId)).slice(-2)).toEqual(['recoveryApproved', 'accountRecovered']);
  expect(announced.filter((one) => one === `${memberId} accountRecovered`)).toHaveLength(1);

  const security = new Kysely<SecurityTables>({ dialect: new PostgresDialect({ pool: accounts.database.pool }) });
  const identity = { requireCaptcha: async () => undefined, reauthenticate: async () => undefined };
  const freezing = {
    tables: security,
    acts: dependencies.acts,
    identity,
    clock: accounts.node.clock,
    wallNow: dependencies.wallNow,
  };
  const lift = () => outcomeOf(unfreezeAccount(freezing, { password: 'x', code: 'y' }, call));
  expect(await getRecovery(dependencies, memberId)).toEqual({
    waiting: null,
    freezeHoldsUntil: accounts.node.wallNow() + recoveryFreezeMs,
  });
  accounts.passTime(recoveryFreezeMs - 1);
  expect(await lift()).toBe('freezeHolds');
  expect(await isFrozen(security, memberId)).toBe(true);
  accounts.passTime(1);
  expect(await lift()).toEqual({});
  expect(await isFrozen(security, memberId)).toBe(false);
});

test('a recovery opens no session and lifts no lock-out: its member enters by a sign-in, which is in the history', async () => {
  const { node } = accounts;
  const { call } = await newGuarded(node, 'Lostall2');
  const { memberId } = call.member;
  await askForRecovery(dependencies, 'Lostall2', anna);
  await decideRecovery(dependencies, 'Lostall2', anna);
  await decideRecovery(dependencies, 'Lostall2', bert);
  accounts.passTime(recoveryWaitMs);
  const guesser = createBrowser('203.0.113.77');
  await lockOut(node, 'Lostall2', guesser);
  const before = await historyOf(node, call);
  await finishRecoveries(dependencies);
  expect(await node.sessions.list(memberId)).toEqual([]);
  expect(await historyOf(node, call)).toEqual(before);
  expect(await tryFactor(node, 'Lostall2', guesser)).toBe('signInLocked');
  const elsewhere = createBrowser('198.51.100.9');
  expect(await trySignInWithCode(node, 'Lostall2', goodPassword, elsewhere)).toBe('signedIn');
  expect((await historyOf(node, call)).filter((entry) => !before.includes(entry))).toEqual([
    `signedIn ${elsewhere.address}`,
  ]);
  expect(await node.sessions.list(memberId)).toHaveLength(1);
});

test('a passkey sign-in under way while it takes effect leaves no session', async () => {
  const { node, database } = accounts;
  const { call, backupCodes } = await newGuarded(node, 'Recovkey');
  const { memberId } = call.member;
  const device = createDevice();
  const creation = await startPasskey(node, { password: goodPassword, factor: backupCodes[0] }, call);
  await addPasskey(node, { name: 'phone', credential: device.make(creation) }, call);
  await askForRecovery(dependencies, 'Recovkey', anna);
  await decideRecovery(dependencies, 'Recovkey', anna);
  await decideRecovery(dependencies, 'Recovkey', bert);
  accounts.passTime(recoveryWaitMs);
  let recovered: Promise<void> | undefined;
  const start: IdentityNode['sessions']['start'] = async (...beginning) => {
    recovered = finishRecoveries(dependencies);
    await endedOrBlocked(database.pool, recovered);
    return await node.sessions.start(...beginning);
  };
  const visitor = { ...browser(), origin };
  const slow = { ...node, sessions: { ...node.sessions, start } };
  const request = await startPasskeySignIn(slow, visitor);
  await outcomeOf(signInWithPasskey(slow, { credential: device.use(request) }, visitor));
  await recovered;
  expect(await outcomesOf(memberId)).toEqual(['done']);
  expect(await node.sessions.list(memberId)).toEqual([]);
  expect(await node.sessions.find(visitor.jar.get('clearlot_session') ?? '')).toBe('expired');
  // A removed passkey is refused at the sign-in.
  const later = { ...browser(), origin };
  const credential = device.use(await startPasskeySignIn(node, later));
  expect(await outcomeOf(signInWithPasskey(node, { credential }, later))).toBe('passkeyRefused');
});

test('the member cancels it from any device until it takes effect; without a request there is nothing to cancel', async () => {
  const { call } = await newGuarded(accounts.node, 'Stopper1');
  const { memberId } = call.member;
  const { call: stranger } = await newGuarded(accounts.node, 'Stopper2');
  expect(await outcomeOf(cancelRecovery(dependencies, memberId))).toBe('recoveryUnknown');
  await askForRecovery(dependencies, 'Stopper1', anna);
  expect(await outcomeOf(cancelRecovery(dependencies, memberId))).toBe('recoveryUnknown');
  accounts.passTime(hourMs);
  await decideRecovery(dependencies, 'Stopper1', bert);
  expect(await outcomeOf(cancelRecovery(dependencies, stranger.member.memberId))).toBe('recoveryUnknown');
  accounts.passTime(hourMs);
  const answers = await Promise.all([1, 2, 3].map(() => outcomeOf(cancelRecovery(dependencies, memberId))));
  expect(answers.filter((answer) => answer !== 'recoveryUnknown')).toHaveLength(1);
  accounts.passTime(recoveryWaitMs + hourMs);
  await finishRecoveries(dependencies);
  expect(await tryFactor(accounts.node, 'Stopper1', browser())).toBe('secondFactorNeeded');
  expect((await actsOf(memberId)).slice(-2)).toEqual(['recoveryApproved', 'recoveryCancelled']);
  expect(await outcomesOf(memberId)).toEqual(['cancelled']);
  // Asked again it takes two approvals again, and a whole wait.
  expect(await askForRecovery(dependencies, 'Stopper1', anna)).toBe('asked');
  expect(await getRecovery(dependencies, memberId)).toMatchObject({ waiting: null });
  // Also where it was begun anew after a node found that the one before was due.
  await decideRecovery(dependencies, 'Stopper1', bert);
  const [foundAt, turnAt] = [accounts.node.wallNow() + recoveryWaitMs, accounts.node.wallNow()];
  const moments = [foundAt, turnAt];
  await finishRecoveries({ ...dependencies, wallNow: () => moments.shift() ?? turnAt });
  expect(await outcomesOf(memberId)).toEqual(['cancelled', null]);
});

test('using a factor reported as lost ends it, in the last minute as well', async () => {
  const { call, secret, backupCodes } = await newGuarded(accounts.node, 'Notlost1');
  const { memberId } = call.member;
  const node = {
    ...accounts.node,
    proofUsed: (one: bigint, proof: UsedProof) => stopForUsedProof(dependencies, one, proof),
  };
  const uses = [() => codeAt(secret, accounts.node.wallNow()), () => backupCodes[0] ?? ''];
  for (const factor of uses) {
    await askForRecovery(dependencies, 'Notlost1', anna);
    await decideRecovery(dependencies, 'Notlost1', bert);
    accounts.passTime(recoveryWaitMs - hourMs);
    expect(await tryFactor(node, 'Notlost1', browser(), '000000')).toBe('secondFactorWrong');
    expect(await getRecovery(dependencies, memberId)).toMatchObject({ waiting: { takesEffectAt: expect.any(Number) } });
    expect(await tryFactor(node, 'Notlost1', browser(), factor())).toBe('signedIn');
    accounts.passTime(2 * hourMs);
    await finishRecoveries(dependencies);
    expect(await tryFactor(node, 'Notlost1', browser())).toBe('secondFactorNeeded');
  }
  expect(await outcomesOf(memberId)).toEqual(['factorUsed', 'factorUsed']);
});

test('one refusal is enough, and a member without factors has nothing to recover', async () => {
  const { call } = await newGuarded(accounts.node, 'Refused1');
  expect(await decideRecovery(dependencies, 'Refused1', bert, 'refused')).toBe('noneOpen');
  await askForRecovery(dependencies, 'Refused1', anna);
  await decideRecovery(dependencies, 'Refused1', bert);
  accounts.passTime(hourMs);
  expect(await decideRecovery(dependencies, 'Refused1', anna, 'refused')).toBe('refused');
  expect(await getRecovery(dependencies, call.member.memberId)).toMatchObject({ waiting: null });
  expect((await actsOf(call.member.memberId)).at(-1)).toBe('recoveryCancelled');
  const heard = announced.filter((one) => one.startsWith(`${call.member.memberId} `));
  expect(heard.map((one) => one.split(' ')[1])).toEqual(['recoveryApproved', 'recoveryCancelled']);
  await newOwner(accounts.node, 'Plain001');
  expect(await askForRecovery(dependencies, 'Plain001', anna)).toBe('nothingToRecover');
});

test('ten requests and twenty approvals at once of two operators are two approvals and one wait', async () => {
  const { call } = await newGuarded(accounts.node, 'Atonce01');
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, at) => askForRecovery(dependencies, 'Atonce01', at % 2 ? anna : bert)),
  );
  expect(asked.toSorted()).toEqual(['asked', ...Array.from({ length: 9 }, () => 'recoveryOpen')]);
  const decided = await Promise.all(
    Array.from({ length: 20 }, (_, at) => decideRecovery(dependencies, 'Atonce01', at % 2 ? anna : bert)),
  );
  expect(decided.at(-1)).toBe('approved');
  const { rows } = await accounts.database.pool.query(
    `select count(*)::int as decisions, (select count(*)::int from account_recovery where member_id = $1) as recoveries
     from approval_decision where kind = 'recovery' and reference like $1::bigint || '.%'`,
    [call.member.memberId],
  );
  expect(rows).toEqual([{ decisions: 2, recoveries: 1 }]);
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'recoveryApproved')).toHaveLength(1);
});

test('a first approval counts for a day: after it an operator begins anew, as the first of two', async () => {
  const { call } = await newGuarded(accounts.node, 'Tooold01');
  const { memberId } = call.member;
  await askForRecovery(dependencies, 'Tooold01', anna);
  accounts.passTime(approvalLifeMs - 1);
  expect(await askForRecovery(dependencies, 'Tooold01', bert)).toBe('recoveryOpen');
  accounts.passTime(1);
  expect(await decideRecovery(dependencies, 'Tooold01', bert)).toBe('approvalExpired');
  expect(await askForRecovery(dependencies, 'Tooold01', bert)).toBe('asked');
  expect(await outcomesOf(memberId)).toEqual(['expired', null]);
  expect(await decideRecovery(dependencies, 'Tooold01', anna)).toBe('approved');
  // What is approved can be refused for as long as it has not taken effect.
  accounts.passTime(recoveryWaitMs - 1);
  expect(await decideRecovery(dependencies, 'Tooold01', bert, 'refused')).toBe('refused');
  expect(await outcomesOf(memberId)).toEqual(['expired', 'refused']);
});

test('approved and refused at once, a recovery never waits with a refusal on record', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `Races00${round}`;
    const { call } = await newGuarded(accounts.node, name);
    const { memberId } = call.member;
    await askForRecovery(dependencies, name, anna);
    const carl = { by: owner('carl'), reason };
    await Promise.all([decideRecovery(dependencies, name, bert), decideRecovery(dependencies, name, carl, 'refused')]);
    const { rows } = await accounts.database.pool.query(
      `select count(*)::int as wrong from account_recovery as r join approval_decision as d
         on d.kind = 'recovery' and d.reference = r.member_id || '.' || r.id and d.decision = 'refused'
       where r.member_id = $1 and r.ended_at is null`,
      [memberId],
    );
    expect(rows).toEqual([{ wrong: 0 }]);
    expect(await outcomesOf(memberId)).toEqual(['refused']);
  }
});

test('the database takes no shorter wait, no single approval, no change of the request and no way back', async () => {
  const { call } = await newGuarded(accounts.node, 'Guarded9');
  const { memberId } = call.member;
  await askForRecovery(dependencies, 'Guarded9', anna);
  const run = (sql: string) => accounts.database.owner.query(sql, [memberId]);
  const wait = (hours: number) =>
    `update account_recovery set approved_at = asked_at, takes_effect_at = asked_at + interval '${hours} hours'
     where member_id = $1`;
  await expect(run(wait(72))).rejects.toThrow('two operators');
  // Nor where its guards are lifted.
  const client = await accounts.database.owner.connect();
  try {
    await client.query('begin; alter table account_recovery disable trigger user');
    await expect(client.query(wait(71), [memberId])).rejects.toThrow('check constraint');
  } finally {
    await client.query('rollback');
    client.release();
  }
  await decideRecovery(dependencies, 'Guarded9', bert);
  await expect(run(wait(1))).rejects.toThrow('never goes back');
  const early = "update account_recovery set ended_at = approved_at, outcome = 'done' where member_id = $1";
  await expect(run(early)).rejects.toThrow(/account_recovery_check|waits for three days/);
  await expect(run('delete from account_recovery where member_id = $1')).rejects.toThrow();
  await expect(
    run("update approval_decision set operator = 'carl' where reference like $1::bigint || '.%'"),
  ).rejects.toThrow();
  await expect(run("delete from approval_decision where reference like $1::bigint || '.%'")).rejects.toThrow();
  await cancelRecovery(dependencies, memberId);
  await expect(
    run('update account_recovery set ended_at = null, outcome = null where member_id = $1'),
  ).rejects.toThrow();
});

test('a second recovery never shortens the hold of the freeze', async () => {
  const { call } = await newGuarded(accounts.node, 'Holding1');
  const { memberId } = call.member;
  const holdsUntil = accounts.node.wallNow() + 48 * hourMs;
  const freeze = (until: number) =>
    dependencies.tables
      .transaction()
      .execute((transaction) => freezeRecovered(transaction, memberId, accounts.node.clock.now(), until));
  await freeze(holdsUntil);
  await freeze(holdsUntil - 24 * hourMs);
  expect(await getRecovery(dependencies, memberId)).toMatchObject({ freezeHoldsUntil: holdsUntil });
  await freeze(holdsUntil + hourMs);
  expect(await getRecovery(dependencies, memberId)).toMatchObject({ freezeHoldsUntil: holdsUntil + hourMs });
});
