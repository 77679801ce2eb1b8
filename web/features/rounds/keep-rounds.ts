import type { Order } from '#contract/round-records.ts';
import { getFairness, getRound, listOrders } from '#contract/rounds.ts';
import { dayOf, type RoundNumber, roundAt, timesOf } from '#core/rounds/schedule.ts';
import { call } from '#web/platform/api/call.ts';
import {
  keepChains,
  keepDigest,
  keepFollow,
  keepOrders,
  keepTip,
  keptChains,
  keptTipOf,
  mayBeFollowed,
  roundsWithoutDigest,
} from './kept-rounds.ts';

/** Keeps a bet right after it was placed for so many rounds, with the tip of its day and the commitments that the tip leads to. */
export async function keepPlaced(order: Order, rounds: number): Promise<void> {
  await keepOrders([order]);
  if (order.follow !== null) await keepFollow(order.follow, order.round + rounds - 1);
  const day = dayOf(order.round);
  const [{ tip }, known, chains] = await Promise.all([
    call(getRound, { round: order.round }),
    keptTipOf(day),
    keptChains(),
  ]);
  if (tip !== null) await keepTip(day, tip);
  // The next chain is published a month before its first day: one look on each day with a bet finds it in time.
  if (known === null || chains.size === 0) await keepChains((await call(getFairness, {})).chains);
}

/** Keeps what was published at a closing, at that product time (ms), and the bets that a follow has placed in the round. */
export async function keepClosed(round: RoundNumber, digest: string, at: number, isMember: boolean): Promise<void> {
  await keepDigest(round, digest, at);
  if (isMember && (await mayBeFollowed(round))) await keepOrders(await call(listOrders, { round }));
}

/** Of how many rounds the digest is looked for when the app opens. */
const caughtUpMax = 5;

/** Keeps the digests of rounds that closed while the app was not open and have no result yet; later they show nothing. */
export async function catchUp(now: number): Promise<void> {
  const rounds = await roundsWithoutDigest();
  for (const round of rounds.filter((one) => one >= roundAt(now) - 2).slice(0, caughtUpMax)) {
    const { digest, seed, state } = await call(getRound, { round });
    if (digest !== null && seed === null && state === 'closed')
      await keepDigest(round, digest, Math.max(now, timesOf(round).closesAt));
  }
}
