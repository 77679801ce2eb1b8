import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { PublishedRoot } from '#contract/proofs.ts';
import { houseAccount, type MemberAccountName, memberAccount } from '#core/ledger/accounts.ts';
import { columnsOf, sliceColumns } from '#core/market/candle.ts';
import { joinColumns, rowAtOrAfter, rowsOf } from '#core/market/columns.ts';
import { candleBytes, candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed, incomeOf, runPlan } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { checkIn } from '#server/features/check-in/check-in.ts';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { setLossLimit } from '#server/features/limits/set-loss-limit.ts';
import { openEventLog } from '#server/features/notifications/event-log.ts';
import { getNotificationSettings } from '#server/features/notifications/get-notification-settings.ts';
import { storeDevice } from '#server/features/notifications/push/device-store.ts';
import { requireMarketOfRunningPlans } from '#server/features/plans/bound-market.ts';
import { getPlan } from '#server/features/plans/get-plan.ts';
import { getPlanProof } from '#server/features/plans/get-plan-proof.ts';
import { micro, minuteMs, openWorld, recordingStart } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { getAccountInfo } from '#server/features/profile/get-account-info.ts';
import { giveFirstName } from '#server/features/profile/give-first-name.ts';
import { buildTree } from '#server/features/proofs/build-tree.ts';
import { getBalanceProof } from '#server/features/proofs/get-balance-proof.ts';
import { listBalanceRoots } from '#server/features/proofs/list-balance-roots.ts';
import { listSecurityActs } from '#server/features/security/list-security-acts.ts';
import { getPurse } from '#server/features/wallet/get-purse.ts';
import { listAccountRecords } from '#server/features/wallet/list-account-records.ts';
import { listWeightEntries } from '#server/features/weight/list-weight-entries.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { replayOrder, shippedRecordings } from '#server/market/market.fixture.ts';
import { createMarket } from '#server/market/market.ts';
import { openReplayOrder } from '#server/market/replay/replay-order.ts';
import { ReplaySource } from '#server/market/replay/replay-source.ts';
import { silentLog } from '#server/platform/log.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { clockDrift } from '#web/features/plans/clock-drift.ts';
import type { PlanProofDifference } from '#web/features/plans/differences.ts';
import { type KeptPlan, verifyProof } from '#web/features/plans/plan-proof.ts';
import { checkBalance } from '#web/features/proofs/balance-check.ts';
import { balanceToKeep } from '#web/features/proofs/kept-balance.ts';
import { followFeed } from '#web/features/proofs/root-feed.ts';
import { checkHistory, type HistorySource } from '#web/features/security/history-query.ts';
import { readListed } from '#web/features/security/kept-history.ts';
import { checkEntries, type KeptEntries, type SeenEntry } from '#web/features/weight/kept-entries.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';

const hourMs = 60 * minuteMs;
const username = 'Member1';
const signingKey = new Uint8Array(32).fill(3);
const seal = createSecretSeal(Buffer.alloc(32, 5));

export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>;

/**
 * An installation with a member who has funds, a settled plan, one that has ended and a running one, and a balance tree, whose market comes from the
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
  const kept = await placedPlans(world, member);
  await buildTree({ pool, clock: world.clock, signingKey });
  await pool.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at)
     values (now(), $1, 1, $1::timestamptz + interval '5 seconds', now())`,
    [new Date(world.clock.now())],
  );
  const seen = await listBalanceRoots(pool, 0);
  const copies = await otherCopies(world, member);
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
    ...copies,
    superuser,
    database: world.database,
    /** Why a node refuses to start now; null where it starts. */
    refusedStart: () =>
      restarted((market) => requireMarketOfRunningPlans(pool, market, world.clock)).then(
        () => null,
        (error: Error) => error.message,
      ),
    /** What the plan page of the member's phone reports, as `compared with: field`. */
    async plan(): Promise<string[]> {
      return restarted(async (market) => {
        const found = [];
        for (const one of kept) found.push(...(await differencesOf({ ...world, market }, member, one)));
        return [...new Set(found.map(({ between, field }) => `${between}: ${field}`))];
      });
    },
    /** What records outcomes that nobody computed of the plan that still runs, and of the one that has ended and waits for its settlement. */
    forged: { running: await forgedOutcome(world, kept[2]), ended: await forgedOutcome(world, kept[1]) },
    /** What the proof of liabilities on the member's phone reports. */
    async balance(): Promise<string[]> {
      const proof = await getBalanceProof(pool, { memberId: member, username }, null);
      const { at } = proof.published;
      const feed = await followFeed((after) => listBalanceRoots(pool, after ?? null), storeOf(seen));
      const span = { from: at - 10_000, to: at + 10_000 };
      const own = await ownRecords(world, member, span.from);
      return checkBalance(proof, { username, ...feed, own, kept: copies.keptBalance, span })
        .differences.map(({ field }) => field)
        .filter((field, place, fields) => fields.indexOf(field) === place);
    },
    /** Whether no row and no sum of the books contradicts another. */
    booksAreSound: async (): Promise<boolean> => (await checkTrialBalance(pool)).isSound,
    /** Publishes the root of the next hour. */
    nextRoot: () => buildTree({ pool, clock: { now: () => world.clock.now() + hourMs }, signingKey }),
    async close() {
      await superuser.end();
      await world.close();
    },
  };
}

