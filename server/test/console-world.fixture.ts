import type { Operation } from '#contract/operation.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { code } from './money-world.fixture.ts';
import { openMovedApp } from './moved-app.fixture.ts';
import { Phone } from './phone.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';
import { type KeepOptions, WireAnswers } from './wire-answers.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
type Fields = Readonly<Record<string, string>>;
/** The first moment of the product clock. */
const productStart = Date.UTC(2026, 0, 14, 9);

/** The whole app on a database of its own, on two clocks that stand until the test moves them; operators and members call it. */
export async function openConsoleWorld() {
  // Before the first moment of the clock, whose waits are then whole hours at least.
  const answers = new WireAnswers();
  const app = await openMovedApp({
    begin: productStart,
    speed: 1,
    // What polls is looked at often: its time is moved at once.
    wallDelayMs: (productMs) => Math.max(40, productMs / 50),
    prepare: ({ owner }) => setProductTime(owner, productStart),
  });
  const { database, now: productNow, wallNow } = app;

  /** Moves both clocks. */
  async function pass(ms: number): Promise<void> {
    app.pass(ms);
    await setProductTime(database.owner, productNow());
    // Sessions of operators end after half an hour without a call, and after eight hours: those that are open begin anew.
    if (ms < minuteMs) return;
    const begins = `update operator_session set created_at = created_at + $1 * interval '1 ms', last_seen_at = last_seen_at + $1 * interval '1 ms',
      expires_at = expires_at + $1 * interval '1 ms' where ended_at is null`;
    await database.owner.query(begins, [ms]);
  }

  const signIn = (name: string, userAgent = `Browser of ${name}`): Promise<WireCaller> =>
    app.signIn(name, userAgent, '203.0.113.7');

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
    close: app.close,
  };
}

export type ConsoleWorld = Awaited<ReturnType<typeof openConsoleWorld>>;
