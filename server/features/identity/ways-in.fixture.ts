import { sessionCookieName } from '#server/platform/session.ts';
import {
  type Browser,
  createBrowser,
  goodPassword,
  type IdentityNode,
  newBrowser,
  registrationOf,
  trySignInWithCode,
} from '#server/test/identity.fixture.ts';
import { type OwnCall, outcomeOf } from './factors/second-factor.fixture.ts';
import { listSignIns } from './list-sign-ins.ts';
import { register } from './register.ts';
import { deviceCookieName } from './sessions/identity-cookies.ts';

/** Another browser with the same cookies but no session: where a stolen form is sent from. */
export function replayer(browser: Browser): Browser {
  const thief = newBrowser();
  for (const [name, value] of browser.jar) if (name !== sessionCookieName) thief.jar.set(name, value);
  return thief;
}

/** Sends the form of a registration again, and says what came of it. */
export async function replay(
  on: IdentityNode,
  browser: Browser,
  username: string,
  password = goodPassword,
): Promise<string> {
  const form = { ...registrationOf(username), password, repassword: password };
  const outcome = await outcomeOf(register(on, form, browser));
  const isIn = browser.jar.has(sessionCookieName);
  if (typeof outcome === 'string') return isIn ? `${outcome}, but signed in` : outcome;
  return isIn ? 'signedIn' : 'welcomed, but not signed in';
}

/** What the list of sign-ins has, with addresses. */
export async function historyOf(node: IdentityNode, { member }: OwnCall): Promise<string[]> {
  await node.signIns.close();
  const entries = await listSignIns(node.tables, member.memberId, null);
  return entries.map(({ result, address }) => `${result} ${address}`).sort();
}

/** Locks sign-ins to that account out on the device of the browser, whose captcha it leaves alone. */
export async function lockOut(node: IdentityNode, username: string, { address, jar }: Browser): Promise<void> {
  const guesser = createBrowser(address);
  guesser.jar.set(deviceCookieName, jar.get(deviceCookieName) ?? '');
  for (let tries = 0; tries < 5; tries += 1) await trySignInWithCode(node, username, 'wrong999', guesser);
}
