import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { allowChangesWithoutHistory } from './history.fixture.ts';
import { address, card, code, type MoneyWorld, openMoneyWorld, withdrawalPassword } from './money-world.fixture.ts';
import { loginPassword, Phone } from './phone.fixture.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
  await allowChangesWithoutHistory(world.database.owner);
});
afterAll(() => world.close());

type Form = Readonly<Record<string, string>>;

interface Case {
  /** The form without login password and factor. */
  readonly form: (phone: Phone) => Promise<Form>;
  /** The refusal without the password. */
  readonly missing: string;
  /** The refusal that follows the password and the factor; none where the call succeeds. */
  readonly refused?: string;
  /** Whether the form takes a captcha, spent by each try. */
  readonly takesCode?: true;
}

const newPassword = { password: 'quiet12heron', repassword: 'quiet12heron', code };

const cases: Readonly<Record<string, Case>> = {
  changeLoginPassword: { form: async () => newPassword, missing: 'oldPasswordMissing', takesCode: true },
  revokeSession: { form: async () => ({ session: 'others' }), missing: 'loginPasswordNeeded' },
  removeAuthenticator: { form: async () => ({}), missing: 'passwordMissing' },
  renewBackupCodes: { form: async () => ({}), missing: 'passwordMissing' },
  startPasskey: { form: async () => ({}), missing: 'passwordMissing' },
  removePasskey: { form: passkeyOf, missing: 'loginPasswordNeeded' },
  changeWithdrawalPassword: { form: async () => newPassword, missing: 'loginPasswordNeeded', takesCode: true },
  resetWithdrawalPassword: {
    async form(phone) {
      await phone.setWithdrawalPassword(withdrawalPassword, code);
      return newPassword;
    },
    missing: 'passwordAndCodeMissing',
    takesCode: true,
  },
  unfreezeAccount: {
    async form(phone) {
      await phone.post('/security/freeze');
      return { code };
    },
    missing: 'passwordAndCodeMissing',
    takesCode: true,
  },
  bindBankCard: {
    async form() {
      const { name, number, bank } = card;
      return { name, number, bank };
    },
    missing: 'loginPasswordNeeded',
  },
  exportOwnData: { form: async () => ({}), missing: 'loginPasswordNeeded' },
  // The member has money, which is found after the proof of the owner.
  deleteOwnData: { form: async () => ({}), missing: 'loginPasswordNeeded', refused: 'accountOpen' },
  updateProfile: { form: async () => ({ realname: 'Ann Lee' }), missing: 'loginPasswordNeeded' },
  requestWithdrawal: {
    async form(phone) {
      await phone.setWithdrawalPassword(withdrawalPassword, code);
      return { method: 'address', address, amount: '10', password: withdrawalPassword };
    },
    missing: 'loginPasswordNeeded',
  },
};

const declared = operations.filter(({ operation }) => operation.reauthentication !== undefined);

async function memberId(phone: Phone): Promise<bigint> {
  const { username } = (await phone.get('/user/center')).url as { username: string };
  const { rows } = await world.database.pool.query('select id from member where username = $1', [username]);
  return rows[0].id;
}

