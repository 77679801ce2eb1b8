import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import type { Session } from '#server/platform/session.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { type Browser, goodPassword, type IdentityNode, registerMember } from '#server/test/identity.fixture.ts';
import { confirmAuthenticator } from '../confirm-authenticator.ts';
import { signIn } from '../sign-in.ts';
import { startAuthenticator } from '../start-authenticator.ts';
import { removeFactors } from './remove-factors.ts';

/** A signed-in member, as a use case is called for it. */
export type OwnCall = Browser & { readonly member: Session; readonly origin: string };

export const origin = 'http://localhost:8080';

export async function ownCall(node: IdentityNode, browser: Browser): Promise<OwnCall> {
  const member = await node.sessions.find(browser.jar.get(sessionCookieName) ?? '');
  if (typeof member !== 'object') throw new Error(`nobody is signed in: ${member}`);
  return { ...browser, member, origin };
}

/** A new member, signed in on a browser of its own. */
export async function newOwner(node: IdentityNode, username: string, browser?: Browser): Promise<OwnCall> {
  return ownCall(node, await registerMember(node, username, browser));
}

/** A new member whose authenticator app is on. `secret` is what the app knows. */
export async function newGuarded(
  node: IdentityNode,
  username: string,
): Promise<{ readonly call: OwnCall; readonly secret: string; readonly backupCodes: readonly string[] }> {
  const call = await newOwner(node, username);
  const { secret } = await startAuthenticator(node, call.member);
  const factor = codeAt(secret, node.wallNow());
  const { backupCodes } = await confirmAuthenticator(node, { password: goodPassword, factor }, call);
  return { call, secret, backupCodes };
}

/** Takes the factors away, as a recovery does. */
export async function recoverFactors({ tables, acts }: IdentityNode, memberId: bigint): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    await removeFactors(transaction, memberId);
    await acts.record(transaction, memberId, 'accountRecovered');
  });
  await acts.announce(memberId, 'accountRecovered');
}

/** What became of a use case: its answer, or the code it was refused with. */
export async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') return error.message;
    throw error;
  }
}

export async function tryFactor(
  node: IdentityNode,
  username: string,
  browser: Browser,
  factor?: string,
  password = goodPassword,
): Promise<string> {
  const form = { username, password, ...(factor === undefined ? {} : { factor }) };
  const outcome = await outcomeOf(signIn(node, form, browser));
  return typeof outcome === 'string' ? outcome : 'signedIn';
}

/** A code of six digits that counts at no step around now. */
export function wrongCodeOf(node: IdentityNode, secret: string): string {
  const right = [-1, 0, 1].map((step) => codeAt(secret, node.wallNow() + step * 30_000));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

/** The acts of a member's security log, in the order of their names. */
export async function actsOfMember(database: TestDatabase, memberId: bigint): Promise<string[]> {
  const sql = 'select act from security_act where member_id = $1 order by act';
  const { rows } = await database.pool.query<{ act: string }>(sql, [memberId]);
  return rows.map(({ act }) => act);
}