type PlanWorld = Awaited<ReturnType<typeof openWorld>>;

async function registered({ database, ledger, clock }: PlanWorld): Promise<bigint> {
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
  const funds = { from: houseAccount('rail', id), to: memberAccount(id, 'available'), amount: micro(1_000) };
  const kind = 'depositConfirmed';
  const submission = { key: kind, inputHash: '0'.repeat(64), kind, reference: 'test', postings: [funds] } as const;
  const { status } = await ledger.submit(submission);
  if (status !== 'committed') throw new Error(`${kind}: ${status}`);
  await checkIn({ pool: database.pool, ledger, clock }, id);
  await protectedBy(database, clock, id);
  return id;
}

/** With a limit, a real name and a device that gets push messages. */
async function protectedBy(
  { pool }: PlanWorld['database'],
  clock: PlanWorld['clock'],
  memberId: bigint,
): Promise<void> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const acts = openSecurityActs({ publish: async () => undefined }, clock, silentSecurityLog);
  const limits = { tables, acts, clock: { now: clock.now, wallNow: clock.now } };
  await setLossLimit(limits, { memberId, timeZone: 'UTC' }, { period: 'day', amount: micro(900) });
  await tables.transaction().execute(async (transaction) => {
    await giveFirstName(transaction, memberId, 'Ann Lee');
    await acts.record(transaction, memberId, 'realNameChanged', 'Ann Lee');
  });
  const sessionHash = Buffer.alloc(32, 1);
  await pool.query(
    `insert into sign_in values (${memberId}, 'S1', 'signedIn', '', '', now());
     insert into session values ('\\x${sessionHash.toString('hex')}', ${memberId}, now(), now(), now() + interval '1 day', null, null, '', '')`,
  );
  const device = { memberId, sessionHash, endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a', position: '' };
  await storeDevice(tables, device, (within, id) => acts.record(within, memberId, 'pushDeviceAdded', id));
}

/** A settled plan, one that has ended and is not settled, and a running one, each as the phone kept it. */
async function placedPlans(world: PlanWorld, member: bigint): Promise<[KeptPlan, KeptPlan, KeptPlan]> {
  const place = async (coin: string, multiple: number) =>
    keptAtPlacing(world, member, (await world.place(member, { coin, multiple })).id);
  const settled = await place('ETH', 5);
  world.clock.advance(2 * hourMs);
  await settlePlans(world);
  const ended = await place('SOL', 3);
  world.clock.advance(2 * hourMs);
  return [settled, ended, await place('BTC', 3)];
}

/** What the plan's page finds once the plan is settled. Its day is still being played. */
async function differencesOf(world: PlanWorld, member: bigint, kept: KeptPlan): Promise<PlanProofDifference[]> {
  const { market, tables } = world;
  const shown = await getPlan(world, member, kept.plan);
  if (shown.settledAt === null) return [];
  const proof = await getPlanProof({ tables, market }, member, kept.plan);
  const span = [proof.candles[0]?.[0] ?? 0, proof.candles.length * 5] as const;
  const minutes = rowsOf(await market.closedBetween(kept.coin, '1m', ...span));
  const played = { recorded: null, playedUntil: world.clock.now(), identity: market.status().identity };
  return [...verifyProof(proof, { shown, kept, minutes, ...played, clocks: null }, () => 0).differences];
}

