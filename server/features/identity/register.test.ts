import { expect, test } from 'vitest';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  countOf,
  createBrowser,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  openTestIdentity,
  registerMember,
  registrationOf,
  tokenOf,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { outcomeOf } from './factors/second-factor.fixture.ts';
import { insertMember } from './members/member-store.ts';
import { register } from './register.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

async function browserWithCode(): Promise<Browser> {
  const browser = createBrowser();
  await getProvenCaptcha(node, browser);
  return browser;
}

async function memberRow(username: string) {
  const { rows } = await accounts.database.pool.query('select * from member where lower(username) = lower($1)', [
    username,
  ]);
  return rows[0];
}

async function nameOf(memberId: bigint): Promise<unknown> {
  const { rows } = await accounts.database.pool.query('select username from member where id = $1', [memberId]);
  return rows[0]?.username;
}

test('a proof of registration opens one account', async () => {
  await registerMember(node, 'Proven01');
  const member = await memberRow('Proven01');
  const again = {
    username: 'Proven02',
    passwordHash: member.password_hash,
    locale: 'en',
    invitedBy: null,
    invitationCode: 'PROVEN02',
  } as const;
  const insert = node.tables
    .transaction()
    .execute((transaction) =>
      insertMember(transaction, { ...again, registrationProof: member.registration_proof, createdAt: 0 }),
    );
  expect(await insert).toEqual({ taken: 'registrationProof' });
});

test('a new member gets a row, ledger accounts, an invitation code and a session', async () => {
  const browser = await browserWithCode();
  // The new member is committed when other pages are notified.
  const told: ReturnType<typeof nameOf>[] = [];
  const onRegistered = (memberId: bigint) => void told.push(nameOf(memberId));
  const answer = await register({ ...node, onRegistered }, registrationOf('Alice123'), browser);
  expect(answer).toEqual({ username: 'Alice123' });
  expect(await Promise.all(told)).toEqual(['Alice123']);
  const member = await memberRow('alice123');
  expect(member).toMatchObject({ username: 'Alice123', locale: 'en', time_zone: 'UTC', invited_by: null });
  expect(member.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(member.invitation_code).toMatch(/^[A-Z0-9]{8}$/);
  const { rows } = await accounts.database.pool.query('select name from ledger.accounts where member_id = $1', [
    member.id,
  ]);
  expect(rows.map((row) => row.name).sort()).toEqual([
    'assistance',
    'available',
    'financing',
    'plans',
    'promotion',
    'stakes',
    'withdrawing',
  ]);
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({
    memberId: member.id,
    username: 'Alice123',
    locale: 'en',
    timeZone: 'UTC',
  });
});

test('a code invites in small letters too, a member’s own and the house’s, and an unknown one does not', async () => {
  await registerMember(node, 'Inviter1');
  const inviter = await memberRow('Inviter1');
  const guest = await browserWithCode();
  await register(node, { ...registrationOf('Guest001'), invite: inviter.invitation_code.toLowerCase() }, guest);
  expect((await memberRow('Guest001')).invited_by).toBe(inviter.id);
  const walkIn = await browserWithCode();
  await register(node, { ...registrationOf('Guest003'), invite: houseInvitationCode.toLowerCase() }, walkIn);
  expect((await memberRow('Guest003')).invited_by).toBeNull();

  const stranger = await browserWithCode();
  const unknown = { ...registrationOf('Guest002'), invite: 'NOSUCH1' };
  await expect(register(node, unknown, stranger)).rejects.toThrow('inviteUnknown');
  expect(await memberRow('Guest002')).toBeUndefined();
  // The code is spent: nobody goes through invitation codes with one captcha.
  await expect(register(node, unknown, stranger)).rejects.toThrow('captchaWrong');
});

test('a name is taken in whatever letter case, and the passwords must be the same', async () => {
  await registerMember(node, 'Taken123');
  await expect(register(node, registrationOf('tAKEN123'), await browserWithCode())).rejects.toThrow('usernameTaken');
  const differing = { ...registrationOf('Differ12'), repassword: 'secret98' };
  await expect(register(node, differing, await browserWithCode())).rejects.toThrow('passwordsDiffer');
  expect(await memberRow('Differ12')).toBeUndefined();
});

test('the own name is refused as password in whatever letter case, and leaves the captcha unspent', async () => {
  const browser = await browserWithCode();
  const named = { ...registrationOf('Myself12'), password: 'mySELF12', repassword: 'mySELF12' };
  await expect(register(node, named, browser)).rejects.toThrow('passwordIsUsername');
  expect(await memberRow('Myself12')).toBeUndefined();
  expect(await register(node, registrationOf('Myself12'), browser)).toEqual({ username: 'Myself12' });
});

test('a password that everybody knows is refused, and leaves the captcha unspent', async () => {
  const browser = await browserWithCode();
  const known = { ...registrationOf('Knower12'), password: 'Passw0rd1', repassword: 'Passw0rd1' };
  await expect(register(node, known, browser)).rejects.toThrow('passwordKnown');
  expect(await memberRow('Knower12')).toBeUndefined();
  expect(await register(node, registrationOf('Knower12'), browser)).toEqual({ username: 'Knower12' });
});

test('twenty registrations of one name at once open one account', async () => {
  const membersBefore = await countOf(accounts.database, 'member');
  const other = await accounts.addNode();
  const browsers = await Promise.all(Array.from({ length: 20 }, browserWithCode));
  const answers = await Promise.allSettled(
    browsers.map((browser, at) =>
      register(at % 2 ? node : other, registrationOf(at % 3 ? 'Racer001' : 'RACER001'), browser),
    ),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 'rejected') expect((answer.reason as Refusal).code).toBe('usernameTaken');
  }
  expect(await countOf(accounts.database, 'member')).toBe(membersBefore + 1);
  expect(browsers.filter((browser) => browser.jar.has(sessionCookieName))).toHaveLength(1);
});

