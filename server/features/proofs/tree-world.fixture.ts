import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { verifyBalance } from '#core/proofs/balance-tree.ts';
import { openLedger, type Submission } from '#server/ledger/ledger.ts';
import { createTestDatabase, firstMemberId } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { buildTree } from './build-tree.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { listBalanceRoots } from './list-balance-roots.ts';

export const startMs: number = Date.UTC(2026, 10, 21, 14, 20);
export const signingKey: Uint8Array = new Uint8Array(32).fill(3);

/** The id of a member: they are counted from 1 in the order of their registration. */
export const idOf = (member: bigint): bigint => firstMemberId + member - 1n;
export const nameOf = (member: bigint): string => `Member${member}`;

/** A database of its own with members, what is owed to them, and the trees over it. */
export async function openTreeWorld() {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const clock = createTestClock(startMs);
  const ledger = openLedger({ pool: database.pool, clock });
  /** So many more members, with their accounts open and empty. */
  async function openMembers(count: number): Promise<void> {
    await database.pool.query(
      `with opened as (
         insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
         select 'Member' || n, '$argon2id$test', 'en', 'CODE' || n, sha256(n::text::bytea), now()
         from (select (select count(*) from member) + step as n from generate_series(1, $1::int) as step) as numbers
         returning id
       )
       select count(ledger.open_member(id)) from opened`,
      [count],
    );
  }

  /** Test funds of which one micro-USDT is in a plan: what is owed is in several accounts. */
  async function give(member: bigint, amount: bigint): Promise<void> {
    const memberId = idOf(member);
    const submission: Submission = {
      key: `give:${memberId}:${amount}`,
      inputHash: 'a'.repeat(64),
      kind: 'depositConfirmed',
      reference: 'test',
      postings: [
        {
          from: houseAccount('rail', memberId),
          to: memberAccount(memberId, 'available'),
          amount: usdt(amount),
        },
        { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'plans'), amount: usdt(1n) },
      ],
    };
    const { status } = await ledger.submit(submission);
    if (status !== 'committed') throw new Error(`the transfer was ${status}`);
  }

  /** Points of both kinds, of which some assistance goes to the charity. */
  async function givePoints(member: bigint, assistance: bigint, promotion: bigint): Promise<void> {
    const memberId = idOf(member);
    const from = houseAccount('sponsorPoints', memberId);
    const own = memberAccount(memberId, 'assistance');
    const submission: Submission = {
      key: `points:${memberId}`,
      inputHash: 'a'.repeat(64),
      kind: 'checkedIn',
      reference: 'test',
      postings: [
        { from, to: own, amount: points(assistance + 1n) },
        { from, to: memberAccount(memberId, 'promotion'), amount: points(promotion) },
        { from: own, to: houseAccount('charityPoints', memberId), amount: points(1n) },
      ],
    };
    const { status } = await ledger.submit(submission);
    if (status !== 'committed') throw new Error(`the transfer was ${status}`);
  }

  async function withClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await database.pool.connect();
    try {
      await work(client);
    } finally {
      client.release();
    }
  }

  /** What the phone does: its own name, the proof, and the root that everybody sees. */
  async function check(member: bigint, tree: number | null = null) {
    const session = { memberId: idOf(member), username: nameOf(member) };
    const proof = await getBalanceProof(database.pool, session, tree);
    const published = (await listBalanceRoots(database.pool)).find(({ number }) => number === proof.published.number);
    if (!published) throw new Error('the root is not in public');
    const node = {
      hash: Uint8Array.from(Buffer.from(published.root, 'hex')),
      sum: published.total,
      points: published.points,
    };
    const own = { ...proof, username: session.username };
    const verdict = verifyBalance(own, { node, leafCount: published.members });
    return { ...verdict, balance: proof.balance, proof, published };
  }

  return {
    ...{ database, clock, ledger, openMembers, give, givePoints, withClient, check },
    build: () => buildTree({ pool: database.pool, clock, signingKey }),
    async close(): Promise<void> {
      await ledger.close();
      await database.drop();
    },
  };
}

export type TreeWorld = Awaited<ReturnType<typeof openTreeWorld>>;
