import { Kysely, PostgresDialect } from 'kysely';
import { composeApp } from '#server/app.ts';
import { startOperatorSession } from '#server/features/operators/operator-sessions.ts';
import type { NodeClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import { code } from './money-world.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

/** The key that cards and seeds of such an app are sealed with. */
export const cardKey = '7'.repeat(64);

interface MovedAppOptions extends Pick<NodeClock, 'speed' | 'wallDelayMs'> {
  /** The first moment of the product clock. That of the wall clock is the machine's own: the database compares some times with its own. */
  readonly begin: number;
  /** Runs on the fresh database before the app opens. */
  readonly prepare: (database: TestDatabase) => Promise<void>;
}

/** The whole app on a fresh database, on a product clock and a wall clock that stand until `pass` moves both. */
export async function openMovedApp({ begin, prepare, ...pace }: MovedAppOptions) {
  const opened = Date.now();
  const database = await createTestDatabase();
  await prepare(database);
  let passed = 0;
  const clock: NodeClock = {
    ...pace,
    now: () => begin + passed,
    wallNow: () => opened + passed,
    skewMs: () => 0,
    requireAgreement: () => undefined,
    stop: async () => undefined,
  };
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: code, CARD_KEY: cardKey });
  const own = Promise.resolve({ pool: database.pool, url: database.url, close: async () => undefined });
  const app = await composeApp({ ...config, rateLimit: false }, silentLog, own, async () => clock);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.owner }) });
  return {
    ...{ address: app.address, database, opened, now: clock.now, wallNow: clock.wallNow },
    pass(milliseconds: number): void {
      passed += milliseconds;
    },
    /** Begins a session of an operator. */
    async signIn(operator: string, userAgent: string, address: string): Promise<WireCaller> {
      const token = await startOperatorSession(tables, operator, { userAgent, address }, clock.wallNow());
      return new WireCaller(app.address, `${operatorCookieName}=${token}`);
    },
    async close(): Promise<void> {
      await app.close();
      await database.drop();
    },
  };
}
