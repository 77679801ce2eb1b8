import pg from 'pg';
import type { PublishedRoot } from '#contract/proofs.ts';
import type { RecordAccount } from '#contract/wallet.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { requireMarketOfRunningPlans } from '#server/features/plans/bound-market.ts';
import { getPlan } from '#server/features/plans/get-plan.ts';
import { getPlanProof } from '#server/features/plans/get-plan-proof.ts';
import { micro, minuteMs, openWorld, recordingStart } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { buildTree } from '#server/features/proofs/build-tree.ts';
import { getBalanceProof } from '#server/features/proofs/get-balance-proof.ts';
import { listBalanceRoots } from '#server/features/proofs/list-balance-roots.ts';
import { getPurse } from '#server/features/wallet/get-purse.ts';
import { listAccountRecords } from '#server/features/wallet/list-account-records.ts';
import { replayOrder, shippedRecordings } from '#server/market/market.fixture.ts';
import { createMarket } from '#server/market/market.ts';
import { openReplayOrder } from '#server/market/replay/replay-order.ts';
import { ReplaySource } from '#server/market/replay/replay-source.ts';
import { silentLog } from '#server/platform/log.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { type KeptPlan, verifyProof } from '#web/features/plans/plan-proof.ts';
import { checkBalance } from '#web/features/proofs/balance-check.ts';
import { followFeed } from '#web/features/proofs/root-feed.ts';

const hourMs = 60 * minuteMs;
const username = 'Member1';
const signingKey = new Uint8Array(32).fill(3);
const seal = createSecretSeal(Buffer.alloc(32, 5));

export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>;

/**
 * An installation with a member who has funds, a settled plan and a running one, and a balance tree, whose market comes from the
 * database; and that member's phone, which kept what phones keep.
 */
