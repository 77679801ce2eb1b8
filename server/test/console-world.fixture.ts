import type { Operation } from '#contract/operation.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { composeApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import { Phone } from './phone.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';
import { type KeepOptions, WireAnswers } from './wire-answers.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const code = 'TEST7';
type Fields = Readonly<Record<string, string>>;
/** The first moment of the product clock. That of the wall clock is the machine's own: the database compares some times with its own. */
const productStart = Date.UTC(2026, 0, 14, 9);

/** The whole app on a database of its own, on two clocks that stand until the test moves them; operators and members call it. */
export async function openConsoleWorld() {
  const { drop, ...database } = await createTestDatabase();
  // Before the first moment of the clock, whose waits are then whole hours at least.
  const answers = new WireAnswers();
  const wallStart = Date.now();
  let passed = 0;
  const productNow = (): number => productStart + passed;
  const wallNow = (): number => wallStart + passed;
  await setProductTime(database.owner, productNow());
  const clock = {
    now: productNow,
    wallNow,
    speed: 1,
    // What polls is looked at often: its time is moved at once.
    wallDelayMs: (productMs: number) => Math.max(40, productMs / 50),
    skewMs: () => 0,
    requireAgreement: () => undefined,
    stop: async () => undefined,
  };
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    VERIFY_CODE_TEST: code,
    CARD_KEY: '7'.repeat(64),
  });
  const kept = { pool: database.pool, url: database.url, close: async () => undefined };
  const app = await composeApp({ ...config, rateLimit: false }, silentLog, Promise.resolve(kept), async () => clock);

  /** Moves both clocks. */
  async function pass(ms: number): Promise<void> {
    passed += ms;
    await setProductTime(database.owner, productNow());
    // Sessions of operators end after half an hour without a call, and after eight hours: those that are open begin anew.
    if (ms < minuteMs) return;
    const begins = `update operator_session set created_at = created_at + $1 * interval '1 ms', last_seen_at = last_seen_at + $1 * interval '1 ms',
      expires_at = expires_at + $1 * interval '1 ms' where ended_at is null`;
    await database.owner.query(begins, [ms]);
  }

  /** A session of that operator. */
  async function signIn(name: string, userAgent = `Browser of ${name}`): Promise<WireCaller> {
    const token = newToken();
    await database.owner.query(
      `insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
       values ($1, $2, $3, $3, $4, $5, '203.0.113.7')`,
      [hashToken(token), name, new Date(wallNow()), new Date(wallNow() + 8 * hourMs), userAgent],
    );
    return new WireCaller(app.address, `clearlot_operator=${token}`);
  }

  return {
    ...{ database, app, answers, signIn, pass, productNow, wallNow },
    /** Who has no session. */
    stranger: new WireCaller(app.address),
    /** Keeps the answer to a call, under what it is an example of. No two are of one moment: ids of one moment are in no order. */
    async ask<Answer = unknown>(
      what: string,
      by: WireCaller,
      operation: Operation,
      fields: Fields = {},
      options?: KeepOptions,
    ): Promise<Answer> {
      await pass(1);
      answers.part(what);
      return await by.keep<Answer>(answers, operation, fields, options);
    },
    /** Operators of these roles, each signed in. */
    async desks<Name extends string>(roles: Readonly<Record<Name, OperatorRole>>): Promise<Record<Name, WireCaller>> {
      const names = Object.keys(roles) as Name[];
      for (const name of names) await insertOperators(database.owner, { [name]: roles[name] });
      const entries: [Name, WireCaller][] = [];
      for (const name of names) entries.push([name, await signIn(name)]);
      return Object.fromEntries(entries) as Record<Name, WireCaller>;
    },
    /** A new member, signed in. */
    async member(username: string): Promise<Phone> {
      const phone = new Phone(app.address);
      await phone.register(username, code);
      return phone;
    },
    async numberOf(phone: Phone): Promise<string> {
      return String(((await phone.get('/api/wallet')).url as { userid: string }).userid);
    },
    async close() {
      await app.close();
      await drop();
    },
  };
}

export type ConsoleWorld = Awaited<ReturnType<typeof openConsoleWorld>>;