async function passkeyOf(phone: Phone): Promise<Form> {
  const passkey = `K${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
  await world.database.pool.query(
    `insert into passkey (credential_id, member_id, id, name, public_key, counter, synced, added_at)
     values (convert_to($2, 'UTF8'), $1, $2, 'phone', 'key', 0, false, now())`,
    [await memberId(phone), passkey],
  );
  return { passkey };
}

/** Turns the authenticator app on; returns the backup codes. */
async function turnAppOn(phone: Phone): Promise<readonly string[]> {
  const { secret } = (await phone.post('/account/authenticator/start')).url as { secret: string };
  const form = { password: loginPassword, factor: codeAt(secret, Date.now()) };
  const { url } = await phone.post('/account/authenticator/confirm', form);
  return (url as { backupCodes: string[] }).backupCodes;
}

const sessionOf = (phone: Phone): string => /clearlot_session=([^;]*)/.exec(phone.cookie)?.[1] ?? '';

test('every operation that the contract says takes the login password anew is tried here', () => {
  // Turning the app on takes a code of the app that is being set up: it has a test of its own.
  const names = declared.map(({ name }) => name).filter((name) => name !== 'confirmAuthenticator');
  expect(names.sort()).toEqual(Object.keys(cases).sort());
});

test('an operation refuses a wrong login password exactly where the contract says that it takes one', () => {
  const refusing = operations.filter(({ operation }) => operation.errors.includes('oldPasswordWrong'));
  expect(refusing.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
});

let members = 0;

test.each(Object.entries(cases))(
  '%s takes the login password and the factor, and renews the session',
  async (name, one) => {
    const operation = operations.find((each) => each.name === name)?.operation;
    const field = operation?.reauthentication?.field ?? '';
    members += 1;
    // Passkeys are bound to a name, not to an address.
    const phone = await world.fundedMember(`reauth${String(members).padStart(4, '0')}`, 'localhost');
    const form = await one.form(phone);
    const [backupCode = ''] = await turnAppOn(phone);
    const member = await memberId(phone);
    const ask = async (proof: Form) => {
      if (one.takesCode) await phone.drawCaptcha();
      return await phone.post(operation?.path ?? '', { ...form, ...proof });
    };
    const written = async () =>
      (
        await world.database.pool.query(
          `select (select count(*) from security_act where member_id = $1 and act <> 'backupCodeUsed') as acts,
          (select count(*) from withdrawal where member_id = $1) as withdrawals,
          (select real_name from member where id = $1) as name`,
          [member],
        )
      ).rows;

    const before = await written();
    const token = sessionOf(phone);
    expect(await ask({ factor: backupCode })).toMatchObject({ code: one.missing });
    expect(await ask({ [field]: 'wrong999', factor: backupCode })).toMatchObject({ code: 'oldPasswordWrong' });
    expect((await ask({ [field]: loginPassword })).code).toMatch(/^secondFactor(Needed|Missing)$/);
    expect(await ask({ [field]: loginPassword, factor: 'aaaaaaaaaa' })).toMatchObject({ code: 'secondFactorWrong' });
    expect(await written()).toEqual(before);
    expect(sessionOf(phone)).toBe(token);
    expect(await ask({ [field]: loginPassword, factor: backupCode })).toMatchObject(
      one.refused === undefined ? { status: 200 } : { code: one.refused },
    );
    const renewed = sessionOf(phone);
    expect(renewed).toMatch(/^[\w-]{43}$/);
    expect(renewed).not.toBe(token);
    expect(await phone.get('/user/center')).toMatchObject({ status: 200 });
    // One device, under whatever token.
    expect((await phone.get('/account/sessions')).info).toMatchObject([{ current: true }]);
  },
);

test('turning the app on takes the login password, and renews the session', async () => {
  const phone = new Phone(world.app.address);
  await phone.register('reauthapp1', code);
  const { secret } = (await phone.post('/account/authenticator/start')).url as { secret: string };
  const factor = codeAt(secret, Date.now());
  const token = sessionOf(phone);
  const confirm = (form: Form) => phone.post('/account/authenticator/confirm', { factor, ...form });
  expect(await confirm({})).toMatchObject({ code: 'passwordMissing' });
  expect(await confirm({ password: 'wrong999' })).toMatchObject({ code: 'oldPasswordWrong' });
  expect(sessionOf(phone)).toBe(token);
  expect(await confirm({ password: loginPassword })).toMatchObject({ status: 200 });
  expect(sessionOf(phone)).not.toBe(token);
});

test('a stolen session alone neither sets a withdrawal password nor empties the account', async () => {
  const owner = await world.fundedMember('stolen0001');
  const thief = new Phone(world.app.address);
  thief.takeCookies(owner);
  await thief.drawCaptcha();
  const password = { password: withdrawalPassword, repassword: withdrawalPassword, code };
  expect(await thief.post('/User/uppp', password)).toMatchObject({ status: 403, code: 'loginPasswordNeeded' });
  const out = { method: 'address', address, amount: '1000', password: withdrawalPassword };
  expect(await thief.post('/Finance/withdraw', out)).toMatchObject({ code: 'withdrawalPasswordUnset' });
  expect(await thief.post('/User/upinfo', { realname: 'The Thief' })).toMatchObject({ code: 'loginPasswordNeeded' });
  expect(await thief.post('/account/sessions/revoke', { session: 'others' })).toMatchObject({
    code: 'loginPasswordNeeded',
  });
});
