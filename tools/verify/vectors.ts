import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { getPlanProof } from '#contract/plans.ts';
import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, candleAt } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { pricePath } from '#core/market/price-path.ts';
import { dayPrices, recordedDays } from '#core/market/recorded-days.ts';
import { decodeRecording, type Recording } from '#core/market/recording-codec.ts';
import { playedRows, rebasesOf, shiftOf } from '#core/market/replay.ts';
import { commitmentTo, replayKeys, revealedOrder } from '#core/market/replay-order.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { boundTo } from '#core/plans/bundle.fixture.ts';
import { candleBytes, candleRowBytes, candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed, incomeOf, planCandles, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanTerms } from '#core/plans/terms.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import type { BalanceRoot, SumNode } from '#core/proofs/balance-tree.ts';
import { noPrevious, signRoot, statementText } from '#core/proofs/root-feed.ts';

/**
 * Worked examples of the rules on the rule page, for writing a program from them. A file is named `<what>.v<version>.json`: a
 * rule that changes gets a new version, and the files of old ones stay.
 */
export const vectors: Readonly<Record<string, () => unknown>> = {
  'plan-trend-1.v1.json': trendPlan,
  'plan-reversion-1.v1.json': reversionPlan,
  'plan-shortfall.v1.json': shortfallPlan,
  'balance-tree.v1.json': balanceTree,
  'replay.v1.json': replay,
};

/** Where members download them from: the web app's own files. */
export const vectorsFolder = new URL('../../web/public/verify/', import.meta.url);

/** A vector as its file holds it. */
export function vectorText(vector: unknown): string {
  return `${JSON.stringify(vector, null, 1).replace(/\[\n\s+(-?\d[^[\]{}]*?)\n\s+\]/g, oneLine)}\n`;
}

const oneLine = (_written: string, numbers: string): string => `[${numbers.replace(/\s+/g, ' ')}]`;

const recordings = new URL('../../data/candles/', import.meta.url);

function recordingOf(coin: string): Recording {
  return decodeRecording(inflateRawSync(readFileSync(new URL(`${coin}.candles`, recordings))));
}

/** Closed 5-minute candles of a coin over its whole recording. */
export function recordedCandles(coin: string): CandleColumns {
  return aggregate(recordingOf(coin).candles, '5m', { from: 0, through: Number.POSITIVE_INFINITY });
}

/** A plan that runs all its rounds and whose strategy goes flat in between: the same direction pays its fee again. */
function trendPlan(): unknown {
  return firstPlan('trend-1.v1', 'ETH', termsAt(0, 3), usdt(123_456_789n), ({ rounds, end }) => {
    return end === 'completed' && flatInside(rounds);
  });
}

/** A plan that ends early at its maximum profit. */
function reversionPlan(): unknown {
  return firstPlan('reversion-1.v1', 'SUI', termsAt(1, 10), usdt(77_000_001n), ({ end }) => end === 'maximumProfit');
}

/** A plan whose last fee takes it beyond its maximum loss. */
function shortfallPlan(): unknown {
  return firstPlan('shortfall.v1', 'BTC', termsAt(0, 25), usdt(10_000_000n), ({ shortfall }) => shortfall > 0);
}

function flatInside(rounds: PlanOutcome['rounds']): boolean {
  return /(L|S)0+\1/.test(rounds.map(({ direction }) => '0LS'.at(direction)).join(''));
}

function termsAt(place: number, leverage: number): PlanTerms {
  const level = levelsAt(0)[place];
  if (!level) throw new RangeError(`there is no level ${place}`);
  return termsOf(level, leverage);
}

function firstPlan(
  id: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  isWanted: (outcome: PlanOutcome) => boolean,
): unknown {
  const history = recordedCandles(coin);
  const { lookback } = strategies[terms.strategy];
  for (let first = lookback; first <= history.openTime.length - terms.rounds; first++) {
    const candles = planCandles(terms, history, first);
    const outcome = runPlan(terms, candles);
    if (outcome.end !== null && isWanted(outcome)) return planVector(id, coin, terms, amount, candles, outcome);
  }
  throw new Error(`no plan of ${coin} is the wanted example`);
}

/** The proof as a member downloads it, with what each round and the first hashed row are made of. */
function planVector(
  id: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  candles: CandleColumns,
  outcome: PlanOutcome,
): unknown {
  const used = candlesUsed(terms, candles, outcome);
  return {
    ...bundleOf(id, coin, terms, amount, candles, outcome),
    worked: {
      firstRowInHex: bytesToHex(candleBytes(used).subarray(0, candleRowBytes)),
      rounds: outcome.rounds.map(({ direction, fee, result, running }) => ({ direction, fee, result, running })),
      running: outcome.result,
      shortfall: outcome.shortfall,
    },
  };
}

