import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { getReplayDay as operation } from '#contract/proofs.ts';
import { rowsOf } from '#core/market/columns.ts';
import { revealOf } from '#core/plans/replay-reveal.ts';
import { dayMs } from '#core/time/lengths.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A day of the replay that has been played, as it was recorded. */
export function getReplayDay(
  market: Pick<Market, 'coins' | 'published' | 'binding' | 'recordedDay'>,
  { name, day }: InputOf<typeof operation>,
): OutputOf<typeof operation> {
  requireCoin(market, name);
  const published = market.published(name);
  const at = (published?.startsAt ?? 0) + Number(day) * dayMs;
  const bound = market.binding(name, at);
  const reveal = bound && revealOf(bound, name, published, { from: at, to: at });
  const [played] = reveal?.state === 'revealed' ? reveal.played : [];
  const recorded = published?.days[played?.origin ?? -1];
  if (reveal?.state !== 'revealed' || !recorded) throw new Refusal('replayDayUnknown');
  return { reveal, candles: rowsOf(market.recordedDay(name, recorded.midnight)) };
}
