import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor } from '#core/draws/prizes.ts';
import { type DaySeeds, daySeedsOf } from '#core/fairness/day-seeds.ts';
import { houseAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { utcDay } from '#core/time/lengths.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { type Ledger, openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { recordAct } from '#server/rewards/acts.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { setProductTime } from '#server/test/product-time.fixture.ts';
import { changeClientSeed } from './change-client-seed.ts';
import { type DrawRequest, draw } from './draw.ts';
import { type DrawSeeds, drawDaysOf } from './draw-seeds.ts';
import { fundingOf, prizesAccount } from './draw-transfers.ts';
import { getEntries } from './get-entries.ts';
import { revealSeeds } from './reveal-seeds.ts';

export type DrawsWorld = Awaited<ReturnType<typeof openWorld>>;

/** The clock's first time: noon of a Monday. */
export const worldStart: number = Date.UTC(2026, 5, 1, 12);
export const dayMs = 86_400_000;
/** The own seed of members who are ready to draw. */
export const ownSeed = '00112233445566778899aabbccddeeff';

/** Seeds of days that follow from one secret, as the rounds keep them, with the prize tables that were decided on. */
export function seedsFrom(
  secret: Uint8Array,
  prizeTables: ProductOffers['prizeTables'] = () => [],
): Omit<DrawSeeds, 'ofDay'> & { ofDay(day: number): DaySeeds } {
  const keyOf = (day: number): Uint8Array => {
    const key = Buffer.from(secret);
    key.writeUInt32BE(day);
    return key;
  };
  const ofDay = (day: number): DaySeeds => daySeedsOf(keyOf(day));
  return { ...drawDaysOf(ofDay, { prizeTables }), ofDay };
}

/** A member's first own seed by which the entry of that number wins a prize, or none. */
export function clientSeedFor(
  seeds: DrawSeeds,
  { day, username, entry, wins }: { day: number; username: string; entry: number; wins: boolean },
): string {
  const numberOf = drawerOf(seeds.ofDay(day).drawSeed);
  for (let count = 0; ; count++) {
    const clientSeed = count.toString(16).padStart(32, '0');
    if ((prizeFor(numberOf({ username, clientSeed, entry }), seeds.prizesOf(day)) !== null) === wins) return clientSeed;
  }
}

/** `done`, or the code of the refusal. */
export const codeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

/** A database of its own with nodes on it, at a product time that stands until it is moved. */
export async function openWorld(prizeTables?: ProductOffers['prizeTables']) {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const { pool, owner } = database;
  const secret = randomBytes(32);
  const seeds = seedsFrom(secret, prizeTables);
  let time = worldStart;
  const clock = { now: () => time };
  const ledgers: Ledger[] = [];
  const moveTo = async (ms: number): Promise<void> => {
    time = ms;
    await setProductTime(owner, ms);
    for (const day of [utcDay(ms), utcDay(ms) + 1]) await publish(pool, day, seeds.ofDay(day));
  };
  const openNode = async () => {
    const ledger = openLedger({ pool, clock });
    ledgers.push(ledger);
    await fundOnce(ledger, fundingOf());
    const own = { pool, ledger, clock, seeds };
    return {
      ...own,
      draw: (memberId: bigint, request: DrawRequest = {}, key: string | null = null) =>
        draw(own, memberId, request, key),
    };
  };
  await moveTo(time);
  const node = await openNode();
  const members = membersOf(pool, clock);
  return {
    ...{ ...node, ...members, database, owner, secret, openNode, moveTo },
    /** The nodes' clock alone: one that is behind the database's. */
    setNodeClock(ms: number): void {
      time = ms;
    },
    member: (zone?: string) => insertMember(database, zone),
    async readyMember(zone?: string): Promise<bigint> {
      const memberId = await insertMember(database, zone);
      await members.seed(memberId, ownSeed);
      return memberId;
    },
    /** A member with one entry of today to draw, which wins or does not. */
    async memberWithEntry(wins: boolean): Promise<bigint> {
      const memberId = await insertMember(database);
      const username = await members.usernameOf(memberId);
      const day = utcDay(clock.now());
      await members.seed(memberId, clientSeedFor(seeds, { day, username, entry: 1, wins }));
      await members.act(memberId, 'donated');
      return memberId;
    },
    reveal: () => revealSeeds({ pool, seeds }),
    setFund: (balance: bigint) => setFund(node.ledger, balance),
    fund: () => fundOf(node.ledger),
    available: async (memberId: bigint) => (await node.ledger.balancesOf(memberId))?.available ?? 0n,
    async close(): Promise<void> {
      await Promise.all(ledgers.map((ledger) => ledger.close()));
      await database.drop();
    },
  };
}

/** The states of the member's entries by what earns them. */
export const statesOf = async (world: DrawsWorld, memberId: bigint) =>
  Object.fromEntries((await getEntries(world, memberId)).entries.map(({ kind, state }) => [kind, state]));

async function publish(pool: pg.Pool, day: number, { tip, drawCommitment }: DaySeeds): Promise<void> {
  await pool.query(
    'insert into fairness_day (day, tip, draw_commitment, published_at) values ($1, $2, $3, now()) on conflict do nothing',
    [day, tip, drawCommitment],
  );
}

const fundOf = async (ledger: Ledger): Promise<bigint> => (await ledger.houseBalances()).get('prizes') ?? 0n;

/** Moves the fund to this balance, micro-USDT. */
async function setFund(ledger: Ledger, balance: bigint): Promise<void> {
  const more = balance - (await fundOf(ledger));
  if (more === 0n) return;
  const sponsor = houseAccount('sponsor', 0n);
  await ledger.submit({
    ...{ key: `test:${randomUUID()}`, inputHash: '0'.repeat(64), kind: 'prizesFunded', reference: 'test' },
    postings: [
      more > 0n
        ? { from: sponsor, to: prizesAccount, amount: usdt(more) }
        : { from: prizesAccount, to: sponsor, amount: usdt(-more) },
    ],
  });
}

/** What members do. */
function membersOf(pool: pg.Pool, clock: { now(): number }) {
  return {
    async usernameOf(memberId: bigint): Promise<string> {
      const { rows } = await pool.query<{ username: string }>('select username from member where id = $1', [memberId]);
      return rows[0]?.username ?? '';
    },
    /** Something that earns an entry, now. */
    async act(memberId: bigint, kind: 'checkedIn' | 'donated' | 'resultVerified'): Promise<void> {
      const id = newPublicId(Math.trunc(clock.now()));
      const at = new Date(clock.now());
      if (kind === 'resultVerified') await recordAct(pool, { memberId, kind, subject: `plan.${id}`, at });
      else if (kind === 'donated') await pool.query(donating, [memberId, id, at]);
      else await pool.query(checkingIn, [memberId, at]);
    },
    /** Replaces the member's own seed. */
    async seed(memberId: bigint, seed: string): Promise<void> {
      const { rows } = await pool.query<{ seed: string }>(
        'select seed from draw_client_seed where member_id = $1 order by number desc limit 1',
        [memberId],
      );
      const replaces = rows[0]?.seed;
      await changeClientSeed({ pool, clock }, memberId, { seed, ...(replaces !== undefined && { replaces }) });
    },
  };
}

const donating = `insert into donation (member_id, id, points, name, donated_at) values ($1, $2, 10, 'masked', $3)`;
const checkingIn = `insert into check_in (member_id, day, zone, points, checked_in_at, ends_at)
  select id, today, time_zone, (array[1, 5, 10, 20, 30, 40, 50])[extract(isodow from today)::int], $2,
    start_of_day(today + 1, time_zone)
  from member, member_day($2, time_zone) as today where id = $1`;