test('the same form sent five times at once is one account; one retry is welcomed, the others find the name taken', async () => {
  const browser = await browserWithCode();
  const membersBefore = await countOf(accounts.database, 'member');
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => outcomeOf(register(node, registrationOf('Doubly01'), browser))),
  );
  expect(answers.filter((answer) => typeof answer !== 'string')).toEqual(Array(2).fill({ username: 'Doubly01' }));
  expect(answers.filter((answer) => answer === 'usernameTaken')).toHaveLength(3);
  expect(await countOf(accounts.database, 'member')).toBe(membersBefore + 1);
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({ username: 'Doubly01' });
});

test('a form sent again finds its account, but only with the same name and password', async () => {
  const browser = await registerMember(node, 'Resumed1');
  const otherPassword = { ...registrationOf('Resumed1'), password: 'secret11', repassword: 'secret11' };
  await expect(register(node, otherPassword, browser)).rejects.toThrow('captchaWrong');
  await expect(register(node, registrationOf('Resumed2'), browser)).rejects.toThrow('captchaWrong');
  const thief = createBrowser();
  await expect(register(node, registrationOf('Resumed1'), thief)).rejects.toThrow('captchaWrong');
  expect(await register(node, registrationOf('Resumed1'), browser)).toEqual({ username: 'Resumed1' });
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({ username: 'Resumed1' });
});

test('a wrong, a used, an expired and a foreign captcha open nothing', async () => {
  const wrong = await browserWithCode();
  await expect(register(node, { ...registrationOf('Nobody01'), code: 'WRONG' }, wrong)).rejects.toThrow('captchaWrong');
  // One wrong answer was the only try.
  await expect(register(node, registrationOf('Nobody01'), wrong)).rejects.toThrow('captchaWrong');

  const used = await browserWithCode();
  await register(node, registrationOf('Somebody'), used);
  await expect(register(node, registrationOf('Nobody01'), used)).rejects.toThrow('captchaWrong');

  const late = await browserWithCode();
  accounts.passTime(5 * 60_000);
  await expect(register(node, registrationOf('Nobody01'), late)).rejects.toThrow('captchaWrong');

  const owner = await browserWithCode();
  const foreign = createBrowser();
  foreign.jar.set('clearlot_visitor', 'not a token');
  await expect(register(node, registrationOf('Nobody01'), foreign)).rejects.toThrow('captchaWrong');
  expect(await memberRow('Nobody01')).toBeUndefined();
  await register(node, { ...registrationOf('Nobody01'), code: fixedAnswer.toLowerCase() }, owner);
  expect((await memberRow('Nobody01')).username).toBe('Nobody01');
});

test('of many guesses at one code at the same moment, a right one among wrong ones cannot be made out', async () => {
  const browser = await browserWithCode();
  const guesses = Array.from({ length: 20 }, (_, at) => (at === 10 ? fixedAnswer : `WRONG${at}`));
  const answers = await Promise.allSettled(
    guesses.map((code) => register(node, { ...registrationOf('Guesser1'), code }, browser)),
  );
  for (const answer of answers) expect(answer.status).toBe('rejected');
  expect(await memberRow('Guesser1')).toBeUndefined();
});

test('registering while signed in as another member ends that session', async () => {
  const browser = await registerMember(node, 'Former01');
  const before = tokenOf(browser);
  await getProvenCaptcha(node, browser);
  await register(node, registrationOf('Latter01'), browser);
  expect(await node.sessions.find(before)).toBe('expired');
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({ username: 'Latter01' });
});

test('no password, token or answer stands in the database as it is', async () => {
  const browser = await browserWithCode();
  const visitor = browser.jar.get('clearlot_visitor') ?? '';
  const contents = async (): Promise<string> => {
    const { rows } = await accounts.database.pool.query(
      `select (select json_agg(m) from member m)::text as a, (select json_agg(s) from session s)::text as b,
        (select json_agg(v) from captcha v)::text as c, (select json_agg(f) from sign_in_failure f)::text as d`,
    );
    return Object.values(rows[0]).join('\n');
  };
  expect(await contents()).not.toContain(fixedAnswer);
  await register(node, registrationOf('Hidden01'), browser);
  const everything = await contents();
  expect(everything).toContain('Hidden01');
  const session = tokenOf(browser);
  for (const secret of [goodPassword, visitor, session, Buffer.from(session, 'base64url').toString('hex')]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(everything).not.toContain(secret);
  }
});
