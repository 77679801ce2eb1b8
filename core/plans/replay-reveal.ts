import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, type Interval, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { joinColumns, rowAtOrAfter } from '#core/market/columns.ts';
import { dayAt, playedRows, type Rebase, rebasesOf } from '#core/market/replay.ts';
import { earlierKey, revealedOrder } from '#core/market/replay-order.ts';
import { dayMs } from '#core/time/lengths.ts';
import type { BoundMarket, ReplayMarket } from './market-binding.ts';
import { type CoinOfRecording, type RecordedDay, recordedCoinHash, recordingHash } from './recording-hash.ts';

/** A day of the replay as it was played. */
interface PlayedDay extends Pick<Rebase, 'factor'> {
  /** Day of the replay, from 0. */
  readonly day: number;
  /** The recorded day that was played, from 0 in the order of the recording. */
  readonly origin: number;
}

/** What an installation publishes of its replay for one coin. Times in ms since 1970 UTC, hashes and keys in lower-case hex. */
export interface PublishedReplay extends ReplayIdentity {
  readonly coins: readonly CoinOfRecording[];
  /** The recorded days of the coin, in order. */
  readonly days: readonly RecordedDay[];
  /** The newest day that has been played, with its key; null before one has. */
  readonly revealed: { readonly day: number; readonly key: string } | null;
}

/** The days that a plan's candles lie on, with everything that proves them. */
export interface RevealedDays {
  readonly state: 'revealed';
  /** Key of the last of these days. */
  readonly key: string;
  /** All coins of the recording: their `recordingHash` is the recording that the plan was bound to. */
  readonly coins: CoinOfRecording[];
  /** All recorded days of the plan's coin: their `recordedCoinHash` stands among `coins`. */
  readonly days: RecordedDay[];
  readonly played: PlayedDay[];
}

/**
 * What a proof says of the days on which a plan's candles lie. `hidden`: one of them has not been played to its end; all are
 * revealed at `until` (ms since 1970 UTC, product clock). `elsewhere`: the installation now plays another replay than the plan was bound to.
 */
export type PlanReveal =
  | RevealedDays
  | { readonly state: 'hidden'; readonly until: number }
  | { readonly state: 'elsewhere' };

/** Open times of the first and the last candle concerned, in ms since 1970 UTC. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** What makes one replay another. */
type ReplayIdentity = Pick<ReplayMarket, 'recording' | 'commitment' | 'startsAt'>;

/** Whether both are the same recording, from the same start, in the same order. */
export function isSameReplay(one: ReplayIdentity, other: ReplayIdentity): boolean {
  return one.recording === other.recording && one.commitment === other.commitment && one.startsAt === other.startsAt;
}

/** The reveal of the days that a span touches, from what is published of the replay; null where the market is none. */
export function revealOf(
  bound: BoundMarket,
  coin: string,
  published: PublishedReplay | null,
  { from, to }: Span,
): PlanReveal | null {
  if (bound.source !== 'replay') return null;
  if (published === null || !isSameReplay(bound, published)) return { state: 'elsewhere' };
  const { revealed } = published;
  const [coins, days] = [[...published.coins], [...published.days]];
  const [first, last] = [dayAt(bound.startsAt, from), dayAt(bound.startsAt, to)];
  if (revealed === null || revealed.day < last) return { state: 'hidden', until: endOf(bound, last) };
  const key = earlierKey(revealed.key, revealed.day - last);
  const drawn = drawnDays(bound, coin, { key, coins, days }, { first, last });
  if (drawn === null) throw new Error('the published key does not lead to the commitment of this replay');
  return { state: 'revealed', key, coins, days, played: drawn.map(playedDay) };
}

const endOf = ({ startsAt }: ReplayMarket, day: number): number => startsAt + (day + 1) * dayMs;

type DrawnDay = PlayedDay & Rebase;

const playedDay = ({ day, origin, factor }: DrawnDay): PlayedDay => ({ day, origin, factor });

