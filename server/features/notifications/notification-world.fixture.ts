import { hash, randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { SecurityAct } from '#contract/security-acts.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { type Ledger, openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { createTestClock, type TestClock } from '#server/platform/test-clock.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { actEvents } from './act-events.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import { ledgerEvents } from './ledger-events.ts';

export interface World {
  readonly database: TestDatabase;
  readonly tables: Kysely<unknown>;
  readonly events: EventLog;
  readonly ledger: Ledger;
  readonly clock: TestClock;
  /** A member with accounts and an open session. */
  member(): Promise<{ readonly memberId: bigint; readonly sessionHash: Buffer }>;
  /** Credits a deposit, a second later than what happened before. */
  deposit(memberId: bigint, units: number): Promise<void>;
  /** Records a security act, a second later than what happened before. */
  act(memberId: bigint, act?: SecurityAct): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const database = await createTestDatabase();
  const { pool } = database;
  await allowChangesWithoutHistory(database.owner);
  const clock = createTestClock(Date.UTC(2026, 0, 14));
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const events = openEventLog([ledgerEvents(pool), actEvents(tables)]);
  const ledger = openLedger({ pool, clock });
  let lastDeposit = 0;
  return {
    database,
    tables,
    events,
    ledger,
    clock,
    async member() {
      const name = `n${randomBytes(6).toString('hex')}`;
      const { rows } = await pool.query<{ id: bigint }>(
        `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
         values ($1, '$argon2id$', 'en', upper($1), $2, now()) returning id`,
        [name, hash('sha256', name, 'buffer')],
      );
      const memberId = rows[0]?.id ?? 0n;
      await pool.query('select ledger.open_member($1)', [memberId]);
      const sessionHash = randomBytes(32);
      await pool.query(
        `insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
         values ($1, $2, now(), now(), now() + interval '1 day', '', '')`,
        [sessionHash, memberId],
      );
      return { memberId, sessionHash };
    },
    async deposit(memberId, units) {
      clock.advance(1_000);
      const id = `deposit${++lastDeposit}`;
      const outcome = await ledger.submit({
        key: `deposit:${id}`,
        inputHash: inputHashOf({ id }),
        kind: 'depositConfirmed',
        reference: id,
        postings: [
          {
            from: houseAccount('rail', memberId),
            to: memberAccount(memberId, 'available'),
            amount: usdt(BigInt(units * 1_000_000)),
          },
        ],
      });
      if (outcome.status !== 'committed') throw new Error(`the deposit is ${outcome.status}`);
    },
    async act(memberId, act = 'passkeyAdded') {
      clock.advance(1_000);
      const now = clock.now();
      await pool.query('insert into security_act (member_id, id, act, at) values ($1, $2, $3, $4)', [
        memberId,
        newPublicId(now),
        act,
        new Date(now),
      ]);
    },
    async close() {
      await ledger.close();
      await database.drop();
    },
  };
}
