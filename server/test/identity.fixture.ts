import { Kysely, PostgresDialect } from 'kysely';
import { testWork, type WorkPolicy } from '#server/features/identity/captcha/captcha-work.ts';
import { hasAuthenticator } from '#server/features/identity/factors/factor-check.ts';
import { getCaptcha } from '#server/features/identity/get-captcha.ts';
import type { PasskeyDependencies } from '#server/features/identity/passkeys/passkeys.ts';
import { reauthenticate } from '#server/features/identity/passwords/reauthenticate.ts';
import { proveWork } from '#server/features/identity/prove-work.ts';
import type { RecoveryEffects } from '#server/features/identity/recovery/finish-recoveries.ts';
import { type RecordRegistration, register } from '#server/features/identity/register.ts';
import { deviceCookieName } from '#server/features/identity/sessions/identity-cookies.ts';
import { openSessions, type Sessions } from '#server/features/identity/sessions/sessions.ts';
import { openSignInLog, type SignInLog } from '#server/features/identity/sessions/sign-in-log.ts';
import { signIn } from '#server/features/identity/sign-in.ts';
import type { GetMemberDependencies } from '#server/features/profile/get-member.ts';
import type { UpdateProfileDependencies } from '#server/features/profile/update-profile.ts';
import { freezeRecovered } from '#server/features/security/freeze.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { openMemberEvents } from '#server/platform/events/member-events.ts';
import type { Call, CallCookies } from '#server/platform/http/binding.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { openPasswordGate, type PasswordGate } from '#server/platform/password-gate.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { hashToken } from '#server/platform/secret-token.ts';
import { openSecurityActs, type SecurityActs } from '#server/platform/security-acts.ts';
import { type SecurityLog, silentSecurityLog } from '#server/platform/security-log.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { sessionTokens } from '#server/platform/session-tokens.ts';
import type { DeviceCookie } from '#server/platform/sign-in-failures/known-device.ts';
import { type AnnouncedActs, listenToActs } from './announced-acts.fixture.ts';
import { solveWork } from './captcha-work.fixture.ts';

/** The answer of every captcha in these tests. */
export const fixedAnswer = 'TEST7';

export const anHourMs = 60 * 60_000;
export const aDayMs = 24 * anHourMs;

/** A browser: its cookies, and where it calls from. */
export type Browser = Pick<Call, 'cookies' | 'address' | 'userAgent' | 'locale'> & {
  readonly jar: Map<string, string>;
};

export function createBrowser(address = '203.0.113.7'): Browser {
  const jar = new Map<string, string>();
  const cookies: CallCookies = {
    read: (name) => jar.get(name),
    write: (name, value) => void jar.set(name, value),
    clear: (name) => void jar.delete(name),
  };
  return { jar, cookies, address, userAgent: 'a test', locale: 'en' };
}

let addresses = 0;

/** An address that no other browser of the file has, so that tests do not slow each other down. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

export const newBrowser = (): Browser => createBrowser(newAddress());

/** The token of the browser's session, or an empty string. */
export const tokenOf = ({ jar }: Browser): string => jar.get(sessionCookieName) ?? '';

/** One node of the product as far as accounts go, on a wall clock that the test moves. */
export interface IdentityNode extends PasskeyDependencies {
  readonly tables: Kysely<unknown>;
  readonly bus: Bus;
  readonly passwords: PasswordGate;
  readonly sessions: Sessions;
  /** Sessions whose end this node was notified of, by the hash of their token: it closes their member's open pages. */
  readonly ended: readonly string[];
  readonly signIns: SignInLog;
  readonly deviceCookie: DeviceCookie;
  readonly acts: SecurityActs;
  readonly securityLog: SecurityLog;
  readonly freeze: RecoveryEffects['freeze'];
  readonly clock: { now(): number };
  readonly wallNow: () => number;
  readonly fixedAnswer: string;
  readonly workPolicy: WorkPolicy;
  readonly workSecret: string;
  readonly isBounded: boolean;
  readonly recordRegistration: RecordRegistration;
  readonly onRegistered: (memberId: bigint) => void;
  /** Dependencies of the profile. */
  readonly profile: GetMemberDependencies & UpdateProfileDependencies;
  close(): Promise<void>;
}

export interface TestIdentity {
  readonly database: TestDatabase;
  readonly node: IdentityNode;
  /** Another node on the same database. */
  addNode(): Promise<IdentityNode>;
  /** Of all nodes. */
  compareActs: AnnouncedActs['compare'];
  passTime(milliseconds: number): void;
  close(): Promise<void>;
}

/** What notices of ended sessions name the browser's by. */
export const nameOfSession = (browser: Browser): string => hashToken(tokenOf(browser)).toString('base64url');

