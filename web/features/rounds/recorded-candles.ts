import type { MarketIdentity } from '#contract/market.ts';
import type { BeaconCandle } from '#core/fairness/beacon.ts';
import { candleAt } from '#core/market/candle.ts';
import { type CandleRow, columnsOfRows } from '#core/market/columns.ts';
import { dayAt } from '#core/market/replay.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import type { ReplayMarket } from '#core/plans/market-binding.ts';
import { candlesFromRecording, type RevealedDays, revealFaults } from '#core/plans/replay-reveal.ts';

/** A day of the replay as the server reveals it for one coin, once it has been played. */
export interface RecordedDay {
  readonly reveal: RevealedDays;
  readonly candles: readonly CandleRow[];
}

/** The replay that the server plays; null where its market is none, or not known yet. */
export function replayOf(identity: MarketIdentity | null | undefined): ReplayMarket | null {
  if (!identity || !('recording' in identity)) return null;
  const { recording, recordedDays, commitment, startsAt, day } = identity;
  return { source: 'replay', label: '', recording, recordedDays, commitment, startsAt, day };
}

/** The day of the replay on which a candle opens, and when it is revealed (ms). */
export function recordedDayOf(
  { startsAt }: ReplayMarket,
  openTime: number,
): { readonly day: number; readonly from: number } {
  const day = dayAt(startsAt, openTime);
  return { day, from: startsAt + (day + 1) * 86_400_000 };
}

/**
 * The candle of a coin that the recorded day makes, which the revealed key draws and the recording’s hashes prove; null where the day is not the one that was
 * committed to, or has no such candle.
 */
export function recordedCandle(
  market: ReplayMarket,
  coin: string,
  openTime: number,
  { reveal, candles }: RecordedDay,
): BeaconCandle | null {
  const { day } = recordedDayOf(market, openTime);
  const span = { from: openTime, to: openTime };
  const rows = columnsOfRows(candles);
  const played = reveal.played.find((one) => one.day === day);
  const isCommitted =
    revealFaults(market, coin, reveal, span).length === 0 &&
    played !== undefined &&
    reveal.days[played.origin]?.hash === candlesHash(rows);
  if (!isCommitted) return null;
  // The shortest candles of a recording, of one minute or five, go by this interval.
  const made = candlesFromRecording(market, coin, reveal, new Map([[day, rows]]), { interval: '1m', ...span });
  return made?.openTime[0] === openTime ? { coin, candle: candleAt(made, 0) } : null;
}