/** The proof of a plan that was settled over these candles, in the form in which members download it. */
export function bundleOf(
  plan: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  candles: CandleColumns,
  outcome: PlanOutcome,
): object {
  const used = candlesUsed(terms, candles, outcome);
  return z.encode(getPlanProof.output, {
    plan,
    ...boundTo(coin, terms, used),
    terms,
    amount,
    candles: Array.from(used.openTime, (_, row) => rowOf(used, row)),
    candlesHash: candlesHash(used),
    claimed: {
      income: incomeOf(amount, outcome),
      end: outcome.end,
      shortfall: shortfallOf(amount, outcome),
      results: outcome.rounds.map(({ result }) => result),
    },
  });
}

function rowOf(columns: CandleColumns, row: number): [number, number, number, number, number, number] {
  const { openTime, open, high, low, close, volume } = candleAt(columns, row);
  return [openTime, open, high, low, close, volume];
}

/** Five members, so that two levels of each half are completed by an empty node; two statements, of which the second follows the first. */
function balanceTree(): unknown {
  const members = [
    memberOf('Member0001', usdt(3_000_000_000n)),
    memberOf('member0002', usdt(1n)),
    memberOf('MEMBER0003', usdt(0n)),
    memberOf('member0004', usdt(123_456_789n)),
    memberOf('member0005', usdt(9_007_199_254_740_993n)),
  ];
  const { root, halves, own } = treeOf(members);
  const written = ({ hash, sum }: SumNode) => ({ hash: bytesToHex(hash), sum: inMicro(sum) });
  const first = statementOf(root, 1, noPrevious);
  return {
    members: members.map(({ username, balance, parts }) => ({
      username,
      balance: inMicro(balance),
      parts: parts.map(({ salt, amount }) => ({ salt: bytesToHex(salt), amount: inMicro(amount) })),
    })),
    root: bytesToHex(root.node.hash),
    total: inMicro(root.node.sum),
    halves: halves.map((levels) => levels.map((level) => level.map(written))),
    paths: members.map(({ username }) => ({
      username,
      parts: own(username).parts.map(({ path }) => ({
        position: path.position,
        neighbours: path.siblings.map(written),
      })),
    })),
    statements: [first, statementOf(root, 2, first.digest)],
  };
}

function statementOf({ node, leafCount }: BalanceRoot, number: number, previous: string) {
  const signed = signRoot(
    {
      number,
      at: Date.UTC(2026, 0, 1, number),
      members: leafCount,
      root: bytesToHex(node.hash),
      total: node.sum,
      house: [
        { account: 'rail', balance: usdt(-node.sum - 2_500_000n) },
        { account: 'market', balance: usdt(2_500_000n) },
      ],
      previous,
    },
    sha256(utf8ToBytes('signing key of the worked example')),
  );
  return { text: statementText(signed), digest: signed.digest, signature: signed.signature };
}

/** Amounts in millionths, as text: some are beyond what a double holds. */
const inMicro = (value: Usdt): string => String(value);

/** Days of the replay whose minutes are shown, and minutes of such a day. */
const daysShown = [0, 1, 11, 25, 40];
const minutesShown = [0, 1, 721, 1_439];

/** One coin's days as a revealed key draws them, and minutes of some of them, each with its path. */
function replay(): unknown {
  const { candles, priceDecimals } = recordingOf('LAYER');
  const recorded = recordedDays([candles], 60_000);
  const prices = dayPrices(candles, recorded);
  const start = Date.UTC(2026, 0, 1);
  const keys = replayKeys(sha256(utf8ToBytes('a worked example')), 41);
  const [day, key, commitment] = [40, bytesToHex(keys[40] ?? new Uint8Array()), commitmentTo(keys)];
  const order = revealedOrder({ commitment, day, key, recordedDays: recorded.length }) ?? [];
  const rebases = rebasesOf(order, prices, priceDecimals);
  const place = { start, recordedDays: recorded };
  const plays = daysShown.flatMap((played) => {
    const [origin, rebase] = [order[played], rebases[played]];
    if (origin === undefined || rebase === undefined) return [];
    const firstRow = rowAtOrAfter(candles.openTime, recorded[origin] ?? 0);
    const minutes = minutesShown.map((minute) => {
      const row = firstRow + minute;
      const rows = playedRows(candles, row, row + 1, shiftOf(place, played, origin), rebase);
      const path = [...pricePath(candleAt(rows, 0), rebase.decimals)];
      return { recorded: rowOf(candles, row), played: rowOf(rows, 0), path };
    });
    return [{ day: played, origin, ...rebase, minutes }];
  });
  const dayRows = prices.map(({ open, close }) => [open, close]);
  return {
    coin: 'LAYER',
    start,
    commitment,
    day,
    key,
    decimals: priceDecimals,
    recordedDays: recorded,
    dayPrices: dayRows,
    plays,
  };
}