function listenToEnds(bus: Bus): readonly string[] {
  const ended: string[] = [];
  bus.subscribe('session-ended', (notice) => ended.push((notice as { readonly key: string }).key));
  return ended;
}

/** What is the same on every node, and hears of nothing. */
const settings = {
  factorSeal: createSecretSeal(Buffer.alloc(32, 1)),
  backupCodeKey: Buffer.alloc(32, 2),
  deviceCookie: { name: deviceCookieName, key: Buffer.alloc(32, 3) },
  publicOrigin: undefined,
  fixedAnswer,
  workPolicy: testWork,
  workSecret: 'a secret',
  isBounded: true,
  proofUsed: async () => undefined,
  recordRegistration: (async () => undefined) satisfies RecordRegistration,
  onRegistered: () => undefined,
};

export async function openTestIdentity(): Promise<TestIdentity> {
  const database = await createTestDatabase();
  await addOperators(database.owner);
  let now = Date.UTC(2026, 4, 1, 12);
  const nodes: IdentityNode[] = [];
  const { listen, compare } = listenToActs(database);
  const addNode = async (): Promise<IdentityNode> => {
    const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
    const bus = await openBus(database.pool, database.url, silentLog);
    const wallNow = (): number => now;
    const ended = listenToEnds(bus);
    const sessions = openSessions({
      pool: database.pool,
      tables,
      bus,
      sessionTokens: sessionTokens(Buffer.alloc(32, 7)),
      now: wallNow,
      onEnded: () => undefined,
      onEndsMissed: () => undefined,
    });
    const close = async (): Promise<void> => {
      await signIns.close();
      sessions.close();
      await bus.close();
    };
    const passwords = await openPasswordGate();
    const signIns = openSignInLog(tables, wallNow, (error) => {
      throw error;
    });
    const acts = listen(openSecurityActs(openMemberEvents(bus), { now: wallNow }, silentSecurityLog));
    const clock = { now: wallNow };
    const node: IdentityNode = {
      ...settings,
      tables,
      bus,
      signIns,
      acts,
      securityLog: silentSecurityLog,
      passwords,
      sessions,
      ended,
      freeze: (within, memberId, holdsUntil) => freezeRecovered(within, memberId, wallNow(), holdsUntil),
      clock,
      wallNow,
      profile: {
        acts,
        tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
        clock,
        offers: { changes: () => [] },
        sessions,
        identity: { hasAuthenticator: (memberId: bigint) => hasAuthenticator(tables, memberId) },
        owner: {
          requireUnfrozen: async () => undefined,
          requireToStayUnfrozen: async () => undefined,
          reauthenticate: async (call, proof) => void (await reauthenticate(node, proof, call)),
        },
      },
      close,
    };
    nodes.push(node);
    return node;
  };
  const node = await addNode();
  return {
    database,
    node,
    addNode,
    compareActs: compare,
    passTime: (milliseconds) => {
      now += milliseconds;
    },
    close: async () => {
      for (const one of nodes) await one.close();
      await database.drop();
    },
  };
}

export const goodPassword = 'quiet99owl';

/** The registration form, filled in. */
export function registrationOf(username: string) {
  return {
    username,
    password: goodPassword,
    repassword: goodPassword,
    invite: 'CLEARLOT',
    code: fixedAnswer,
    adult: true,
    terms: true,
  } as const;
}

/** Draws a captcha and does its work, as the web app does while the member types. */
export async function getProvenCaptcha(
  node: Pick<IdentityNode, 'tables' | 'fixedAnswer' | 'workPolicy' | 'workSecret' | 'wallNow'>,
  browser: Pick<Browser, 'cookies' | 'address'>,
): Promise<void> {
  const { work } = await getCaptcha(node, browser);
  await proveWork(node, await solveWork(work), browser);
}

/** Registers a member from a browser of its own, which is then signed in. */
export async function registerMember(
  node: IdentityNode,
  username: string,
  browser = createBrowser(),
): Promise<Browser> {
  await getProvenCaptcha(node, browser);
  await register(node, registrationOf(username), browser);
  return browser;
}

export async function trySignIn(
  node: IdentityNode,
  username: string,
  password: string,
  browser: Browser,
  code?: string,
): Promise<string> {
  try {
    await signIn(node, { username, password, ...(code === undefined ? {} : { code }) }, browser);
    return 'signedIn';
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') return error.message;
    throw error;
  }
}

/** Signs in with the captcha's code given, whether it is asked for or not. */
export async function trySignInWithCode(
  node: IdentityNode,
  username: string,
  password: string,
  browser: Browser,
): Promise<string> {
  await getProvenCaptcha(node, browser);
  return await trySignIn(node, username, password, browser, fixedAnswer);
}

/** How many rows the table has. */
export async function countOf(database: TestDatabase, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: bigint }>(`select count(*) as count from ${table}`);
  return Number(rows[0]?.count);
}
