import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { yieldFunding } from '#core/financing/products.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import type { OfferChange } from '#core/products/offers.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { fundingOf, yieldAccount } from './financing-transfers.ts';
import { matureHoldings } from './mature-holdings.ts';
import { redeem } from './redeem.ts';
import { subscribe } from './subscribe.ts';

export const micro = (units: number) => usdt(BigInt(Math.round(units * 1_000_000)));

export type World = Awaited<ReturnType<typeof openWorld>>;
export type Node = Pick<World, 'ledger' | 'pool' | 'clock' | 'log' | 'isFrozen'>;

/** A database of its own with the funds for interest, and members of whom the test says who is frozen. */
export async function openWorld() {
  const database = await createTestDatabase();
  const { pool } = database;
  const clock = createTestClock(Date.UTC(2026, 0, 1, 12));
  const frozen = new Set<bigint>();
  const openNode = () => ({
    ledger: openLedger({ pool, clock }),
    pool,
    clock,
    log: silentLog,
    offers: { changes: (): readonly OfferChange[] => [] },
    isFrozen: async (memberId: bigint) => frozen.has(memberId),
  });
  const node = openNode();
  const nodes = [node];
  await fundOnce(node.ledger, fundingOf());
  let lastMember = 0n;
  const transfer = async (from: ReturnType<typeof memberAccount<'available'>>, to: typeof from, amount: bigint) => {
    const outcome = await node.ledger.submit({
      key: `test:${randomUUID()}`,
      inputHash: '0'.repeat(64),
      kind: 'depositConfirmed',
      reference: 'test',
      postings: [{ from, to, amount: usdt(amount) }],
    });
    if (outcome.status === 'refused') throw new Error(outcome.reason);
  };
  const houseBalance = async (name: 'yield' | 'yieldReserved') => (await node.ledger.houseBalances()).get(name) ?? 0n;
  return {
    ...node,
    database,
    frozen,
    openNode() {
      const other = openNode();
      nodes.push(other);
      return other;
    },
    async member(funds: number): Promise<bigint> {
      const memberId = ++lastMember;
      await pool.query('select ledger.open_member($1)', [memberId]);
      if (funds > 0) {
        await transfer(houseAccount('rail', memberId), memberAccount(memberId, 'available'), micro(funds));
      }
      return memberId;
    },
    subscribe: (memberId: bigint, units: number, product = 'day7', key: string | null = null) =>
      subscribe(node, memberId, { product, amount: micro(units) }, key),
    redeem: (memberId: bigint, id: string) => redeem(node, memberId, id),
    mature: () => matureHoldings(node),
    houseBalance,
    /** Makes this the balance left to promise as interest. */
    async leaveYield(left: bigint): Promise<void> {
      const change = left - (await houseBalance('yield'));
      const sponsor = houseAccount('sponsor', 0n);
      if (change > 0n) await transfer(sponsor, yieldAccount, change);
      if (change < 0n) await transfer(yieldAccount, sponsor, -change);
    },
    async balances(memberId: bigint): Promise<{ available: number; financing: number }> {
      const balances = await node.ledger.balancesOf(memberId);
      const units = (amount = -1n): number => Number(amount) / 1_000_000;
      return { available: units(balances?.available), financing: units(balances?.financing) };
    },
    faults: () => faultsOf(pool),
    async close(): Promise<void> {
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}

/** The world of a file's tests: each begins with all of the funds for interest and leaves the books in order. */
export async function openWorldForFile(): Promise<World> {
  const world = await openForFile(openWorld);
  beforeEach(() => world.leaveYield(yieldFunding));
  afterEach(async () => expect(await world.faults()).toEqual([]));
  return world;
}

/** The code of a refusal. */
export const codeOf = (error: { code?: string }) => error.code;

/** What is out of order in the books, or between them and the holdings. */
export async function faultsOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'difference' as fault, account_id::text as about from ledger.balance_differences
    union all select 'torn', transfer_id::text from ledger.torn_transfers
    union all select 'trial balance', asset from ledger.trial_balance where balance <> 0
    union all
    select 'principal', b.member_id::text from ledger.accounts as a
      join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
    where a.name = 'financing' and b.balance <> (
      select coalesce(sum(h.amount), 0) from holding as h where h.member_id = a.member_id and h.state = 'running')
    union all
    select 'reserve', balance::text from ledger.house_balances where name = 'yieldReserved' and balance <> (
      select coalesce(sum(interest_reserved), 0) from holding where state = 'running')`);
  return rows;
}