/** The days `first` to `last`, drawn and scaled from the key of the last one; null where that key is not the one committed to. */
function drawnDays(
  { commitment }: ReplayMarket,
  coin: string,
  { key, coins, days }: Pick<RevealedDays, 'key' | 'coins' | 'days'>,
  { first, last }: { readonly first: number; readonly last: number },
): DrawnDay[] | null {
  const order = revealedOrder({ commitment, day: last, key, recordedDays: days.length });
  if (order === null) return null;
  const decimals = coins.find((one) => one.coin === coin)?.decimals ?? 0;
  const rebases = rebasesOf(order, days, decimals);
  return order.flatMap((origin, day): DrawnDay[] => {
    const rebase = rebases[day];
    return day >= first && rebase ? [{ day, origin, ...rebase }] : [];
  });
}

/** One point in which a reveal contradicts what the plan was bound to, or itself. */
export interface RevealFault {
  readonly field: 'state' | 'until' | 'key' | 'coins' | 'days' | 'played';
  /** Place in the list, from 0, where one value is concerned. */
  readonly place?: number;
  readonly claimed: string;
  readonly computed: string;
}

/** Everything in which a reveal does not follow from the market that the plan was bound to. Never throws for bad values. */
export function revealFaults(bound: BoundMarket, coin: string, reveal: PlanReveal | null, span: Span): RevealFault[] {
  const fault = (field: RevealFault['field'], claimed: unknown, computed: unknown, place?: number): RevealFault[] =>
    claimed === computed
      ? []
      : [{ field, claimed: String(claimed), computed: String(computed), ...(place !== undefined && { place }) }];
  if (bound.source !== 'replay') return fault('state', reveal?.state ?? '-', '-');
  if (reveal === null) return fault('state', '-', 'revealed');
  if (reveal.state === 'elsewhere') return [];
  const [first, last] = [dayAt(bound.startsAt, span.from), dayAt(bound.startsAt, span.to)];
  if (reveal.state === 'hidden') return fault('until', reveal.until, endOf(bound, last));
  const { coins, days, played } = reveal;
  const faults = [
    ...fault('coins', recordingHash(coins), bound.recording),
    ...fault('days', recordedCoinHash(days), coins.find((one) => one.coin === coin)?.hash),
    ...fault('days', days.length, bound.recordedDays),
  ];
  const computed = drawnDays(bound, coin, reveal, { first, last });
  if (computed === null) return [...faults, ...fault('key', reveal.key, `-> ${bound.commitment}`)];
  const places = Array.from({ length: Math.max(played.length, computed.length) }, (_, place) => place);
  return [
    ...faults,
    ...places.flatMap((place) => fault('played', playedText(played[place]), playedText(computed[place]), place)),
  ];
}

const playedText = (played: PlayedDay | undefined): string =>
  played ? [played.day, played.origin, played.factor].join(', ') : '-';

/**
 * The candles of an interval that recorded days make when they are played, as the key draws and scales them. `recorded` are the
 * candles of each of these days as they were recorded; null where one of them is missing, or the key is not the one committed to.
 */
export function candlesFromRecording(
  bound: ReplayMarket,
  coin: string,
  reveal: RevealedDays,
  recorded: ReadonlyMap<number, CandleColumns>,
  { interval, from, to }: Span & { readonly interval: Interval },
): CandleColumns | null {
  const { startsAt } = bound;
  const drawn = drawnDays(bound, coin, reveal, { first: dayAt(startsAt, from), last: dayAt(startsAt, to) });
  if (drawn === null) return null;
  const parts: CandleColumns[] = [];
  for (const { day, origin, ...rebase } of drawn) {
    const [candles, source] = [recorded.get(day), reveal.days[origin]];
    if (!candles || !source) return null;
    const shift = startsAt + day * dayMs - source.midnight;
    parts.push(playedRows(candles, 0, candles.openTime.length, shift, rebase));
  }
  const made = aggregate(joinColumns(parts), interval, { from, through: to + intervalMs[interval] });
  return sliceColumns(made, 0, rowAtOrAfter(made.openTime, to + 1));
}
