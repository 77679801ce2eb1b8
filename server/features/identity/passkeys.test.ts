import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { passkeysMax } from '#contract/identity-schemas.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { passkeyCookieName } from '#server/platform/factors/passkey-challenges.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  countOf,
  createBrowser,
  goodPassword,
  type IdentityNode,
  newBrowser,
  openTestIdentity,
  tokenOf,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { addPasskey } from './add-passkey.ts';
import { newGuarded, newOwner, type OwnCall, origin, outcomeOf } from './factors/second-factor.fixture.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { createDevice, type Lies, type PasskeyDevice } from './passkeys/passkey-device.fixture.ts';
import { removePasskey } from './remove-passkey.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

let lastName = 0;
const newVisitor = (): Browser & { readonly origin: string } => ({ ...newBrowser(), origin });

async function add(call: OwnCall, device: PasskeyDevice, lies?: Lies): Promise<string> {
  const creation = await startPasskey(node, { password: goodPassword }, call);
  const outcome = await outcomeOf(
    addPasskey(node, { name: ' My phone ', credential: device.make(creation, lies) }, call),
  );
  return typeof outcome === 'string' ? outcome : 'added';
}

async function enter(device: PasskeyDevice, lies?: Lies, browser = newVisitor(), on = node): Promise<string> {
  const request = await startPasskeySignIn(on, browser);
  const outcome = await outcomeOf(signInWithPasskey(on, { credential: device.use(request, lies) }, browser));
  return typeof outcome === 'string' ? outcome : outcome.username;
}

/** A new member with a passkey. */
async function newHolder(username: string, device = createDevice()): Promise<{ call: OwnCall; device: PasskeyDevice }> {
  const call = await newOwner(node, username);
  expect(await add(call, device)).toBe('added');
  return { call, device };
}

test('a passkey signs in on any node without a name or a password, and is listed with its last use', async () => {
  const { call, device } = await newHolder('Holder01');
  const browser = newVisitor();
  expect(await enter(device, {}, browser, other)).toBe('Holder01');
  expect(await node.sessions.find(tokenOf(browser))).toMatchObject({ username: 'Holder01' });
  expect(browser.jar.has(passkeyCookieName)).toBe(false);
  const { passkeys } = await getSecondFactors(node.tables, call.member.memberId);
  expect(passkeys).toEqual([
    {
      id: expect.stringMatching(/^[0-9A-Z]{16}$/),
      name: 'My phone',
      synced: false,
      addedAt: node.wallNow(),
      lastUsedAt: node.wallNow(),
    },
  ]);
  // The browser makes no second one on a device that has one.
  const { excludeCredentials } = await startPasskey(node, { password: goodPassword }, call);
  expect(excludeCredentials).toEqual([
    { id: device.use(await startPasskeySignIn(node, browser)).id, type: 'public-key' },
  ]);
  expect(await add(call, createDevice({ counts: false }))).toBe('added');
  expect((await getSecondFactors(node.tables, call.member.memberId)).passkeys.map(({ synced }) => synced)).toContain(
    true,
  );
});

test('a passkey that never counts signs in again and again', async () => {
  const { device } = await newHolder('Synced01', createDevice({ counts: false }));
  expect([await enter(device), await enter(device), await enter(device)]).toEqual(Array(3).fill('Synced01'));
});

test('adding one takes the login password, and the second factor of who has one', async () => {
  const { call, secret } = await newGuarded(node, 'Guarded2');
  accounts.passTime(60_000);
  const start = (password: string, factor?: string) =>
    outcomeOf(startPasskey(node, { password, ...(factor === undefined ? {} : { factor }) }, call));
  expect(await start('wrong999')).toBe('oldPasswordWrong');
  expect(await start(goodPassword)).toBe('secondFactorNeeded');
  expect(await start(goodPassword, 'nonsense')).toBe('secondFactorWrong');
  const device = createDevice();
  const creation = await startPasskey(node, { password: goodPassword, factor: codeAt(secret, node.wallNow()) }, call);
  expect(creation).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await addPasskey(node, { name: 'Key', credential: device.make(creation) }, call);
  expect(await enter(device)).toBe('Guarded2');
});

test.each<[string, Lies]>([
  ['another origin', { origin: 'https://localhost.evil.example' }],
  ['another port', { origin: 'http://localhost:9999' }],
  ['another site', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['another purpose', { type: 'webauthn.get' }],
  ['no verified owner', { verified: false }],
])('a passkey made for %s is not kept', async (_, lies) => {
  const call = await newOwner(node, `Refused${++lastName}`);
  expect(await add(call, createDevice(), lies)).toBe('passkeyRefused');
  expect((await getSecondFactors(node.tables, call.member.memberId)).passkeys).toEqual([]);
});

test.each<[string, Lies]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['another purpose', { type: 'webauthn.create' }],
  ['no verified owner', { verified: false }],
  ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['no name of its owner', { userHandle: '' }],
])('a signature for %s opens no session', async (_, lies) => {
  const { device } = await newHolder(`Signer${++lastName}`);
  const browser = newVisitor();
  expect(await enter(device, lies, browser)).toBe('passkeyRefused');
  expect(browser.jar.has(sessionCookieName)).toBe(false);
  expect(await enter(device)).toMatch(/^Signer/);
});

