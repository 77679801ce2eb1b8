import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { drandPlanFor, marketPlanFor, publicFrom } from './beacon.ts';
import { closingDigest } from './closing.ts';
import { daySeedsOf } from './day-seeds.ts';
import { isDrandSigned } from './drand.ts';
import { publishedAt } from './quicknet.ts';
import { type Tampered, tamperedWith } from './tampering.fixture.ts';
import {
  bytesFor,
  installedOn,
  isFixtureSigned,
  ordersOf,
  type RoundOptions,
  transcriptOf,
} from './transcript.fixture.ts';
import type { RoundTranscript } from './transcript.ts';
import { verifyRound } from './verify-round.ts';

const firstRound = (installedOn + 1) * roundsPerDay;
const verdict = (transcript: RoundTranscript) => verifyRound(transcript, isFixtureSigned);
const fieldsOf = (transcript: RoundTranscript) => verdict(transcript).differences.map(({ field }) => field);

const kinds: readonly (readonly [what: string, options: RoundOptions])[] = [
  ['a paid round on the market', {}],
  ['a paid round on drand', { kind: 'drand' }],
  ['a round without orders', { orders: [] }],
  ['a round with one order', { orders: ordersOf(firstRound, 1) }],
  ['a void round whose beacon came too late', { status: 'void' }],
  ['a void round on drand', { kind: 'drand', status: 'void' }],
  ['a void round whose beacon never was', { status: 'void', withoutBeacon: true }],
];

test.each(kinds)('%s is recomputed, with and without its list of orders', (_what, options) => {
  for (const place of [0, 1, 17, 287]) {
    const transcript = transcriptOf(firstRound + place, options);
    expect(verdict(transcript)).toMatchObject({ matches: true, differences: [] });
    expect(verdict({ ...transcript, orders: null })).toMatchObject({ matches: true, differences: [] });
  }
});

test('what is recomputed can be shown step by step', () => {
  const transcript = transcriptOf(firstRound + 5);
  const { replay } = verdict(transcript);
  expect(replay).toEqual({
    tip: transcript.closing.tip,
    result: {
      value: transcript.result?.value,
      hmac: transcript.result?.hmac,
      digits: transcript.result?.digits,
    },
  });
});

const choices = {
  status: ['paid', 'void'],
  'orders[].category': categories,
  beacon: [null],
  result: [null],
  lateResult: [null],
  // Another kind has other fields: what is no file of this shape is refused by its schema.
  'beacon.kind': [],
  'closing.beacon.kind': [],
};

