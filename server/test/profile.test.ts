import { expect, test } from 'vitest';
import { newGuarded, ownCall } from '#server/features/identity/factors/second-factor.fixture.ts';
import { getAccountInfo } from '#server/features/profile/get-account-info.ts';
import { updateProfile } from '#server/features/profile/update-profile.ts';
import { getWallet } from '#server/features/wallet/get-wallet.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { withLock } from '#server/platform/locks.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { allowChangesWithoutHistory } from './history.fixture.ts';
import { type Browser, goodPassword, openTestIdentity, registerMember, tokenOf } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
await allowChangesWithoutHistory(accounts.database.owner);

const change = async (browser: Browser, fields: Parameters<typeof updateProfile>[1]) =>
  updateProfile(node.profile, fields, await ownCall(node, browser));

test('the profile changes what is given, and sessions know it at once on every node', async () => {
  const other = await accounts.addNode();
  const neighbour = await registerMember(node, 'profile0');
  const browser = await registerMember(node, 'profile1');
  const profile = await change(browser, {
    login: goodPassword,
    nickname: '  Ann   L. ',
    realname: 'Nguyễn Văn A',
    timezone: 'Asia/Bangkok',
    locale: 'thai',
  });
  expect(profile).toMatchObject({
    username: 'profile1',
    nickname: 'Ann L.',
    realname: 'Nguyễn Văn A',
    timezone: 'Asia/Bangkok',
    locale: 'thai',
    hasWithdrawalPassword: false,
    hasBankCard: false,
    frozen: false,
  });
  const changed = { timeZone: 'Asia/Bangkok', locale: 'thai' };
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject(changed);
  await expect.poll(() => other.sessions.find(tokenOf(browser))).toMatchObject(changed);
  // Without the owner's proof as well, which renews the session.
  await change(browser, { locale: 'jp' });
  await expect.poll(() => other.sessions.find(tokenOf(browser))).toMatchObject({ ...changed, locale: 'jp' });
  expect(await change(browser, { realname: '', login: goodPassword })).toMatchObject({
    realname: '',
    nickname: 'Ann L.',
    locale: 'jp',
  });
  expect(await change(neighbour, {})).toMatchObject({ nickname: '', realname: '', timezone: 'UTC', locale: 'en' });
});

test('a zone that the database or we do not know is refused', async () => {
  const browser = await registerMember(node, 'profile2');
  for (const timezone of ['Mars/Olympus', 'europe/berlin', 'asia', 'posixrules', 'Foo3', 'localtime']) {
    await expect(change(browser, { timezone }), timezone).rejects.toMatchObject({
      code: 'timeZoneUnknown',
    });
  }
});

test('the profile says when the account was opened', async () => {
  const { member } = await ownCall(node, await registerMember(node, 'profile9'));
  const openedAt = Date.UTC(2024, 1, 29);
  await accounts.database.owner.query('update member set created_at = $2 where id = $1', [
    member.memberId,
    new Date(openedAt),
  ]);
  expect(await getAccountInfo(node.profile, member.memberId)).toMatchObject({ registeredAt: openedAt });
});

test('the profile says whether the account is frozen', async () => {
  const { member } = await ownCall(node, await registerMember(node, 'profile10'));
  expect(await getAccountInfo(node.profile, member.memberId)).toMatchObject({ frozen: false });
  await accounts.database.pool.query('insert into account_freeze (member_id, frozen_at) values ($1, now())', [
    member.memberId,
  ]);
  expect(await getAccountInfo(node.profile, member.memberId)).toMatchObject({ frozen: true });
});

test('the profile says whether an authenticator app is set up', async () => {
  const { member } = await ownCall(node, await registerMember(node, 'profile3'));
  expect(await getAccountInfo(node.profile, member.memberId)).toMatchObject({ hasAuthenticator: false });
  const { call } = await newGuarded(node, 'profile4');
  expect(await getAccountInfo(node.profile, call.member.memberId)).toMatchObject({ hasAuthenticator: true });
});

