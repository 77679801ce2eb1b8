import { hexToBytes } from '@noble/hashes/utils.js';
import {
  dayTranscriptSchema,
  drawTranscriptSchema,
  type OrderProof,
  orderProofSchema,
  roundTranscriptSchema,
} from '#contract/transcripts.ts';
import { prizesText } from '#core/draws/prizes.ts';
import { type DrawTranscript, verifyDraws } from '#core/draws/verify.ts';
import { closingDigest, orderCountOf } from '#core/fairness/closing.ts';
import { compareCandles, type KnownCandles } from '#core/fairness/compare-candles.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import type { OrderSums } from '#core/fairness/order-sums.ts';
import { verifyOrder } from '#core/fairness/orders.ts';
import type { DayTranscript, FieldDifference, RoundTranscript } from '#core/fairness/transcript.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { blockDifferences, type MadeUpBlocks, madeUpBlocksSchema } from './made-up-blocks.ts';
import { contentOf, decode, Unreadable } from './read-transcript.ts';

/** What was kept of the published values, and what is published beside the file. */
export interface Known {
  readonly tip?: string | undefined;
  readonly digest?: string | undefined;
  readonly commitment?: string | undefined;
  /** Candles of the market. */
  readonly candles: KnownCandles;
  /** The orders of a round that its transcript does not list, by the round. */
  readonly orders: ReadonlyMap<number, OrderSums>;
}

/** What a file holds, in a line, every field that differs, and what it could not be held against. */
export interface Report {
  readonly summary: string;
  readonly differences: readonly FieldDifference[];
  /** Rounds whose candles nothing was known of. */
  readonly withoutCandles: number;
}

/** Recomputes what a file holds, or each of its list. Throws an `Unreadable`. */
export function reportsOn(name: string, known: Known): Report[] {
  const content = contentOf(name);
  const listed: readonly unknown[] = Array.isArray(content) && content.length > 0 ? content : [content];
  return listed.map((one) => reportOn(name, one, known));
}

function reportOn(name: string, content: unknown, known: Known): Report {
  if (typeof content !== 'object' || content === null) throw new Unreadable(`${name}: no transcript`);
  const has = (field: string): boolean => Object.hasOwn(content, field);
  if (has('path')) return pathReport(decode(name, orderProofSchema, content), known);
  if (has('closing')) return roundReport(decode(name, roundTranscriptSchema, content), known);
  if (has('rounds')) return dayReport(decode(name, dayTranscriptSchema, content), known);
  if (has('entries')) return drawReport(decode(name, drawTranscriptSchema, content), known);
  if (has('blocks')) return blockReport(decode(name, madeUpBlocksSchema, content));
  throw new Unreadable(`${name}: neither a round (closing), a day (rounds), an order (path) nor draws (entries)`);
}

function roundReport(transcript: RoundTranscript, known: Known): Report {
  const { closing, digest, status, result } = transcript;
  const opened = new Date(timesOf(closing.round).opensAt).toISOString();
  const outcome = status === 'void' ? 'void' : `${result?.digits.join('')}, ${result?.winners.join(' ')}`;
  const listed = known.orders.get(closing.round) ?? null;
  const count = orderCountOf(closing);
  const bySums = transcript.orders || listed ? '' : `, ${count} orders by their sums alone (--orders)`;
  const candles = candlesOf(transcript, known);
  return {
    summary: `round ${closing.round}, opened ${opened}, ${closing.beacon.kind}, ${outcome}${bySums}`,
    differences: [
      ...keptDifferences('closing.tip', closing.tip, known.tip),
      ...keptDifferences('digest', digest, known.digest),
      ...verifyRound(transcript, isDrandSigned, listed).differences,
      ...(candles ?? []),
    ],
    withoutCandles: candles === null ? 1 : 0,
  };
}

/** In what a round’s candles differ from those that are known; null where none of them is. */
function candlesOf({ beacon }: RoundTranscript, { candles }: Known): FieldDifference[] | null {
  if (beacon?.kind !== 'market') return [];
  const openTimes = new Set(beacon.candles.map(({ candle }) => candle.openTime));
  const isKnown = [...candles.values()].some(({ openTime }) => openTimes.has(openTime));
  return isKnown ? compareCandles(beacon, candles, 'market') : null;
}

function dayReport(transcript: DayTranscript, known: Known): Report {
  const { differences, ...counts } = verifyDay(transcript, isDrandSigned);
  const date = new Date(transcript.day * 86_400_000).toISOString().slice(0, 10);
  const candles = transcript.rounds.map((round) => candlesOf(round, known));
  return {
    summary: `day ${date}, ${counts.paid} rounds paid, ${counts.void} void`,
    differences: [
      ...keptDifferences('tip', transcript.tip, known.tip),
      ...keptDifferences('commitment', transcript.commitment, known.commitment),
      ...differences,
      ...candles.flatMap((found, place) =>
        (found ?? []).map((one) => ({ ...one, field: `rounds[${place}].${one.field}` })),
      ),
    ],
    withoutCandles: candles.filter((found) => found === null).length,
  };
}

function pathReport({ order, path, closing, digest }: OrderProof, known: Known): Report {
  const { position, siblings } = path;
  const published = { round: closing.round, count: orderCountOf(closing), root: closing.root };
  const fault = verifyOrder(order, { position, siblings: siblings.map(hexToBytes) }, published);
  const computed = closingDigest(closing);
  return {
    summary: `order ${order.id} of round ${closing.round}, ${order.category}`,
    differences: [
      ...keptDifferences('closing.tip', closing.tip, known.tip),
      ...keptDifferences('digest', digest, known.digest),
      ...(digest === computed ? [] : [{ field: 'digest', claimed: digest, computed }]),
      ...(fault === null ? [] : [{ field: 'path', claimed: `to ${closing.root}`, computed: `wrong (${fault})` }]),
    ],
    withoutCandles: 0,
  };
}

function drawReport(transcript: DrawTranscript, known: Known): Report {
  const date = new Date(transcript.day * 86_400_000).toISOString().slice(0, 10);
  const won = transcript.entries.filter(({ prize }) => prize !== null).length;
  const entries = `${transcript.entries.length} entries, ${won} won`;
  return {
    summary: `draws of ${transcript.username} on ${date}, ${entries}, by prize table ${prizesText(transcript.prizes)}`,
    differences: [
      ...keptDifferences('commitment', transcript.commitment, known.commitment),
      ...verifyDraws(transcript).differences,
    ],
    withoutCandles: 0,
  };
}

function blockReport(file: MadeUpBlocks): Report {
  const count = file.blocks.digits.length + file.blocks.numbers.length;
  return { summary: `${count} made-up blocks`, differences: blockDifferences(file), withoutCandles: 0 };
}

function keptDifferences(field: string, claimed: string, kept: string | undefined): FieldDifference[] {
  return kept === undefined || kept === claimed ? [] : [{ field, claimed, computed: `${kept} (kept)` }];
}