/** Fields of which one must be among the differences when something below `path` was changed. */
function mayBeNamed(path: string): RegExp {
  const rules: readonly (readonly [changed: RegExp, named: RegExp])[] = [
    [/^closing\.round$/, /^(closing\.round|digest)$/],
    [/^closing\./, /^(digest|closing\..*)$/],
    [/^beacon/, /^(beacon.*|result.*|lateResult.*)$/],
    [/^orders/, /^(closing\.(root|orders).*|orders.*)$/],
    [/^status$/, /^(result|lateResult|beacon|payments\..*)$/],
    [/^result\.(digits|winners)/, /^result\.(digits|winners)$/],
    [/^lateResult\.(digits|winners)/, /^lateResult\.(digits|winners)$/],
  ];
  const rule = rules.find(([changed]) => changed.test(path));
  if (rule) return rule[1];
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('[', '\\[')}`);
}

function* tamperedRounds(): Generator<Tampered<RoundTranscript>> {
  for (let place = 0; ; place++) {
    for (const [, options] of kinds) {
      const orders = options.orders ?? ordersOf(firstRound + place, 9);
      const from = transcriptOf(firstRound + place, { ...options, orders });
      yield* tamperedWith(from, choices);
    }
  }
}

test('10,000 tampered transcripts are all caught, and the field that was changed is named', () => {
  const missed: string[] = [];
  const changed = new Set<string>();
  let count = 0;
  for (const { path, value } of tamperedRounds()) {
    if (count === 10_000) break;
    count++;
    changed.add(path.replace(/\[\d+\]/g, '[]'));
    const named = fieldsOf(value);
    if (!named.some((field) => mayBeNamed(path).test(field))) missed.push(`${path}: ${named.join(', ') || 'nothing'}`);
  }
  expect(missed.slice(0, 20)).toEqual([]);
  expect(count).toBe(10_000);
  expect([...changed]).toEqual(
    expect.arrayContaining(['seed', 'digest', 'closing.root', 'result.digits[]', 'payments.big.paid']),
  );
  expect(changed.size).toBeGreaterThan(70);
});

test('without the list of orders a payment is off by less than a unit for each order, or it is caught', () => {
  const transcript = { ...transcriptOf(firstRound + 3, { orders: ordersOf(firstRound + 3, 40) }), orders: null };
  const [winner] = transcript.result?.winners ?? [];
  if (!winner) throw new Error('no category has won');
  const { count } = transcript.closing.orders[winner];
  const withPaid = (more: bigint) => {
    const { paid, charity } = transcript.payments[winner];
    return { ...transcript, payments: { ...transcript.payments, [winner]: { paid: usdt(paid + more), charity } } };
  };
  expect(fieldsOf(withPaid(BigInt(count)))).toContain(`payments.${winner}.paid`);
  expect(verdict(withPaid(BigInt(count))).matches).toBe(false);
  expect(verdict(withPaid(-BigInt(count) * 2n)).matches).toBe(false);
  const { paid, charity } = transcript.payments[winner];
  const lost = payoutOf(winner, transcript.closing.orders[winner].stake).winning - paid - charity;
  expect(verdict(withPaid(lost - BigInt(count) + 1n)).matches).toBe(true);
  expect(fieldsOf(withPaid(lost - BigInt(count)))).toContain(`payments.${winner}.paid`);
});

test('without the list of orders a category without orders is paid nothing, and a void round its stakes, to the unit', () => {
  const round = firstRound + 3;
  const withoutOrders = { ...transcriptOf(round, { orders: [] }), orders: null };
  const isVoid = { ...transcriptOf(round, { status: 'void' }), orders: null };
  for (const transcript of [withoutOrders, isVoid]) {
    for (const category of categories) {
      for (const field of ['paid', 'charity'] as const) {
        const own = transcript.payments[category];
        const more = { ...own, [field]: usdt(own[field] + 1n) };
        const forged = { ...transcript, payments: { ...transcript.payments, [category]: more } };
        expect(fieldsOf(forged)).toEqual([`payments.${category}.${field}`]);
      }
    }
  }
});

test('a consistent forgery from another chain of seeds has another tip and digest than were published', () => {
  const genuine = transcriptOf(firstRound + 9);
  const forged = transcriptOf(firstRound + 9, { seeds: daySeedsOf(bytesFor('another installation')) });
  // By itself it is sound: what betrays it are the tip and the digest, which phones have kept.
  expect(verdict(forged).matches).toBe(true);
  expect(forged.closing.tip).not.toBe(genuine.closing.tip);
  expect(forged.digest).not.toBe(genuine.digest);
  expect(fieldsOf({ ...forged, closing: genuine.closing, digest: genuine.digest })).toContain('seed');
});

test('an order that is listed twice is found, though all sums count it twice', () => {
  const orders = ordersOf(firstRound + 4, 3);
  const twice = transcriptOf(firstRound + 4, {
    orders: orders.flatMap((one, place) => (place === 1 ? [one, one] : [one])),
  });
  expect(fieldsOf(twice)).toEqual(['orders[2].id']);
});

test('a closing that names stakes without orders, or orders without stakes, is no closing', () => {
  const genuine = transcriptOf(firstRound + 4, { orders: [] });
  for (const orders of [
    { count: 0, stake: usdt(1n) },
    { count: 1, stake: usdt(0n) },
  ]) {
    const closing = { ...genuine.closing, orders: { ...genuine.closing.orders, big: orders } };
    const forged = { ...genuine, closing, digest: closingDigest(closing), orders: null };
    expect(fieldsOf(forged)).toEqual(['closing.orders.big.stake']);
  }
});

test('an order that was added after closing, with all sums adjusted, changes the digest that was published', () => {
  const genuine = transcriptOf(firstRound + 4, { orders: ordersOf(firstRound + 4, 6) });
  const forged = transcriptOf(firstRound + 4, { orders: ordersOf(firstRound + 4, 7) });
  expect(verdict(forged).matches).toBe(true);
  expect(forged.digest).not.toBe(genuine.digest);
  expect(fieldsOf({ ...forged, digest: genuine.digest })).toEqual(['digest']);
});

test('the operator cannot choose: neither another drand round or chain, nor fewer coins than were named, nor a later minute', () => {
  const drand = transcriptOf(firstRound + 6, { kind: 'drand' });
  if (drand.closing.beacon.kind !== 'drand') throw new Error('another kind');
  const closing = { ...drand.closing, beacon: { ...drand.closing.beacon, round: drand.closing.beacon.round + 1 } };
  expect(fieldsOf({ ...drand, closing, digest: closingDigest(closing) })).toContain('closing.beacon');
  const elsewhere = { ...drand.closing, beacon: { ...drand.closing.beacon, chain: 'ab'.repeat(32) } };
  expect(fieldsOf({ ...drand, closing: elsewhere, digest: closingDigest(elsewhere) })).toContain('closing.beacon');

  const market = transcriptOf(firstRound + 6);
  if (market.beacon?.kind !== 'market') throw new Error('another kind');
  const fewer = { ...market.beacon, candles: market.beacon.candles.slice(1) };
  expect(fieldsOf({ ...market, beacon: fewer })).toContain('beacon.candles');
  const later = market.beacon.candles.map(({ coin, candle }) => ({
    coin,
    candle: { ...candle, openTime: candle.openTime + 60_000 },
  }));
  expect(fieldsOf({ ...market, beacon: { ...market.beacon, candles: later } })).toContain(
    'beacon.candles.BTC.openTime',
  );
});

test('a plan without a coin, which everybody could compute beforehand, is not accepted', () => {
  const market = transcriptOf(firstRound + 2);
  const closing = { ...market.closing, beacon: { kind: 'market', coins: [] } } as const;
  const none = { ...market, closing, digest: closingDigest(closing), beacon: { kind: 'market', candles: [] } as const };
  expect(fieldsOf(none)).toContain('closing.beacon.coins');
  // Nor one that names a coin twice.
  if (market.closing.beacon.kind !== 'market' || market.beacon?.kind !== 'market') throw new Error('another kind');
  const [coin = 'BTC'] = market.closing.beacon.coins;
  const doubled = {
    ...market.closing,
    beacon: { ...market.closing.beacon, coins: [coin, ...market.closing.beacon.coins] },
  };
  const candles = [...market.beacon.candles.slice(0, 1), ...market.beacon.candles];
  const twice = { ...market, closing: doubled, digest: closingDigest(doubled), beacon: { ...market.beacon, candles } };
  expect(fieldsOf(twice)).toContain('closing.beacon.coins');
});

test('a signature by another network is not quicknet’s', () => {
  const transcript = transcriptOf(firstRound + 8, { kind: 'drand' });
  expect(verifyRound(transcript, isDrandSigned).differences).toMatchObject([{ field: 'beacon.signature' }]);
});

test('a beacon can be known from its publication on, and from the moment of the result on at the latest', () => {
  const { closesAt, resultAt } = timesOf(firstRound);
  const plan = drandPlanFor(closesAt);
  if (plan.kind !== 'drand') throw new Error('not the plan of drand');
  expect(publicFrom(plan, resultAt)).toBe(publishedAt(plan.round));
  expect(publishedAt(plan.round)).toBeLessThan(resultAt);
  expect(publicFrom(drandPlanFor(resultAt), resultAt)).toBe(resultAt);
  expect(publicFrom(marketPlanFor(['BTC']), resultAt)).toBe(resultAt);
});
