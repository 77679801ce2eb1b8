import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { OperatorRole } from '#contract/roles.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { type Operator, operatorCookieName } from '#server/platform/session.ts';
import { type Browser, newBrowser } from '#server/test/identity.fixture.ts';
import { enrolOperatorAuthenticator } from './enrol-operator-authenticator.ts';
import { addOperator } from './operator-links.ts';
import { operatorDeviceCookieName, operatorSessionLookup } from './operator-sessions.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';

export const password = 'quiet owls fly by night';
export const solvedCode = 'SOLVED';
const minuteMs = 60_000;

/** An operator’s browser, with its app. */
export interface Desk extends Browser {
  readonly origin: string;
  readonly name: string;
  readonly secret: string;
}

/** Operators on a test database, with a wall clock of their own. */
export async function openOperatorsWorld() {
  const database = await createTestDatabase();
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  let now = Date.UTC(2026, 4, 1);
  let failures = 0;
  const node = {
    tables,
    securityLog: silentSecurityLog,
    wallNow: () => now,
    passwords: await openPasswordGate(),
    factorSeal: createSecretSeal(randomBytes(32)),
    publicOrigin: 'https://clearlot.example',
    deviceCookie: { name: operatorDeviceCookieName, key: randomBytes(32) },
    captcha: {
      // Of a browser that has solved one.
      requireCaptcha: async (_: unknown, code: string) => {
        if (code !== solvedCode) throw new Refusal('captchaWrong');
      },
      countFailure: async () => {
        failures += 1;
      },
    },
  };
  const sessions = operatorSessionLookup(node);
  /** A link for a new operator, made by an owner of the same name. */
  const link = async (name: string, role: OperatorRole): Promise<string> => {
    await insertOperators(database.owner, { root: 'owner' });
    const by = { operator: 'root', role: 'owner' } as const;
    const made = { operator: name, role, reason: 'for a test' };
    return (await tables.transaction().execute((transaction) => addOperator(transaction, made, by, now))).token;
  };
  /** An operator who is enrolled with an app, and signed in. */
  const enrolled = async (name: string, role: OperatorRole): Promise<Desk> => {
    const browser = { ...newBrowser(), origin: node.publicOrigin, name };
    const token = await link(name, role);
    const { secret } = await startOperatorAuthenticator(node, { token });
    const form = { token, password, repassword: password, factor: codeAt(secret, now) };
    await enrolOperatorAuthenticator(node, form, browser);
    return { ...browser, secret };
  };
  return {
    ...node,
    node,
    database,
    sessions,
    link,
    enrolled,
    advance: (ms: number) => {
      now += ms;
    },
    /** The next code of the desk’s app: each counts once. */
    nextCode: (desk: Desk) => {
      now += minuteMs;
      return codeAt(desk.secret, now);
    },
    /** The operator whom the desk’s cookie stands for. */
    whoIs: (desk: Pick<Browser, 'jar'>): Promise<Operator | 'none' | 'expired'> =>
      sessions.find(desk.jar.get(operatorCookieName) ?? ''),
    /** The call of a signed-in operator. */
    async callOf(desk: Desk) {
      const operator = await sessions.find(desk.jar.get(operatorCookieName) ?? '');
      if (typeof operator === 'string') throw new Refusal(operator === 'none' ? 'notSignedIn' : 'sessionExpired');
      return { ...desk, operator };
    },
    async acts(): Promise<string[]> {
      const { rows } = await database.pool.query('select operator, act, subject from operator_act order by id');
      return rows.map((row) => `${row.operator} ${row.act} ${row.subject}`);
    },
    /** Failed sign-ins that were counted towards the captcha's work. */
    failures: () => failures,
    close: () => database.drop(),
  };
}

export type OperatorsWorld = Awaited<ReturnType<typeof openOperatorsWorld>>;