test('a challenge is good for one answer, by the browser that asked, for what it asked, in five minutes', async () => {
  const { call, device } = await newHolder('Challeng');
  const browser = newVisitor();
  const request = await startPasskeySignIn(node, browser);
  const token = browser.jar.get(passkeyCookieName) ?? '';
  const answer = device.use(request);
  const tryIt = (from: typeof browser) => outcomeOf(signInWithPasskey(node, { credential: answer }, from));
  expect(await tryIt(newVisitor())).toBe('passkeyExpired');
  expect(await tryIt(browser)).toEqual({ username: 'Challeng' });
  browser.jar.set(passkeyCookieName, token);
  expect(await tryIt(browser)).toBe('passkeyExpired');

  const late = newVisitor();
  const lateAnswer = device.use(await startPasskeySignIn(node, late));
  accounts.passTime(5 * 60_000);
  expect(await outcomeOf(signInWithPasskey(node, { credential: lateAnswer }, late))).toBe('passkeyExpired');

  const twice = newVisitor();
  const firstAnswer = device.use(await startPasskeySignIn(node, twice));
  const firstToken = twice.jar.get(passkeyCookieName) ?? '';
  await startPasskeySignIn(node, twice);
  expect(await outcomeOf(signInWithPasskey(node, { credential: firstAnswer }, twice))).toBe('passkeyRefused');
  // The second question has taken the place of the first, also for who kept its cookie.
  twice.jar.set(passkeyCookieName, firstToken);
  expect(await outcomeOf(signInWithPasskey(node, { credential: firstAnswer }, twice))).toBe('passkeyExpired');

  // What was asked to add a passkey signs nobody in, and the reverse.
  const creation = await startPasskey(node, { password: goodPassword }, call);
  const stray = device.use({ ...request, challenge: creation.challenge });
  expect(await outcomeOf(signInWithPasskey(node, { credential: stray }, call))).toBe('passkeyExpired');
  const asked = await startPasskeySignIn(node, call);
  const made = createDevice().make({ ...creation, challenge: asked.challenge });
  expect(await outcomeOf(addPasskey(node, { name: 'Stray', credential: made }, call))).toBe('passkeyExpired');
  // Nor does it add one to who signed in to that browser next.
  const next = await newOwner(node, 'Nextone1');
  const credential = createDevice().make(await startPasskey(node, { password: goodPassword }, call));
  next.jar.set(passkeyCookieName, call.jar.get(passkeyCookieName) ?? '');
  expect(await outcomeOf(addPasskey(node, { name: 'Stray', credential }, next))).toBe('passkeyExpired');
});

test('one answer sent to two nodes at the same moment signs in once', async () => {
  const { device } = await newHolder('Doubled1', createDevice({ counts: false }));
  const browser = newVisitor();
  const request = await startPasskeySignIn(node, browser);
  const token = browser.jar.get(passkeyCookieName) ?? '';
  const credential = device.use(request);
  const send = (on: IdentityNode) => {
    const copy = newVisitor();
    copy.jar.set(passkeyCookieName, token);
    return outcomeOf(signInWithPasskey(on, { credential }, copy));
  };
  const outcomes = await Promise.all([send(node), send(other), send(node)]);
  expect(outcomes.filter((outcome) => outcome === 'passkeyExpired')).toHaveLength(2);
});

test('a counter that stands still or goes back is a copy: it is refused, and its owner is notified', async () => {
  const { call, device } = await newHolder('Cloned01');
  expect(await enter(device, { counter: 7 })).toBe('Cloned01');
  expect(await enter(device, { counter: 7 })).toBe('passkeyRefused');
  expect(await enter(device, { counter: 6 })).toBe('passkeyRefused');
  expect(await enter(device, { counter: 0 })).toBe('passkeyRefused');
  expect(await enter(device, { counter: 8 })).toBe('Cloned01');
  const sql = `select act, detail from security_act where member_id = $1 and act = 'passkeyCopied'`;
  const { rows } = await accounts.database.pool.query(sql, [call.member.memberId]);
  expect(rows).toEqual(Array(3).fill({ act: 'passkeyCopied', detail: 'My phone' }));
});