/** Statements that settle a plan on candles which rise by a thousandth each, as the engine would settle it on them. */
async function forgedOutcome({ market, clock }: PlanWorld, kept: KeptPlan): Promise<string[]> {
  const { terms, startsAt = 0 } = kept;
  const { lookback } = strategies[terms.strategy];
  const closed = await market.closedBetween(kept.coin, terms.interval, startsAt - 2 * lookback * 300_000, 2 * lookback);
  const end = rowAtOrAfter(closed.openTime, startsAt);
  const before = sliceColumns(closed, end - lookback, end);
  const last = before.close.at(-1) ?? 1;
  const rising = Array.from({ length: terms.rounds }, (_, round) => {
    const [open, close] = [last * 1.001 ** round, last * 1.001 ** (round + 1)];
    return { openTime: startsAt + round * 300_000, open, high: close, low: open, close, volume: 1 };
  });
  const candles = joinColumns([before, columnsOf(rising)]);
  const outcome = runPlan(terms, candles);
  if (outcome.end === null) throw new Error('the forged plan ends');
  const used = candlesUsed(terms, candles, outcome);
  const settledAt = `timestamptz '${new Date(Math.max(clock.now(), startsAt + terms.rounds * 300_000)).toISOString()}'`;
  const bytes = Buffer.from(candleBytes(used)).toString('hex');
  const results = outcome.rounds.map(({ result }) => result).join(',');
  return [
    `insert into plan_candles (hash, candles) values ('${candlesHash(used)}', '\\x${bytes}')`,
    `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
     select group_id, ${outcome.result}, '{${results}}', '${outcome.end}', 0, '${candlesHash(used)}', ${settledAt}
     from plan where id = '${kept.plan}'`,
    `update plan set income = ${incomeOf(kept.amount, outcome)}, settled_at = ${settledAt} where id = '${kept.plan}'`,
  ];
}

async function keptAtPlacing(world: PlanWorld, member: bigint, id: string): Promise<KeptPlan> {
  const { plan, terms, startsAt, market, marketHash } = await getPlan(world, member, id);
  return { plan: id, coin: plan.coin, amount: plan.amount, terms, startsAt, market, marketHash };
}

async function ownRecords(world: PlanWorld, memberId: bigint, from: number) {
  const purse = await getPurse(world.ledgerReader, memberId);
  const page = await listAccountRecords(
    { pool: world.database.pool, clock: world.clock },
    { memberId, timeZone: 'UTC' },
    {},
  );
  return {
    balances: new Map<MemberAccountName, bigint>(purse.map(({ account, balance }) => [account, balance])),
    records: page.filter(({ at }) => at >= from),
    olderAt: page.find(({ at }) => at < from)?.at ?? null,
  };
}

/** A phone's store that holds these roots and takes no more. */
function storeOf(roots: readonly PublishedRoot[]) {
  return { read: async () => roots, update: async () => true };
}

/** What the member's phone kept besides, and what it reports by it. */
async function otherCopies(world: PlanWorld, member: bigint) {
  const { pool } = world.database;
  const keptBalance = balanceToKeep(await ownRecords(world, member, 0));
  let seen: readonly SeenEntry[] = [];
  const store: KeptEntries = {
    read: async () => seen,
    // Those of its first look: what one attempt showed it is none of the next one's.
    write: async (entries) => {
      if (seen.length === 0) seen = entries;
      return true;
    },
  };
  const checked = async () =>
    checkEntries({ ...(await listWeightEntries(pool, member, null)), isComplete: true }, store);
  const readClock = async () => {
    const { rows } = await pool.query<{ product: Date }>('select product_now() as product');
    return { product: rows[0]?.product.getTime() ?? Number.NaN, speed: 1, wall: Date.now() };
  };
  await checked();
  const keptClock = await readClock();
  vi.stubGlobal('indexedDB', memoryDatabases());
  const history = { tables: world.tables, clock: { now: world.clock.now, wallNow: world.clock.now }, pushKey: '' };
  const source: HistorySource = {
    values: async () => ({
      limits: await getLimits(history, { memberId: member, timeZone: 'UTC' }),
      account: await getAccountInfo({ ...history, identity: { hasAuthenticator: async () => false } }, member),
      settings: await getNotificationSettings({ ...history, events: openEventLog([]) }, member),
    }),
    list: (kept) => readListed((before) => listSecurityActs(world.tables, member, { before }), kept),
  };
  const checkedHistory = () => checkHistory(username, source);
  if (!(await checkedHistory()).isKept) throw new Error('the phone keeps the history');
  return {
    keptBalance,
    /** What the pages of the limits, the name and the devices of push messages report. */
    history: async () =>
      (await checkedHistory()).faults.map((fault) => (fault.kind === 'value' ? fault.figure : fault.kind)),
    /** What the page of the weight score reports. */
    weight: async () => [...new Set((await checked()).faults.map(({ kind }) => kind))],
    /** By how much the product clock moved too far, as the page of a plan that was placed before reports it; null where it did not. */
    clockMoved: async () => clockDrift(keptClock, await readClock()),
  };
}