test('another real name takes the login password and an account that is not frozen; the rest of the profile does not', async () => {
  const browser = await registerMember(node, 'profile5');
  await expect(change(browser, { realname: 'Ann Lee' })).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
  await expect(change(browser, { realname: 'Ann Lee', login: 'wrong123' })).rejects.toMatchObject({
    code: 'oldPasswordWrong',
  });
  expect(await change(browser, { nickname: 'Ann', realname: '' })).toMatchObject({ nickname: 'Ann', realname: '' });
  await change(browser, { realname: 'Ann Lee', login: goodPassword });
  expect(await change(browser, { nickname: 'Annie', realname: ' Ann  Lee' })).toMatchObject({ nickname: 'Annie' });
  const { profile } = node;
  const requireUnfrozen = async (): Promise<void> => {
    throw new Refusal('accountFrozen');
  };
  const frozen = { ...profile, owner: { ...profile.owner, requireUnfrozen } };
  const form = { realname: 'Bob Lee', login: goodPassword };
  await expect(updateProfile(frozen, form, await ownCall(node, browser))).rejects.toMatchObject({
    code: 'accountFrozen',
  });
  // Frozen while the password was being checked.
  const meanwhile = { ...profile, owner: { ...profile.owner, requireToStayUnfrozen: requireUnfrozen } };
  await expect(updateProfile(meanwhile, form, await ownCall(node, browser))).rejects.toMatchObject({
    code: 'accountFrozen',
  });
  expect(await change(browser, { nickname: 'Ann' })).toMatchObject({ realname: 'Ann Lee' });
});

/** A card in use, as far as the profile sees it. */
const cardRow = {
  text: `insert into bank_card (member_id, id, sealed, last_four, bank_name, bound_at, active_from)
    values ($1, 'CARD1', decode(repeat('00', 40), 'hex'), '4242', 'First Bank', now(), now())`,
};

test('with a bank card bound, or being bound, the real name can be changed but not taken away', async () => {
  const browser = await registerMember(node, 'profile6');
  const { memberId } = (await ownCall(node, browser)).member;
  const named = (realname: string) => change(browser, { realname, login: goodPassword });
  await named('Ann Lee');
  const { pool } = accounts.database;
  let emptied: Promise<unknown> = Promise.resolve();
  await withLock(
    pool,
    'bankCardOfMember',
    async () => {
      emptied = named('').catch((error: unknown) => error);
      const isWaiting = async () =>
        (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
      await expect.poll(isWaiting).toBe(1);
      await pool.query(cardRow.text, [memberId]);
    },
    String(memberId),
  );
  expect(await emptied).toMatchObject({ code: 'realNameNeeded' });
  expect(await change(browser, { nickname: 'Ann', realname: 'Ann Lee' })).toMatchObject({ realname: 'Ann Lee' });
  expect(await named('Ann B. Lee')).toMatchObject({ realname: 'Ann B. Lee', hasBankCard: true });
  await expect(named('')).rejects.toMatchObject({ code: 'realNameNeeded' });
  // The wallet shows the card apart from the withdrawal password, which is not set.
  const wallet = await getWallet(
    { pool, clock: node.clock, memberNumbers: { numberOf: String } },
    { memberId, timeZone: 'UTC' },
  );
  expect(wallet).toMatchObject({ hasBankCard: true, hasWithdrawalPassword: false });

  // A member who bound a card before the first one set the name has none to lose.
  const older = await registerMember(node, 'profile7');
  await accounts.database.owner.query(cardRow.text, [(await ownCall(node, older)).member.memberId]);
  expect(await change(older, { nickname: 'Bob', realname: '' })).toMatchObject({ nickname: 'Bob', realname: '' });
});

test('a language that the product has no more reads as the default, in the profile and in the session', async () => {
  const browser = await registerMember(node, 'profile8');
  const { memberId } = (await ownCall(node, browser)).member;
  const { owner } = accounts.database;
  await owner.query('alter table member drop constraint member_locale_check');
  await owner.query(`update member set locale = 'latin' where id = $1`, [memberId]);
  const other = await accounts.addNode();
  expect(await getAccountInfo(node.profile, memberId)).toMatchObject({ username: 'profile8', locale: 'en' });
  expect(await other.sessions.find(tokenOf(browser))).toMatchObject({ locale: 'en' });
  expect(await change(browser, { nickname: 'Ann' })).toMatchObject({ nickname: 'Ann', locale: 'en' });
});

test('a real name that is sent as it was takes none back that is given in the same moment', async () => {
  const browser = await registerMember(node, 'sentagain1');
  const { member } = await ownCall(node, browser);
  await change(browser, { realname: 'Ann Lee', login: goodPassword });
  const holder = await accounts.database.owner.connect();
  try {
    await holder.query('begin');
    await holder.query(`update member set real_name = 'Ann Miller' where id = $1`, [member.memberId]);
    const changing = change(browser, { realname: 'Ann Lee', nickname: 'Ann' });
    await untilLockWait(accounts.database.pool, changing);
    await holder.query('commit');
    expect(await changing).toMatchObject({ realname: 'Ann Miller', nickname: 'Ann' });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
