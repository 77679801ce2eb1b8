import { expect, test } from 'vitest';
import { deviceDaysMax } from '#server/platform/sign-in-failures/known-device.ts';
import {
  aDayMs,
  type Browser,
  createBrowser,
  goodPassword,
  newAddress,
  newBrowser,
  openTestIdentity,
  registerMember,
  trySignIn,
  trySignInWithCode,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { ownCall } from './factors/second-factor.fixture.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { deviceCookieName } from './sessions/identity-cookies.ts';
import { signOut } from './sign-out.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

const enter = (username: string, password: string, browser: Browser) =>
  trySignInWithCode(node, username, password, browser);

/** Guesses at the account until it is locked; returns the number of guesses that were checked. */
async function guessUntilLocked(username: string, newGuesser: () => Browser): Promise<number> {
  for (let guesses = 0; guesses < 1_000; guesses += 1) {
    if ((await enter(username, 'wrong999', newGuesser())) === 'signInLocked') return guesses;
  }
  throw new Error('never locked');
}

test('a lock-out from one address leaves the owner’s other addresses, devices and sessions alone', async () => {
  const phone = await registerMember(node, 'Weapon01', newBrowser());
  const attacker = newBrowser();
  expect(await guessUntilLocked('Weapon01', () => attacker)).toBe(5);
  expect(await enter('Weapon01', goodPassword, attacker)).toBe('signInLocked');
  // Another address, the right password.
  expect(await enter('Weapon01', goodPassword, newBrowser())).toBe('signedIn');
  // The owner's own session: changing a password, lifting a freeze and turning the app on all begin with this.
  const call = await ownCall(node, phone);
  await expect(reauthenticate(node, { password: goodPassword, factor: undefined }, call)).resolves.toBeTypeOf('string');
  // The known device, even at the attacker's own address, without a captcha.
  const atAttackers = { ...phone, address: attacker.address };
  await signOut(node.sessions, phone);
  expect(await trySignIn(node, 'Weapon01', goodPassword, atAttackers)).toBe('signedIn');
});

test('forty failures behind an address lock no other member there, on a known or a new device', async () => {
  const [shared, known] = [newAddress(), newBrowser()];
  await registerMember(node, 'Behind01', known);
  await registerMember(node, 'Behind02', newBrowser());
  const guesser = createBrowser(shared);
  for (let count = 0; count < 45; count += 1) {
    expect(await enter(`Target${count}`, 'wrong999', guesser)).toBe('wrongCredentials');
  }
  expect(await trySignIn(node, 'Behind01', goodPassword, { ...known, address: shared })).toBe('signedIn');
  expect(await enter('Behind02', goodPassword, createBrowser(shared))).toBe('signedIn');
});

test('guesses from any number of networks are bounded a day, and do not lock the known device out', async () => {
  const phone = await registerMember(node, 'Weapon02', newBrowser());
  let network = 0;
  const newNetwork = (): Browser => createBrowser(`10.${Math.floor(++network / 250)}.${network % 250}.1`);
  expect(await guessUntilLocked('Weapon02', newNetwork)).toBe(96);
  accounts.passTime(15 * 60_000);
  expect(await guessUntilLocked('Weapon02', newNetwork)).toBe(1);
  expect(await enter('Weapon02', goodPassword, newNetwork())).toBe('signInLocked');
  expect(await trySignIn(node, 'Weapon02', goodPassword, phone)).toBe('signedIn');
  accounts.passTime(aDayMs);
  expect(await enter('Weapon02', goodPassword, newNetwork())).toBe('signedIn');
});

test('a known device has guesses of its own, as few, at its own account alone, and for some months', async () => {
  const thief = await registerMember(node, 'Weapon03', newBrowser());
  await registerMember(node, 'Weapon04', newBrowser());
  expect(await guessUntilLocked('Weapon03', () => thief)).toBe(5);
  const elsewhere = { ...thief, address: newAddress() };
  expect(await enter('Weapon03', goodPassword, elsewhere)).toBe('signInLocked');
  // At another account it is any new device.
  expect(await guessUntilLocked('Weapon04', () => elsewhere)).toBe(5);
  expect(await enter('Weapon04', goodPassword, createBrowser(elsewhere.address))).toBe('signInLocked');

  const cookie = thief.jar.get(deviceCookieName) ?? '';
  const [id = '', expiresAt = '', mac = ''] = cookie.split('.');
  const forgeries = [`${id}.${Number(expiresAt) + 1}.${mac}`, `${'A'.repeat(43)}.${expiresAt}.${mac}`, 'x', ''];
  for (const forged of forgeries) {
    const browser = newBrowser();
    browser.jar.set(deviceCookieName, forged);
    await guessUntilLocked('Weapon03', () => browser);
    browser.jar.delete(deviceCookieName);
    // It counted by its network: a browser without a cookie is locked there too.
    expect(await enter('Weapon03', goodPassword, browser)).toBe('signInLocked');
  }
  accounts.passTime(deviceDaysMax * aDayMs);
  const late = newBrowser();
  late.jar.set(deviceCookieName, cookie);
  await guessUntilLocked('Weapon03', () => late);
  late.jar.delete(deviceCookieName);
  expect(await enter('Weapon03', goodPassword, late)).toBe('signInLocked');
});

test('guesses in a stolen session are bounded, and lock neither sign-ins nor the owner’s other sessions', async () => {
  const stolen = await ownCall(node, await registerMember(node, 'Weapon05', newBrowser()));
  const guess = (password: string) =>
    reauthenticate(node, { password, factor: undefined }, stolen).then(
      () => 'right',
      (error: Error) => error.message,
    );
  for (let count = 0; count < 5; count += 1) expect(await guess('wrong999')).toBe('oldPasswordWrong');
  expect(await guess(goodPassword)).toBe('signInLocked');
  const own = newBrowser();
  expect(await trySignIn(node, 'Weapon05', goodPassword, own)).toBe('signedIn');
  const call = await ownCall(node, own);
  await expect(reauthenticate(node, { password: goodPassword, factor: undefined }, call)).resolves.toBeTypeOf('string');
});
