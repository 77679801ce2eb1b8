import { vi } from 'vitest';
import { getDeposit, requestDeposit } from '#contract/deposits.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { chainDays, dayKeysOf } from '#core/fairness/day-seeds.ts';
import { distinctDays } from '#core/market/replay-order.ts';
import { tipOf } from '#core/proofs/seed-chain.ts';
import { dayOf, roundAt } from '#core/rounds/schedule.ts';
import { roundSeedsPlace } from '#server/features/rounds/seed-chains.ts';
import { dayMs, replayOrder, shippedRecordings } from '#server/market/market.fixture.ts';
import { replaySeedPlace } from '#server/market/replay/replay-order.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { keysIn } from '#server/platform/secret-key.ts';
import { openSecretKeys } from '#server/platform/secret-keys.ts';
import { code, withdrawalPassword } from './money-world.fixture.ts';
import { cardKey, openMovedApp } from './moved-app.fixture.ts';
import { Phone } from './phone.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';
import { WireAnswers } from './wire-answers.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

/** The moment at which every such world begins: more than 200 days before any wall clock. */
const begin = Date.UTC(2026, 0, 14, 0, 30);
const seed = new Uint8Array(32).fill(1);

/** How often jobs look whether something is due, whatever the product clock says. */
const lookMs = 40;

export interface WireWorld {
  readonly address: string;
  readonly database: TestDatabase;
  now(): number;
  /** The wall clock of this app. */
  wallNow(): number;
  /**
   * Lets time pass at once, on the product clock and on the wall clock of this app, which stands between: the database's own follows the
   * machine's. An operator's session ends after half an hour of it.
   */
  pass(milliseconds: number): void;
  /** The same in a world that was opened with `isInDatabase`, whose database follows the product clock, as rounds and draws need. */
  passInDatabase(milliseconds: number): Promise<void>;
  /** An empty text of answers, whose waits count from the opening of the world. */
  answers(): WireAnswers;
  caller(cookie?: string): WireCaller;
  /** Adds an operator and signs it in. */
  operator(name: string, role: OperatorRole): Promise<WireCaller>;
  member(username: string, invite?: string): Promise<WireCaller>;
  /** Credits a deposit of the sandbox, which takes fifteen seconds of the clock. Gives its id. */
  fund(member: WireCaller, amount: string): Promise<string>;
  setWithdrawalPassword(member: WireCaller): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole app on a fresh database and on a clock that only the test moves, with the same market and the same seeds of rounds each time. Its
 * jobs run all the time, so that after `pass` a test waits for what it expects of them.
 */
export async function openWireWorld({ isInDatabase = false } = {}): Promise<WireWorld> {
  const app = await openMovedApp({
    begin,
    // A minute of the market is looked for sixteen times a second.
    speed: 1_000,
    wallDelayMs: () => lookMs,
    async prepare(database) {
      if (isInDatabase) await setProductTime(database.owner, begin);
      await storeSeeds(database);
    },
  });
  const { address, database, now, wallNow, pass } = app;
  const passInDatabase = async (milliseconds: number): Promise<void> => {
    await setProductTime(database.owner, now() + milliseconds);
    pass(milliseconds);
  };
  return {
    ...{ address, database, now, wallNow, pass, passInDatabase },
    answers: () => new WireAnswers(app.opened),
    caller: (cookie) => new WireCaller(address, cookie),
    async operator(name, role) {
      await insertOperators(database.owner, { [name]: role });
      return await app.signIn(name, 'a test', '127.0.0.1');
    },
    async member(username, invite) {
      const phone = new Phone(address);
      await phone.register(username, code, invite);
      return new WireCaller(app.address, phone.cookie);
    },
    async fund(member, amount) {
      const { id } = await member.done<{ id: string }>(requestDeposit, { channel: 'sandbox', amount });
      if (isInDatabase) await passInDatabase(15_000);
      else pass(15_000);
      const stateOf = async () => (await member.done<{ state: string }>(getDeposit, { deposit: id })).state;
      await until(async () => (await stateOf()) === 'confirmed');
      return id;
    },
    async setWithdrawalPassword(member) {
      const phone = new Phone(address, member.cookie);
      await phone.setWithdrawalPassword(withdrawalPassword, code);
      member.takeCookie(phone.cookie);
    },
    close: app.close,
  };
}

/** Waits for what a job is to do. */
export const until = (isDone: () => Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(isDone, { timeout: 60_000, interval: 15 });

/** Stores the seed of the replay and that of the rounds before the app would draw them. */
async function storeSeeds({ pool }: TestDatabase): Promise<void> {
  const keys = await openSecretKeys(pool, keysIn(cardKey, ','));
  const recordings = await shippedRecordings();
  const { hash, days } = recordings;
  const start = (Math.floor(begin / dayMs) - distinctDays(days.length)) * dayMs;
  const sealed = keys.sealFor('replay').seal(Buffer.from(seed).toString('hex'), replaySeedPlace(hash));
  await pool.query(
    'insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, $2, $3, $4)',
    [hash, start, replayOrder(recordings, start).commitment, sealed],
  );
  await pool.query(
    'insert into fairness_chain (number, first_day, days, commitment, sealed_seed, published_at) values (1, $1, $2, $3, $4, $5)',
    [
      dayOf(roundAt(begin)),
      chainDays.keys,
      tipOf(dayKeysOf(seed, chainDays.keys)),
      keys.sealFor('round seeds').seal(Buffer.from(seed).toString('hex'), roundSeedsPlace),
      new Date(begin),
    ],
  );
}
