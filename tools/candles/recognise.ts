/**
 * How soon somebody who has the recording recognises the recorded day that is playing: `node tools/candles/recognise.ts [FOLDER]`.
 * Every recorded day of every coin is played at factors from 0.5 to 2, and compared minute by minute with the same minutes of
 * all recorded days, once by the moves of its prices alone (up to what rounding to ticks can change) and once by volumes too.
 */
import { fileURLToPath } from 'node:url';
import type { CandleColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import type { Recording } from '#core/market/recording-codec.ts';
import { rebasedPrice } from '#core/market/replay.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';
import { isProgram } from '../is-program.ts';

const factors = [0.5, 0.73, 1.31, 2];
const minutesMax = 60;
const names = ['open', 'high', 'low', 'close'] as const;

/** Minutes of one day that were shown until only the right day was left; `minutesMax` + 1 when it took longer. */
function minutesNeeded(
  recording: Recording,
  days: readonly number[],
  origin: number,
  factor: number,
  byVolume: boolean,
) {
  const { candles, priceDecimals } = recording;
  const decimals = factor < 1 ? priceDecimals + 1 : priceDecimals;
  const rebase = { factor, decimals, isBreak: false };
  const rowOf = (day: number, minute: number) =>
    rowAtOrAfter(candles.openTime, (days[day] as number) + minute * 60_000);
  let left = days.map((_, day) => day);
  for (let minute = 0; minute < minutesMax; minute++) {
    const shown = rowOf(origin, minute);
    const prices = names.map((name) => rebasedPrice(candles[name][shown] as number, rebase));
    left = left.filter((day) => {
      const row = rowOf(day, minute);
      if (byVolume && candles.volume[row] !== candles.volume[shown]) return false;
      return isSameShape(prices, candles, row, 0.5 / 10 ** decimals);
    });
    if (left.length === 1) return minute + 1;
  }
  return minutesMax + 1;
}

/** Whether one factor scales the row's prices to those shown, each within the rounding of a tick. */
function isSameShape(shown: readonly number[], candles: CandleColumns, row: number, halfTick: number): boolean {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const [place, name] of names.entries()) {
    const recorded = candles[name][row] as number;
    least = Math.max(least, ((shown[place] as number) - halfTick * 1.0001) / recorded);
    most = Math.min(most, ((shown[place] as number) + halfTick * 1.0001) / recorded);
  }
  return least <= most;
}

async function main(folder: string): Promise<void> {
  const { coins, days } = await loadRecordings(folder);
  for (const byVolume of [false, true]) {
    const needed: number[] = [];
    for (const recording of coins.values()) {
      for (const origin of days.keys()) {
        for (const factor of factors) needed.push(minutesNeeded(recording, days, origin, factor, byVolume));
      }
    }
    needed.sort((one, other) => one - other);
    const share = (minutes: number) =>
      ((100 * needed.filter((one) => one <= minutes).length) / needed.length).toFixed(1);
    process.stdout.write(
      `${byVolume ? 'prices and volumes' : 'prices alone'} of one coin, ${needed.length} days: recognised after 1 minute ${share(1)} %, ` +
        `2 minutes ${share(2)} %, 5 minutes ${share(5)} %, at most ${needed.at(-1)} minutes\n`,
    );
  }
}

if (isProgram(import.meta.url)) {
  await main(process.argv[2] ?? fileURLToPath(new URL('../../data/candles', import.meta.url)));
}
