import { sql } from 'kysely';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Order } from '#contract/round-records.ts';
import { beaconSchema } from '#contract/transcripts.ts';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizesText, prizeTable } from '#core/draws/prizes.ts';
import type { Beacon } from '#core/fairness/beacon.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import type { Candle } from '#core/market/candle.ts';
import { winnersOf } from '#core/rounds/categories.ts';
import { dayOf, type RoundNumber, roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { utcDay } from '#core/time/lengths.ts';
import { dayMs, openWorld as openDrawsWorld, worldStart } from '#server/features/draws/draws-world.fixture.ts';
import { getDraw } from '#server/features/draws/get-draw.ts';
import { getDrawTranscript } from '#server/features/draws/get-draw-transcript.ts';
import { getDayTranscript } from '#server/features/rounds/get-day-transcript.ts';
import { getFairness } from '#server/features/rounds/get-fairness.ts';
import { getRound } from '#server/features/rounds/get-round.ts';
import { getRoundProof } from '#server/features/rounds/get-round-proof.ts';
import { getTranscript } from '#server/features/rounds/get-transcript.ts';
import { listOrders } from '#server/features/rounds/list-orders.ts';
import { openTreeCache } from '#server/features/rounds/order-tree.ts';
import { resultWith } from '#server/features/rounds/round-store.ts';
import { openWorld as openRoundsWorld } from '#server/features/rounds/rounds-world.fixture.ts';
import { storedChains } from '#server/features/rounds/seed-chains.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { readPrizeTables } from '#server/platform/offers/product-offers.ts';
import { checkDraws } from '#web/features/draws/check-draws.ts';
import type { KeptDay } from '#web/features/draws/kept-draws.ts';
import { checkedDay } from '#web/features/rounds/check-day.ts';
import { checkOrder } from '#web/features/rounds/check-order.ts';
import type { KeptChain, KeptDigest, KeptOrder } from '#web/features/rounds/kept-rounds.ts';
import { checkCandles } from '#web/features/rounds/market-candles.ts';
import { compareKnown } from '#web/features/rounds/replay.ts';

async function superuserOf({ superuserUrl }: { readonly superuserUrl: string }): Promise<pg.Client> {
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query(`set session_replication_role = 'replica'`);
  return superuser;
}

const amongAll = /\.(big|small|odd|even|extremeBig|extremeSmall|triple|green|blue|red)\b/;

/** Fields that differ, each once, whatever the category. */
const fieldsOf = (differences: readonly { readonly field: string }[]): string[] => [
  ...new Set(differences.map(({ field }) => field.replace(amongAll, ''))),
];

/** Reading a changed row may fail: then the page shows an error and no result. */
async function foundBy(look: () => Promise<string[]>): Promise<string[]> {
  try {
    return await look();
  } catch {
    return ['unreadable'];
  }
}

export type OperatorRounds = Awaited<ReturnType<typeof openOperatorRounds>>;

/** The last round of a day, so that the whole day can be looked at right after it. */
const lastOfDay: RoundNumber = (dayOf(roundAt(Date.UTC(2026, 5, 1))) + 1) * roundsPerDay - 1;

/**
 * An installation whose member has bet in a round that was drawn and paid, and in the next one, which is closed and would win the bet; and that member's
 * phone, which kept what phones keep.
 */
export async function openOperatorRounds() {
  const world = await openRoundsWorld(null, timesOf(lastOfDay).opensAt);
  const { tables, clock, beacon, database } = world;
  const [played, open] = [lastOfDay, lastOfDay + 1];
  const genuine = (of: RoundNumber) =>
    beacon.fetch(of, { kind: 'market', coins: ['BTC'] }, new AbortController().signal);
  const market = {
    identity: null,
    candlesAt: async (openTime: number) => {
      const published = await genuine(roundAt(openTime));
      return published?.kind === 'market' ? published.candles : [];
    },
    recordedDay: () => Promise.reject(new Error('there is none')),
  };
  const outcomes = new Map<RoundNumber, Outcome>();
  for (const of of [played, open]) outcomes.set(of, outcomeOf(of, world.seeds.ofRound(of), await genuine(of)));
  const of = (round: RoundNumber): Outcome => {
    const outcome = outcomes.get(round);
    if (!outcome) throw new Error(`nothing is known of round ${round}`);
    return outcome;
  };
  const member = await world.member(100);
  const { chains } = await getFairness(world, null);
  const placed = await world.place(member, { category: of(played).wins });
  const kept = [await closed(world, placed)];
  await world.moveTo(timesOf(played).resultAt);
  await world.run();
  kept.push(await closed(world, await world.place(member, { category: of(open).wins })));
  await world.moveTo(timesOf(open).resultAt);
  const keptChains = new Map(chains.map(({ number, ...chain }) => [number, { ...chain, at: 0 }]));

  /** The replay of a round on the phone, the market's candles being those that it publishes to everybody. */
  async function replayed({ round, tip, digest }: KeptOfBet): Promise<string[]> {
    const [transcript, shown] = [await getTranscript(world, round), await getRound(world, round)];
    const { differences } = await checkCandles(transcript, market, clock.now());
    return fieldsOf([
      ...compareKnown(transcript, shown, { tip, digest }),
      ...differences,
      ...verifyRound(transcript, isDrandSigned).differences,
    ]);
  }

  async function ordered({ round, order, digest }: KeptOfBet): Promise<string[]> {
    const treeOf = openTreeCache(database.pool);
    const proof = await getRoundProof({ tables, treeOf }, member, order.id);
    const [shown] = await listOrders(tables, member, { before: null, round: null }, order.id);
    if (!shown) return ['gone'];
    const { state, digits } = await getRound(world, round);
    const outcome = shown.state === 'pending' ? null : state === 'void' ? 'void' : digits;
    return fieldsOf(checkOrder(proof, shown, outcome, { order, digest }).differences);
  }

  const ofBoth = async (look: (one: KeptOfBet) => Promise<string[]>): Promise<string[]> => [
    ...new Set((await Promise.all(kept.map((one) => foundBy(() => look(one))))).flat()),
  ];
  return {
    database,
    superuser: await superuserOf(database),
    played,
    /** Closed, and due to be drawn. */
    open,
    member,
    of,
    order: () => ofBoth(ordered),
    /** The replay of both rounds on the phone, of the second one once it is paid. */
    rounds: () =>
      ofBoth(async (one) => (one.round === played || (await getRound(world, one.round)).isPaid ? replayed(one) : [])),
    /** Of the chains that the page lists, what the phone has kept otherwise. */
    chains: async () => (await storedChains(tables)).flatMap((row) => chainFields(keptChains.get(row.number), row)),
    /** The recomputation of the whole day of the first round. */
    day: () =>
      foundBy(async () => {
        const day = dayOf(played);
        const { rows } = await sql<{ tip: string; drawCommitment: string }>`
          select tip, draw_commitment as "drawCommitment" from fairness_day where day = ${day}`.execute(tables);
        const transcript = await getDayTranscript(world, day);
        const { tip = '', drawCommitment = '' } = rows[0] ?? {};
        const keptDigests = new Map(kept.map(({ round, digest }) => [round, digest.digest]));
        const known = { day, tip, drawCommitment, key: null, keptTip: kept[0]?.tip ?? null, keptDigests, keptChains };
        return fieldsOf(checkedDay(transcript, known, verifyDay(transcript, isDrandSigned)).differences);
      }),
    /** Whether no row and no sum of the books contradicts another. */
    books: async (): Promise<boolean> => (await checkTrialBalance(database.pool)).isSound,
    close: () => world.close(),
  };
}

const chainFields = (
  kept: KeptChain | undefined,
  { commitment, firstDay }: { readonly commitment: string; readonly firstDay: number },
) => [...(kept?.commitment === commitment ? [] : ['commitment']), ...(kept?.firstDay === firstDay ? [] : ['firstDay'])];

interface KeptOfBet {
  readonly round: RoundNumber;
  readonly tip: string;
  readonly order: KeptOrder;
  readonly digest: KeptDigest;
}

export interface Outcome {
  readonly seed: string;
  /** Big or small, whichever wins: what the member bets on. */
  readonly wins: 'big' | 'small';
  /** The beacon, as it is stored. */
  readonly beacon: string;
  /** Another seed, another volume of the candle and another open time (ms), with each of which the bet would lose. */
  readonly losing: { readonly seed: string; readonly volume: number; readonly openTime: number };
}

function outcomeOf(round: RoundNumber, seed: string, beacon: Beacon | null): Outcome {
  const [first] = beacon?.kind === 'market' ? beacon.candles : [];
  if (!first) throw new Error('there is no candle');
  const winnerOf = (bySeed: string, candle: Partial<Candle>) => {
    const changed = [{ coin: first.coin, candle: { ...first.candle, ...candle } }];
    const { digits } = resultWith(bySeed, round, { kind: 'market', candles: changed });
    return winnersOf(digits).includes('big') ? 'big' : 'small';
  };
  const wins = winnerOf(seed, {});
  /** The first of these with which the other one wins. */
  function losing<Value>(make: (count: number) => Value, winner: (value: Value) => Outcome['wins']): Value {
    for (let count = 2; count < 100; count++) if (winner(make(count)) !== wins) return make(count);
    throw new Error('the bet wins with everything');
  }
  return {
    ...{ seed, wins, beacon: JSON.stringify(z.encode(beaconSchema, { kind: 'market', candles: [first] })) },
    losing: {
      seed: losing(
        (count) => count.toString(16).padStart(64, 'f'),
        (one) => winnerOf(one, {}),
      ),
      volume: losing(
        (count) => count,
        (volume) => winnerOf(seed, { volume }),
      ),
      openTime: losing(
        (count) => first.candle.openTime + count * 60_000,
        (openTime) => winnerOf(seed, { openTime }),
      ),
    },
  };
}

/** Closes the round of a placed bet. Resolves to what the phone kept. */
async function closed(
  world: Awaited<ReturnType<typeof openRoundsWorld>>,
  { id, round, category, amount, salt }: Order,
): Promise<KeptOfBet> {
  const at = timesOf(round).closesAt;
  await world.moveTo(at);
  await world.run();
  const { tip, digest } = await getRound(world, round);
  if (digest === null || tip === null) throw new Error('nothing was published');
  return { round, tip, order: { id, round, category, amount, salt }, digest: { round, digest, at } };
}

/** What an operator may reveal in place of the seed of a day. */
export const forgedDrawSeed: string = 'f'.repeat(64);

/** A member's own seed with which the first two entries win nothing with any of these seeds of the day. */
function losingSeed(username: string, seeds: readonly Uint8Array[]): string {
  for (let count = 0; ; count++) {
    const clientSeed = count.toString(16).padStart(32, '0');
    const numbers = seeds.flatMap((seed) => [1, 2].map((entry) => drawerOf(seed)({ username, clientSeed, entry })));
    if (numbers.every((number) => prizeFor(number, prizeTable) === null)) return clientSeed;
  }
}

export type OperatorDraws = Awaited<ReturnType<typeof openOperatorDraws>>;

/** An installation whose member drew two entries of a day whose seed is revealed, and that member's phone. */
export async function openOperatorDraws() {
  let tables: Awaited<ReturnType<typeof readPrizeTables>> = [];
  const world = await openDrawsWorld(() => tables);
  const { database, pool, seeds, clock } = world;
  const day = utcDay(worldStart);
  const member = await world.member();
  const username = await world.usernameOf(member);
  await world.seed(member, losingSeed(username, [seeds.ofDay(day).drawSeed, Buffer.from(forgedDrawSeed, 'hex')]));
  await world.act(member, 'checkedIn');
  await world.act(member, 'donated');
  const drawn = [await world.draw(member), await world.draw(member)];
  const { drawCommitment } = seeds.ofDay(day);
  const kept: KeptDay = {
    ...{ day, commitment: drawCommitment, prizes: prizesText(seeds.prizesOf(day)) },
    entries: drawn.map(({ entry, clientSeed, number }) => ({ entry, clientSeed, number })),
  };
  await world.moveTo(worldStart + dayMs);
  await world.reveal();
  const [first] = drawn;
  if (!first) throw new Error('nothing was drawn');
  return {
    database,
    superuser: await superuserOf(database),
    day,
    /** What the page of the first draw reports on the phone. */
    draws: () =>
      foundBy(async () => {
        const own = { pool, clock, seeds };
        tables = await readPrizeTables(pool);
        const { draw, published, prizes } = await getDraw(own, member, first.id);
        const transcript = await getDrawTranscript(own, member, day);
        const shown = { username, draw, commitment: published.commitment, prizes };
        return fieldsOf(checkDraws(transcript, shown, kept).differences);
      }),
    books: async (): Promise<boolean> => (await checkTrialBalance(pool)).isSound,
    close: () => world.close(),
  };
}
