import * as z from 'zod/mini';
import { prizeIds } from '#core/draws/prizes.ts';
import type { DrawTranscript } from '#core/draws/verify.ts';
import { beaconCoinsMax } from '#core/fairness/beacon-coins.ts';
import type { DayTranscript, RoundTranscript } from '#core/fairness/transcript.ts';
import { categories, type PerCategory } from '#core/rounds/categories.ts';
import { usernamePattern } from './account-name.ts';
import { beaconCandle, coinSymbol } from './closed-candles.ts';
import { usdtText } from './fields.ts';

/** The files that anybody can verify without this server. Nothing but these fields may be in them: an unknown one would look verified. */

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const hash = hex(32);
const count = z.int().check(z.minimum(0));
const category = z.enum(categories);

/** One object with a field for each category. */
function perCategorySchema<Schema extends z.ZodMiniType>(schema: Schema) {
  const shape = Object.fromEntries(categories.map((one) => [one, schema]));
  return z.strictObject(shape as PerCategory<Schema>);
}

/** Which beacon a round uses, as published at closing (`core/fairness/beacon.ts`). */
const beaconPlanSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drand'), chain: hash, round: count }),
  z.strictObject({
    kind: z.literal('market'),
    coins: z.readonly(z.array(coinSymbol).check(z.minLength(1), z.maxLength(beaconCoinsMax))),
    interval: z.optional(z.literal('5m')),
  }),
]);

/** What a beacon has published. */
export const beaconSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drand'), round: count, signature: hex(48) }),
  z.strictObject({
    kind: z.literal('market'),
    candles: z.readonly(z.array(beaconCandle).check(z.maxLength(beaconCoinsMax))),
  }),
]);

/** What is published when betting closes (`core/fairness/closing.ts`): stakes in micro-USDT, hashes in hex. */
export const closingSchema = z.strictObject({
  round: count,
  tip: hash,
  beacon: beaconPlanSchema,
  orders: perCategorySchema(z.strictObject({ count, stake: usdtText })),
  root: hash,
});

/** Without zeros in front: the number is hashed as it is written. */
const orderNumber = z.codec(z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (id) => String(id),
});

/** An order as the round's tree has it (`core/fairness/orders.ts`): the stake in micro-USDT. */
const orderLeafSchema = z.strictObject({ id: orderNumber, category, stake: usdtText, salt: hash });

const digit = z.int().check(z.minimum(0), z.maximum(9));

const publishedResult = z.strictObject({
  value: hash,
  hmac: hash,
  digits: z.readonly(z.tuple([digit, digit, digit])),
  sum: z.int(),
  winners: z.readonly(z.array(category)),
});

/** Everything that is published of one round: `core/fairness/verify-round.ts` recomputes it. */
export const roundTranscriptSchema = z.strictObject({
  version: z.literal(1),
  closing: closingSchema,
  digest: hash,
  seed: hash,
  beacon: z.nullable(beaconSchema),
  status: z.enum(['paid', 'void']),
  result: z.nullable(publishedResult),
  lateResult: z.nullable(publishedResult),
  payments: perCategorySchema(z.strictObject({ paid: usdtText, charity: usdtText })),
  orders: z.nullable(z.readonly(z.array(orderLeafSchema))),
}) satisfies z.ZodMiniType<RoundTranscript>;

/** Everything that is published of one day once it is over: `core/fairness/verify-day.ts` recomputes it. */
export const dayTranscriptSchema = z.strictObject({
  version: z.literal(1),
  chain: z.optional(count),
  commitment: hash,
  firstDay: count,
  day: count,
  key: hash,
  tip: hash,
  drawCommitment: hash,
  rounds: z.readonly(z.array(roundTranscriptSchema).check(z.maxLength(288))),
}) satisfies z.ZodMiniType<DayTranscript>;

/** The orders of a round from a place on, ascending by id, where its transcript does not list them: `core/fairness/order-sums.ts` takes one page after another. */
export const ordersPageSchema = z.strictObject({
  version: z.literal(1),
  round: count,
  /** Place of the first, from 0, and how many the round has in all. */
  from: count,
  count,
  leaves: z.readonly(z.array(orderLeafSchema).check(z.maxLength(2_000))),
});

/** A page of a round’s orders: amounts in micro-USDT. */
export type OrdersPage = z.output<typeof ordersPageSchema>;

/** The way of one order to its round’s root (`core/fairness/orders.ts#verifyOrder`), hashes in hexadecimal. */
export const orderProofSchema = z.strictObject({
  order: orderLeafSchema,
  path: z.strictObject({ position: count, siblings: z.readonly(z.array(hash).check(z.maxLength(64))) }),
  closing: closingSchema,
  digest: hash,
});

/** What `verifyOrder` needs: amounts in micro-USDT. */
export type OrderProof = z.output<typeof orderProofSchema>;

const prizeId = z.enum(prizeIds);

/** A prize table (`core/draws/prizes.ts`): amounts in micro-USDT. */
export const prizeTableSchema = z.strictObject({
  version: count,
  numbers: count,
  prizes: z.readonly(z.array(z.strictObject({ id: prizeId, amount: usdtText, from: count, to: count }))),
});

/** A member’s entries of one day with the day’s seed: `core/draws/verify.ts` recomputes them. */
export const drawTranscriptSchema = z.strictObject({
  version: z.literal(1),
  day: count,
  commitment: hash,
  seed: hash,
  username: z.string().check(z.regex(usernamePattern)),
  prizes: prizeTableSchema,
  entries: z.readonly(
    z.array(
      z.strictObject({
        entry: count,
        clientSeed: hex(16),
        number: count,
        prize: z.nullable(prizeId),
        amount: usdtText,
      }),
    ),
  ),
}) satisfies z.ZodMiniType<DrawTranscript>;

/**
 * The field in which a file is no transcript, by its path like `closing.orders.big.count`, or `transcript` for the file as a whole; `isUnknown` where it
 * is one that no transcript has. `issues` are those of decoding it.
 */
export function malformedField(issues: readonly z.core.$ZodIssue[]): {
  readonly field: string;
  readonly isUnknown: boolean;
} {
  const [issue] = issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...(issue?.path ?? []), ...unknown].map(String).join('.');
  return { field: field || 'transcript', isUnknown: unknown.length > 0 };
}
