import { hash, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger, type Submission } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { type Log, silentLog } from '#server/platform/log.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import type { MemberIdentity, PayoutCard } from './member-identity.ts';
import type { PayoutOrder, PayoutState } from './payout-rail.ts';
import { advanceWithdrawals } from './poll-withdrawals.ts';
import { requestWithdrawal, type WithdrawalCall, type WithdrawalRequest } from './request-withdrawal.ts';
import { findWithdrawal } from './withdrawal-store.ts';

export const micro = (units: number) => usdt(BigInt(Math.round(units * 1_000_000)));
export const minuteMs = 60_000;
export const password = 'quiet99owl';
export const loginPassword = 'login123';
export const someAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** A member as the test defines it. */
export interface TestMember {
  card: PayoutCard | null;
  realName: string | null;
  hasPassword: boolean;
  frozen: boolean;
  places: 'one' | 'several';
}

const someMember: Omit<TestMember, 'card'> = {
  realName: 'Ann Lee',
  hasPassword: true,
  frozen: false,
  places: 'several',
};

export type World = Awaited<ReturnType<typeof openWorld>>;

/** An own database, members as the test defines them, and a rail with a scripted status. */
export async function openWorld() {
  const database = await createTestDatabase();
  await addOperators(database.owner);
  const { pool } = database;
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const members = new Map<bigint, TestMember>();
  const { published, publish, announced, acts } = recorders();
  const payouts: string[] = [];
  const failures: unknown[] = [];
  const rail = {
    answer: 'paid' as PayoutState,
    pollEveryMs: 1_000,
    async payOut({ id }: PayoutOrder) {
      payouts.push(id);
      return this.answer;
    },
  };
  const of = (memberId: bigint): TestMember => {
    const member = members.get(memberId);
    if (!member) throw new Error(`no member ${memberId}`);
    return member;
  };
  const identity = identityOf(of);
  const openNode = () => {
    const ledger = openLedger({ pool, clock });
    const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    return {
      ledger,
      tables,
      identity,
      acts,
      rail,
      clock,
      wallNow: () => Date.now(),
      places: { of: async (memberId: bigint) => of(memberId).places },
      memberEvents: { publish },
      log: { ...silentLog, error: (about: unknown) => void failures.push(about) } as Log,
    };
  };
  const node = openNode();
  const nodes = [node];
  let lastMember = 0n;
  return {
    ...node,
    database,
    members,
    published,
    announced,
    payouts,
    /** What a look logged as an error. */
    failures,
    rail,
    openNode() {
      const other = openNode();
      nodes.push(other);
      return other;
    },
    /** A member with a card, a password and these funds available. */
    async member(funds: number, change: Partial<TestMember> = {}): Promise<bigint> {
      const memberId = ++lastMember;
      members.set(memberId, { ...someMember, card: cardOf(`card of ${memberId}`), ...change });
      await pool.query('select ledger.open_member($1)', [memberId]);
      if (funds > 0) await node.ledger.submit(fundingOf(memberId, funds));
      return memberId;
    },
    request: (memberId: bigint, units: number, change: Partial<WithdrawalRequest> = {}, key: string | null = null) =>
      requestWithdrawal(node, { method: 'bank', amount: micro(units), password, ...change }, callOf(memberId, key)),
    cancel: (memberId: bigint, id: string) => cancelWithdrawal(node, memberId, id),
    look: () => advanceWithdrawals(node),
    stateOf: async (memberId: bigint, id: string) => (await findWithdrawal(node.tables, memberId, id))?.state,
    async balances(memberId: bigint): Promise<{ available: number; withdrawing: number }> {
      const balances = await node.ledger.balancesOf(memberId);
      return { available: units(balances?.available), withdrawing: units(balances?.withdrawing) };
    },
    faults: () => faultsOf(pool),
    notPublishedOnce: () => findNotPublishedOnce(pool, published),
    async close(): Promise<void> {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}

/** The world of a file's tests: each begins with a rail that pays out and leaves the books in order. */
export async function openWorldForFile(): Promise<World> {
  const world = await openForFile(openWorld);
  beforeEach(() => {
    world.rail.answer = 'paid';
  });
  afterEach(async () => {
    expect(await world.faults()).toEqual([]);
    expect(await world.notPublishedOnce()).toEqual([]);
    expect(world.failures).toEqual([]);
  });
  return world;
}

function fundingOf(memberId: bigint, funds: number): Submission {
  return {
    key: `fund:${randomUUID()}`,
    inputHash: '0'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'test',
    postings: [
      { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: micro(funds) },
    ],
  };
}

/** A card with that number. */
export function cardOf(number: string): PayoutCard {
  const fingerprint = hash('sha256', number);
  return { id: 'C1', masked: '**** **** **** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', fingerprint };
}

const units = (amount = -1n): number => Number(amount) / 1_000_000;

/** What withdrawals publish to members' pages. */
function recorders() {
  const published: StreamEvent<'withdrawal'>['value'][] = [];
  const announced: [bigint, SecurityAct][] = [];
  return {
    published,
    publish: async (_memberIds: unknown, { value }: StreamEvent<'withdrawal'>) => void published.push(value),
    announced,
    acts: { announce: async (memberId: bigint, act: SecurityAct) => void announced.push([memberId, act]) },
  };
}

/** A call of that member, as a request for a withdrawal needs it. */
export function callOf(memberId: bigint, idempotencyKey: string | null = null): WithdrawalCall {
  return {
    cookies: { read: () => undefined, write: () => undefined, clear: () => undefined },
    member: { memberId, username: `member${memberId}`, locale: 'en', timeZone: 'UTC' },
    idempotencyKey,
  };
}

/** Inconsistencies of the ledger, or between it and the withdrawals. */
async function faultsOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'difference' as fault, account_id::text as about from ledger.balance_differences
    union all select 'torn', transfer_id::text from ledger.torn_transfers
    union all select 'trial balance', asset from ledger.trial_balance where balance <> 0
    union all
    select 'hold', b.member_id::text from ledger.accounts as a
      join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
    where a.name = 'withdrawing' and b.balance <> (
      select coalesce(sum(w.amount), 0) from withdrawal as w
      where w.member_id = a.member_id and w.state in ('requested', 'inReview', 'sent'))`);
  return rows;
}

/** Withdrawals whose state was not published to the member's pages exactly once. */
async function findNotPublishedOnce(
  pool: pg.Pool,
  published: readonly StreamEvent<'withdrawal'>['value'][],
): Promise<unknown[]> {
  const { rows } = await pool.query<{ id: string; state: string }>(
    `select id, state from withdrawal where state <> 'requested'`,
  );
  const byState = Map.groupBy(published, ({ id, state }) => `${id} ${state}`);
  return rows.filter(({ id, state }) => byState.get(`${id} ${state}`)?.length !== 1);
}

function identityOf(of: (memberId: bigint) => TestMember): MemberIdentity {
  return {
    async requireWithdrawalPassword(memberId, given) {
      if (!of(memberId).hasPassword) throw new Refusal('withdrawalPasswordUnset');
      if (given !== password) throw new Refusal('withdrawalPasswordWrong');
    },
    async reauthenticate(_, { password: given }) {
      if (given === undefined) throw new Refusal('loginPasswordNeeded');
      if (given !== loginPassword) throw new Refusal('oldPasswordWrong');
    },
    hasWithdrawalPassword: async (memberId) => of(memberId).hasPassword,
    isFrozen: async (memberId) => of(memberId).frozen,
    cardOf: async (memberId) => of(memberId).card,
    realNameOf: async (memberId) => of(memberId).realName,
  };
}
