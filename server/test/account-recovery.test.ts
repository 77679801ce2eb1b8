import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { recoveryFreezeMs, recoveryWaitMs } from '#core/recovery/rules.ts';
import { addPasskey } from '#server/features/identity/add-passkey.ts';
import { cancelRecovery } from '#server/features/identity/cancel-recovery.ts';
import type { UsedProof } from '#server/features/identity/factors/factor-check.ts';
import { newGuarded, origin, outcomeOf, tryFactor } from '#server/features/identity/factors/second-factor.fixture.ts';
import { getRecovery } from '#server/features/identity/get-recovery.ts';
import { createDevice } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { finishRecoveries } from '#server/features/identity/recovery/finish-recoveries.ts';
import { dueMembers } from '#server/features/identity/recovery/recovery-store.ts';
import { stopForUsedProof } from '#server/features/identity/recovery/stop-recovery.ts';
import { signInWithPasskey } from '#server/features/identity/sign-in-with-passkey.ts';
import { startPasskey } from '#server/features/identity/start-passkey.ts';
import { startPasskeySignIn } from '#server/features/identity/start-passkey-sign-in.ts';
import { historyOf, lockOut } from '#server/features/identity/ways-in.fixture.ts';
import { freezeRecovered, isFrozen } from '#server/features/security/freeze.ts';
import { unfreezeAccount } from '#server/features/security/unfreeze-account.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { endedOrBlocked } from './blocked.fixture.ts';
import { createBrowser, goodPassword, type IdentityNode, trySignInWithCode } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { anna, bert, hourMs, openRecoveries } from './recoveries.fixture.ts';
import { askForRecovery, decideRecovery } from './recovery-desk.fixture.ts';

const { accounts, announced, dependencies, actsOf, outcomesOf } = await openForFile(openRecoveries);
const browser = () => createBrowser('203.0.113.9');

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
  const other = await accounts.addNode();
  const token = call.jar.get('clearlot_session') ?? '';
  expect(await other.sessions.find(token)).toMatchObject({ username: 'Lostall1' });
  await Promise.all([finishRecoveries(dependencies), finishRecoveries(dependencies), finishRecoveries(dependencies)]);
  // What has ended takes no place among the hundred that are completed at once.
  expect(await dueMembers(dependencies.tables, accounts.node.wallNow(), 100)).toEqual([]);
  expect(await accounts.node.sessions.find(token)).toBe('expired');
  // Another node, which knows the session, hears of its end.
  await expect.poll(() => other.sessions.find(token)).toBe('expired');
  expect(await tryFactor(accounts.node, 'Lostall1', browser())).toBe('signedIn');
  expect(await tryFactor(accounts.node, 'Lostall1', browser(), undefined, 'wrong999')).toBe('wrongCredentials');
  expect((await actsOf(memberId)).slice(-2)).toEqual(['recoveryApproved', 'accountRecovered']);
  expect(announced.filter((one) => one === `${memberId} accountRecovered`)).toHaveLength(1);

  const security = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: accounts.database.pool }) });
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
  const abroad = { ...call, member: { ...call.member, timeZone: 'Asia/Tokyo' } };
  await expect(unfreezeAccount(freezing, { password: 'x', code: 'y' }, abroad)).rejects.toMatchObject({
    values: { until: { at: accounts.node.wallNow() + 1, timeZone: 'Asia/Tokyo' } },
  });
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