test('another member’s passkey is neither taken over, nor removed, nor signed in under another name', async () => {
  const { call: owner, device } = await newHolder('Rightful');
  const { call: thief, device: own } = await newHolder('Thieving');
  expect(await add(thief, device)).toBe('passkeyTaken');
  const [passkey] = (await getSecondFactors(node.tables, owner.member.memberId)).passkeys;
  const id = passkey?.id ?? '';
  expect(await outcomeOf(removePasskey(node, { passkey: id, login: goodPassword }, thief))).toBe('passkeyUnknown');
  // The owner's credential under the thief's name, the thief's key under the owner's credential.
  const thiefs = (await startPasskey(node, { password: goodPassword }, thief)).user.id;
  expect(await enter(device, { userHandle: thiefs })).toBe('passkeyRefused');
  const browser = newVisitor();
  const forged = {
    ...own.use(await startPasskeySignIn(node, browser)),
    id: device.credentialId,
    rawId: device.credentialId,
  };
  expect(await outcomeOf(signInWithPasskey(node, { credential: forged }, browser))).toBe('passkeyRefused');
  const owners = (await startPasskey(node, { password: goodPassword }, owner)).user.id;
  expect(await enter(device, { userHandle: owners })).toBe('Rightful');
});

test('a removed passkey signs in no more, its owner is notified, and an unknown one gets the same response', async () => {
  const { call, device } = await newHolder('Removes1');
  const { memberId } = call.member;
  const [passkey] = (await getSecondFactors(node.tables, memberId)).passkeys;
  await removePasskey(node, { passkey: passkey?.id ?? '', login: goodPassword }, call);
  expect(await enter(device)).toBe('passkeyRefused');
  expect(await enter(createDevice())).toBe('passkeyRefused');
  expect(await outcomeOf(removePasskey(node, { passkey: passkey?.id ?? '', login: goodPassword }, call))).toBe(
    'passkeyUnknown',
  );
  const sql = 'select act, detail from security_act where member_id = $1 order by act';
  const { rows } = await accounts.database.pool.query(sql, [memberId]);
  expect(rows).toEqual([
    { act: 'passkeyAdded', detail: 'My phone' },
    { act: 'passkeyRemoved', detail: 'My phone' },
  ]);
});

test('there are ten at most, also when several are added at the same moment', async () => {
  const { call } = await newHolder('Collects');
  for (let count = 2; count < passkeysMax; count += 1) expect(await add(call, createDevice())).toBe('added');
  const calls = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const from = { ...newVisitor(), member: call.member };
      from.jar.set(sessionCookieName, tokenOf(call));
      return { from, creation: await startPasskey(node, { password: goodPassword }, from) };
    }),
  );
  const outcomes = await Promise.all(
    calls.map(({ from, creation }, at) =>
      outcomeOf(addPasskey(at % 2 ? node : other, { name: 'Key', credential: createDevice().make(creation) }, from)),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'passkeysFull')).toHaveLength(2);
  expect(await outcomeOf(startPasskey(node, { password: goodPassword }, call))).toBe('passkeysFull');
});

test('passkeys are bound to PUBLIC_ORIGIN, or to localhost; what else a caller says of the host is not believed', () => {
  const refused = expect.objectContaining({ code: 'passkeysUnavailable' });
  expect(siteOf(undefined, 'http://localhost:8080')).toEqual({ rpId: 'localhost', origin: 'http://localhost:8080' });
  for (const host of [
    '127.0.0.1:8080',
    'evil.example',
    'localhost.evil.example',
    '[::1]:8080',
    'localhost@evil.example',
    '',
  ]) {
    expect(() => siteOf(undefined, `http://${host}`)).toThrow(refused);
  }
  const site = { rpId: 'clearlot.example', origin: 'https://clearlot.example' };
  expect(siteOf('https://clearlot.example', 'http://evil.example')).toEqual(site);
});

test('a flood of questions keeps a bounded number of challenges, the newest, and drops none of another network', async () => {
  const { device } = await newHolder('Flooded1', createDevice({ counts: false }));
  const elsewhere = newVisitor();
  const asked = device.use(await startPasskeySignIn(node, elsewhere));
  for (let count = 0; count < 210; count += 1) {
    accounts.passTime(1);
    await startPasskeySignIn(node, { ...createBrowser('192.0.2.200'), origin });
  }
  accounts.passTime(1);
  expect(await enter(device, {}, { ...createBrowser('192.0.2.200'), origin })).toBe('Flooded1');
  expect(await outcomeOf(signInWithPasskey(node, { credential: asked }, elsewhere))).toEqual({ username: 'Flooded1' });
  await startPasskeySignIn(node, { ...createBrowser('192.0.2.200'), origin });
  const waiting = `passkey_challenge where network = '192.0.2.200'`;
  expect(await countOf(accounts.database, waiting)).toBe(200);
  accounts.passTime(10 * 60_000);
  for (let count = 0; count < 5; count += 1) await startPasskeySignIn(node, newVisitor());
  expect(await countOf(accounts.database, waiting)).toBe(0);
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
