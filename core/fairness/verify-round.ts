import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isPossibleCandle } from '#core/market/possible-candle.ts';
import { noUsdt } from '#core/money/amount.ts';
import { tipFrom } from '#core/proofs/seed-chain.ts';
import { categories, type Digits, sumOf, winnersOf } from '#core/rounds/categories.ts';
import { isRoundNumber, placeOf, timesOf } from '#core/rounds/schedule.ts';
import { type Beacon, type BeaconPlan, beaconOpenTime, beaconValue, drandPlanFor } from './beacon.ts';
import { closingDigest } from './closing.ts';
import { candleText } from './compare-candles.ts';
import { type OrderSums, sumsOfOrders } from './order-sums.ts';
import { resultOf } from './result.ts';
import { type Compare, differencesList, type FieldDifference, type RoundTranscript } from './transcript.ts';
import { compareOrders, comparePayments } from './verify-payments.ts';

/** Whether a drand signature is genuine: `drand.ts#isDrandSigned`, which is passed in because its code is large. */
export type SignatureCheck = (round: number, signature: string) => boolean;

/** What was recomputed of a round, for showing it step by step. */
interface RoundReplay {
  /** The tip that the seed leads to, lower-case hex. */
  readonly tip: string;
  /** The hash of the beacon, the HMAC and the digits; null without a beacon. */
  readonly result: { readonly value: string; readonly hmac: string; readonly digits: Digits } | null;
}

/** The result of recomputing a round. */
export interface RoundVerdict {
  readonly matches: boolean;
  readonly differences: readonly FieldDifference[];
  /** Null where the transcript is malformed. */
  readonly replay: RoundReplay | null;
}

/**
 * Recomputes a round from its transcript and returns every field that differs, by its path. `listed` are the sums of its orders where the transcript does
 * not list them. Never throws for a bad transcript.
 */
