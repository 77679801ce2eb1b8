import { type DayPrices, dayAt, type Rebase, rebasesOf } from '#core/market/replay.ts';
import { revealedOrder } from '#core/market/replay-order.ts';
import type { ReplayMarket } from './market-binding.ts';

const dayMs = 86_400_000;

/** What an installation publishes of its replay, for one coin. Times in ms since 1970 UTC, hashes in lower-case hex. */
export interface PublishedReplay extends Pick<ReplayMarket, 'recording' | 'commitment' | 'startsAt'> {
  /** Where each recorded day begins, in order. */
  readonly recordedDays: readonly number[];
  /** First and last price of the coin on each of them, with their decimals. */
  readonly prices: readonly DayPrices[];
  readonly decimals: number;
  /** The newest day that has been played, with its key; null before one has. */
  readonly revealed: { readonly day: number; readonly key: string } | null;
}

/** A day of the replay as it was played. */
export interface PlayedDay {
  /** Day of the replay, from 0. */
  readonly day: number;
  /** Where the day that was played begins in the recording, in ms since 1970 UTC. */
  readonly recordedDay: number;
  readonly rebase: Rebase;
}

/**
 * What can be said of the days on which a plan's candles lie. `hidden`: one of them has not been played to its end; all are
 * revealed at `until`. `foreign`: what is published is not the replay that the plan was bound to. `wrong`: the revealed key is not the one
 * committed to. `revealed`: the days, as anybody draws and scales them from the key.
 */
export type Reveal =
  | { readonly state: 'hidden'; readonly until: number }
  | { readonly state: 'foreign' | 'wrong' }
  | { readonly state: 'revealed'; readonly days: readonly PlayedDay[] };

/** The days from the open time `from` to the open time `to` (both included) of the market that a plan was bound to. */
export function revealOf(bound: ReplayMarket, published: PublishedReplay, from: number, to: number): Reveal {
  const { recording, commitment, startsAt, recordedDays, prices, revealed } = published;
  const isSame =
    bound.recording === recording &&
    bound.commitment === commitment &&
    bound.startsAt === startsAt &&
    bound.recordedDays === recordedDays.length &&
    prices.length === recordedDays.length;
  if (!isSame) return { state: 'foreign' };
  const last = dayAt(startsAt, to);
  if (revealed === null || revealed.day < last) return { state: 'hidden', until: startsAt + (last + 1) * dayMs };
  const order = revealedOrder({ commitment, ...revealed, recordedDays: recordedDays.length });
  if (order === null) return { state: 'wrong' };
  const rebases = rebasesOf(order, prices, published.decimals);
  const days = order.flatMap((origin, day): PlayedDay[] => {
    const [recordedDay, rebase] = [recordedDays[origin], rebases[day]];
    const isWithin = day >= dayAt(startsAt, from) && day <= last;
    return isWithin && recordedDay !== undefined && rebase ? [{ day, recordedDay, rebase }] : [];
  });
  return { state: 'revealed', days };
}