export async function openOperatorWorld() {
  const world = await openWorld();
  const { pool, superuserUrl } = world.database;
  const recordings = await shippedRecordings();
  const { commitment } = replayOrder(recordings, recordingStart);
  const sealedSeed = seal.seal('01'.repeat(32), `replay seed ${recordings.hash}`);
  await pool.query(
    'insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, $2, $3, $4)',
    [recordings.hash, recordingStart, commitment, sealedSeed],
  );
  const member = await registered(world);
  const settled = await world.place(member, { multiple: 5 });
  const kept = await keptAtPlacing(world, member, settled.id);
  world.clock.advance(2 * hourMs);
  await settlePlans(world);
  await world.place(member, { coin: 'BTC' });
  await buildTree({ pool, clock: world.clock, signingKey });
  await pool.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at)
     values (now(), $1, 1, $1::timestamptz + interval '5 seconds', now())`,
    [new Date(world.clock.now())],
  );
  const seen = await listBalanceRoots(pool, 0);
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();

  /** The market that a node which starts now would play, closed again after `use`. */
  async function restarted<Result>(use: (market: ReturnType<typeof createMarket>) => Promise<Result>) {
    const order = await openReplayOrder(pool, world.clock, recordings, seal);
    const market = createMarket(new ReplaySource(recordings, world.clock, order), world.clock, silentLog);
    await market.start();
    try {
      return await use(market);
    } finally {
      await market.stop();
    }
  }

  return {
    superuser,
    database: world.database,
    /** Why a node refuses to start now; null where it starts. */
    refusedStart: () =>
      restarted((market) => requireMarketOfRunningPlans(pool, market)).then(
        () => null,
        (error: Error) => error.message,
      ),
    /** What the plan page of the member's phone reports, as `compared with: field`. */
    async plan(): Promise<string[]> {
      const proof = await getPlanProof(world.tables, member, settled.id);
      return restarted(async (market) => {
        const minutes = await rowsFrom(market, proof.candles[0]?.[0] ?? 0, proof.candles.length * 5);
        const shown = await getPlan({ ...world, market }, member, settled.id);
        const { differences } = verifyProof(proof, { shown, kept, minutes }, () => 0);
        return [...new Set(differences.map(({ between, field }) => `${between}: ${field}`))];
      });
    },
    /** What the proof of liabilities on the member's phone reports. */
    async balance(): Promise<string[]> {
      const proof = await getBalanceProof(pool, { memberId: member, username }, null);
      const { at } = proof.published;
      const feed = await followFeed((after) => listBalanceRoots(pool, after ?? null), storeOf(seen));
      const span = { from: at - 10_000, to: at + 10_000 };
      const own = await ownRecords(world, member, span.from);
      return checkBalance(proof, { username, ...feed, own, span })
        .differences.map(({ field }) => field)
        .filter((field, place, fields) => fields.indexOf(field) === place);
    },
    /** How many rows and sums of the books contradict others. */
    async faultsOfBooks(): Promise<number> {
      const { rows } = await pool.query<{ faults: number }>(
        `select ((select count(*) from ledger.balance_differences) + (select count(*) from ledger.torn_transfers)
           + (select count(*) from ledger.trial_balance where balance <> 0))::int as faults`,
      );
      return rows[0]?.faults ?? Number.NaN;
    },
    /** Publishes the root of the next hour. */
    nextRoot: () => buildTree({ pool, clock: { now: () => world.clock.now() + hourMs }, signingKey }),
    async close() {
      await superuser.end();
      await world.close();
    },
  };
}

type PlanWorld = Awaited<ReturnType<typeof openWorld>>;

async function registered({ database, ledger }: PlanWorld): Promise<bigint> {
  const { rows } = await database.pool.query<{ id: bigint }>(
    `with opened as (
       insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
       values ($1, '$argon2id$test', 'en', 'CODE1', sha256('1'), now()) returning id
     )
     select id, ledger.open_member(id) from opened`,
    [username],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the member is registered');
  const posting = { from: houseAccount('rail', id), to: memberAccount(id, 'available'), amount: micro(1_000) };
  const deposit = { key: 'deposit', inputHash: '0'.repeat(64), kind: 'depositConfirmed', reference: 'test' } as const;
  const { status } = await ledger.submit({ ...deposit, postings: [posting] });
  if (status !== 'committed') throw new Error(`not funded: ${status}`);
  return id;
}

async function keptAtPlacing(world: PlanWorld, member: bigint, id: string): Promise<KeptPlan> {
  const { plan, terms, startsAt, market, marketHash } = await getPlan(world, member, id);
  return { plan: id, coin: plan.coin, amount: plan.amount, terms, startsAt, market, marketHash };
}

async function rowsFrom(market: ReturnType<typeof createMarket>, from: number, count: number) {
  const { openTime, open, high, low, close, volume } = await market.closedBetween('ETH', '1m', from, count);
  const at = (column: Float64Array, row: number) => column[row] ?? Number.NaN;
  return Array.from(openTime, (time, row): [number, number, number, number, number, number] => [
    time,
    at(open, row),
    at(high, row),
    at(low, row),
    at(close, row),
    at(volume, row),
  ]);
}

async function ownRecords(world: PlanWorld, memberId: bigint, from: number) {
  const purse = await getPurse(world.ledgerReader, memberId);
  const page = await listAccountRecords(
    { pool: world.database.pool, clock: world.clock },
    { memberId, timeZone: 'UTC' },
    {},
  );
  const balances = new Map<RecordAccount, Usdt>();
  for (const { account, asset, balance } of purse) if (asset === 'USDT') balances.set(account, usdt(balance));
  return {
    balances,
    records: page.filter(({ asset, at }) => asset === 'USDT' && at >= from),
    olderAt: page.find(({ at }) => at < from)?.at ?? null,
  };
}

/** A phone's store that holds these roots and takes no more. */
function storeOf(roots: readonly PublishedRoot[]) {
  return { read: async () => roots, write: async () => true };
}