export function verifyRound(
  transcript: RoundTranscript,
  isSigned: SignatureCheck,
  listed: OrderSums | null = null,
): RoundVerdict {
  const malformed = malformedField(transcript);
  if (malformed) return { matches: false, differences: [malformed], replay: null };
  const { differences, compare } = differencesList();
  const { closing, seed, beacon, status } = transcript;
  const tip = tipFrom(hexToBytes(seed), placeOf(closing.round));
  compare('digest', transcript.digest, closingDigest(closing));
  compare('seed', closing.tip, tip);
  comparePlan(closing.beacon, timesOf(closing.round).closesAt, compare);
  if (beacon) compareBeacon(beacon, closing, isSigned, compare);
  if (status === 'paid' && !beacon) compare('beacon', 'none', closing.beacon.kind);
  const result = replayOf(transcript);
  compareResult(transcript, result, compare);
  const sums = transcript.orders ? sumsOfOrders(closing.round, transcript.orders) : listed;
  if (sums) compareOrders(transcript, sums, compare);
  comparePayments(transcript, status === 'void' ? null : (result?.digits ?? null), sums, compare);
  return { matches: differences.length === 0, differences, replay: { tip, result } };
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The first field that nothing can be computed from; null where there is none. */
function malformedField({
  version,
  closing,
  seed,
  beacon,
  status,
  payments,
  orders,
}: RoundTranscript): FieldDifference | null {
  const requirements: [field: string, claimed: unknown, isSound: boolean, expected: string][] = [
    ['version', version, version === 1, '1'],
    ['closing.round', closing.round, isRoundNumber(closing.round), 'the number of a round'],
    ['seed', seed, isHash(seed), '32 bytes in hex'],
    ['status', status, status === 'paid' || status === 'void', 'paid or void'],
    ...categories.flatMap((one): typeof requirements => {
      const { count, stake } = closing.orders[one];
      const { paid, charity } = payments[one];
      const isCounted = Number.isSafeInteger(count) && count >= 0;
      return [
        [`closing.orders.${one}.count`, count, isCounted, 'a number from 0'],
        [
          `closing.orders.${one}.stake`,
          stake,
          stake >= noUsdt && stake > noUsdt === count > 0,
          'the stakes of the orders',
        ],
        [`payments.${one}.paid`, paid, paid >= noUsdt, 'an amount from 0'],
        [`payments.${one}.charity`, charity, charity >= noUsdt, 'an amount from 0'],
      ];
    }),
    ...(orders ?? []).map(({ stake, salt }, place): (typeof requirements)[number] => [
      `orders[${place}]`,
      salt,
      stake > noUsdt && isHash(salt),
      'a stake above 0 and a salt of 32 bytes in hex',
    ]),
    ...signatureOf(beacon).map((text): (typeof requirements)[number] => [
      'beacon.signature',
      text,
      /^[0-9a-f]{96}$/.test(text),
      '48 bytes in hex',
    ]),
  ];
  const [first] = requirements.filter(([, , isSound]) => !isSound);
  return first ? { field: first[0], claimed: String(first[1]), computed: first[3] } : null;
}

const signatureOf = (beacon: Beacon | null): string[] => (beacon?.kind === 'drand' ? [beacon.signature] : []);

/** The plan must leave no choice: the first drand round after closing, or each coin once and in order. */
function comparePlan(plan: BeaconPlan, closesAt: number, compare: Compare): void {
  if (plan.kind === 'market') {
    const named = plan.coins.filter((coin) => /^[A-Z0-9]{2,12}$/.test(coin));
    const sorted = [...new Set(named)].sort().join(' ');
    compare('closing.beacon.coins', plan.coins.join(' '), sorted === '' ? 'one coin or more' : sorted);
    return;
  }
  const only = drandPlanFor(closesAt);
  compare('closing.beacon', `${plan.chain} ${plan.round}`, only.kind === 'drand' && `${only.chain} ${only.round}`);
}

const possible = 'a candle that a market can make';

function compareBeacon(
  beacon: Beacon,
  { beacon: plan, round }: RoundTranscript['closing'],
  isSigned: SignatureCheck,
  compare: Compare,
): void {
  compare('beacon.kind', beacon.kind, plan.kind);
  if (beacon.kind === 'drand' && plan.kind === 'drand') {
    compare('beacon.round', beacon.round, plan.round);
    const isGenuine = isSigned(plan.round, beacon.signature);
    compare(
      'beacon.signature',
      beacon.signature,
      isGenuine ? beacon.signature : `quicknet’s signature of round ${plan.round}`,
    );
  }
  if (beacon.kind === 'market' && plan.kind === 'market') {
    compare('beacon.candles', beacon.candles.map(({ coin }) => coin).join(' '), plan.coins.join(' '));
    for (const { coin, candle } of beacon.candles) {
      compare(`beacon.candles.${coin}.openTime`, candle.openTime, beaconOpenTime(plan, timesOf(round).closesAt));
      compare(`beacon.candles.${coin}`, isPossibleCandle(candle) ? possible : candleText(candle), possible);
    }
  }
}

function replayOf({ closing, seed, beacon }: RoundTranscript): RoundReplay['result'] {
  if (!beacon) return null;
  let value: Uint8Array;
  try {
    value = beaconValue(beacon);
  } catch {
    return null;
  }
  return { value: bytesToHex(value), ...resultOf(hexToBytes(seed), closing.round, value) };
}

function compareResult(transcript: RoundTranscript, computed: RoundReplay['result'], compare: Compare): void {
  const { beacon, status } = transcript;
  if (beacon && !computed) compare('beacon', 'no finite candle', 'a beacon that has a hash');
  for (const [field, of] of [
    ['result', 'paid'],
    ['lateResult', 'void'],
  ] as const) {
    const [claimed, due] = [transcript[field], status === of ? computed : null];
    compare(field, claimed ? 'a result' : 'none', due ? 'a result' : 'none');
    if (!claimed || !due) continue;
    compare(`${field}.value`, claimed.value, due.value);
    compare(`${field}.hmac`, claimed.hmac, due.hmac);
    compare(`${field}.digits`, claimed.digits.join(' '), due.digits.join(' '));
    compare(`${field}.sum`, claimed.sum, sumOf(due.digits));
    compare(`${field}.winners`, claimed.winners.join(' '), winnersOf(due.digits).join(' '));
  }
}
