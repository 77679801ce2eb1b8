import { pageSize } from '#contract/fields.ts';
import { getMarketStatus } from '#contract/market.ts';
import type { Order } from '#contract/round-records.ts';
import { getFairness, getRound, listFollows, listOrders } from '#contract/rounds.ts';
import { dayOf, type RoundNumber, roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { call } from '#web/platform/api/call.ts';
import { setProductClock, syncedNow } from '#web/platform/product-clock.ts';
import {
  followsFrom,
  followTerms,
  keepChains,
  keepDigest,
  keepFollow,
  keepOrders,
  keepTip,
  keptChains,
  keptTipOf,
  moveFollows,
  roundsWithoutDigest,
} from './kept-rounds.ts';

/** Keeps a bet as it was sent, right after it was placed for so many rounds, with the tip of its day and the commitments that the tip leads to. */
export async function keepPlaced(order: Order, rounds: number): Promise<void> {
  await keepOrders([order]);
  if (order.follow !== null) await keepFollow(order.follow, order.round + rounds - 1, order);
  await keepDay(order.round);
}

/** Keeps the tip of a round’s day, and the commitments that it leads to. */
async function keepDay(round: RoundNumber): Promise<void> {
  const day = dayOf(round);
  const [{ tip }, known, chains] = await Promise.all([call(getRound, { round }), keptTipOf(day), keptChains()]);
  if (tip !== null) await keepTip(day, tip);
  // The next chain is published a month before its first day: one look on each day with a bet finds it in time.
  if (known === null || chains.size === 0) await keepChains((await call(getFairness, {})).chains, syncedNow());
}

/** Keeps what was published at a closing, at that product time (ms), and the bets that a follow has placed in the round, on what it was sent with. */
export async function keepClosed(round: RoundNumber, digest: string, at: number, isMember: boolean): Promise<void> {
  await keepDigest(round, digest, at);
  const follows = isMember ? await followsFrom(round) : [];
  if (follows.length === 0) return;
  const placed = await ordersOf(round);
  const terms = await followTerms();
  await keepOrders(placed.map((order) => ({ ...order, ...terms.get(order.follow ?? '') })));
  if (placed.some(({ follow }) => follow !== null) && (await keptTipOf(dayOf(round))) === null) await keepDay(round);
  const followed = new Set(placed.map(({ follow }) => follow));
  // A follow leaves out a round while its bet of an earlier one is undecided, and places its last bet later then.
  if (follows.some((id) => !followed.has(id))) await lookAfterFollows(round);
}

/** Of a round so many at most. */
const orderPagesMax = 50;

async function ordersOf(round: RoundNumber): Promise<Order[]> {
  const orders: Order[] = [];
  for (let count = 0; count < orderPagesMax; count++) {
    const before = orders.at(-1)?.id;
    const page = await call(listOrders, { round, ...(before !== undefined && { before }) });
    orders.push(...page);
    if (page.length < pageSize) break;
  }
  return orders;
}

/** Keeps up to which round those of the newest follows that still run may place bets. */
async function lookAfterFollows(round: RoundNumber): Promise<void> {
  const follows = await call(listFollows, {});
  await moveFollows(
    new Map(follows.map(({ id, rounds, placed, end }) => [id, end === null ? round + rounds - placed : null])),
  );
}

/** Of how many rounds the digest is looked for when the app opens. */
const caughtUpMax = 5;

/**
 * Keeps the digests of rounds that closed while the app was not open and have no result yet; later they show nothing. A follow whose last round should have
 * been meanwhile may run still. `now` is the product clock (ms): an answer counts from when it came.
 */
export async function catchUp(now: () => number): Promise<void> {
  const current = roundAt(now());
  const [recent, running] = await Promise.all([followsFrom(current - roundsPerDay), followsFrom(current)]);
  if (recent.length > running.length) await lookAfterFollows(current);
  const rounds = (await roundsWithoutDigest()).filter((one) => one >= current - 2);
  // By this phone's own clock, which may be late, a digest may seem to have come in time.
  if (rounds.length > 0 && Number.isNaN(syncedNow())) setProductClock(await call(getMarketStatus, {}));
  for (const round of rounds.slice(0, caughtUpMax)) {
    const { digest, seed, state } = await call(getRound, { round });
    if (digest !== null && seed === null && state === 'closed')
      await keepDigest(round, digest, Math.max(now(), timesOf(round).closesAt));
  }
}
