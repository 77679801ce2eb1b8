import * as z from 'zod/mini';
import type { CauseLocale, CauseText } from '#core/donations/disbursements.ts';
import { type DonationTier, donationTiers } from '#core/donations/tiers.ts';
import type { Asset } from '#core/money/amount.ts';
import { decimal, minorUnits, moment, pointsCount, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

/** How a donor appears in the public list: the masked account name, or no name. */
const donorNames = ['masked', 'hidden'] as const;

/** How a donor appears in the public list. */
export type DonorName = (typeof donorNames)[number];

const tier = z.codec(textField(/^[123]$/, 'tierMissing', 'tierUnknown'), z.literal(donationTiers), {
  decode: (text) => Number(text) as DonationTier,
  encode: String,
});

export const donate = operation({
  summary:
    'Gives the points of a tier (1, 2, 3) from `assistance` to the charity; `name` says how the donor is listed.',
  method: 'GET',
  path: '/User/contribute',
  access: 'member',
  effect: 'money',
  input: z.strictObject({ tier, name: z.optional(z.enum(donorNames, 'fieldInvalid')) }),
  output: z.literal(1),
  answerIn: 'info',
  errors: ['tierMissing', 'tierUnknown', 'nothingToDonate', 'donationTooLarge'],
});

/** What the charity received, disbursed, and has left, in one asset: three figures, of which the first is the sum of the others in sound books. */
const columnsOf = <Amount extends z.ZodMiniType>(amount: Amount) =>
  z.object({ received: amount, disbursed: amount, unspent: amount });

const causeText = z.object({ name: z.string(), about: z.string() });

/** What the charity’s money is for, in the languages of the giving pages. */
export const causeTexts = z.object({ en: causeText, zh: causeText, tc: causeText, jp: causeText });

export const getGiving = operation({
  summary:
    'The charity’s received, disbursed and unspent from the ledger, what it is for now, and its latest donors, named as they chose.',
  method: 'GET',
  path: '/donations/giving',
  access: 'public',
  effect: 'read',
  output: z.object({
    points: columnsOf(pointsCount),
    usdt: columnsOf(usdtText),
    /** In the order of their ids. */
    causes: z.array(z.object({ id: z.string(), texts: causeTexts })),
    donors: z.array(z.object({ name: z.nullable(z.string()), points: z.int(), at: moment })),
  }),
});

/** Disbursements of one page. */
export const disbursementsPerPage = 100;

/** What the charity disbursed to a cause, with its receipt; `amount` in minor units of the asset, `at` in ms of the product clock. */
export interface Disbursement {
  readonly id: string;
  readonly cause: Readonly<Record<CauseLocale, CauseText>>;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly receipt: string;
  readonly at: number;
}

const disbursement = z.codec(
  z.object({
    id: z.string(),
    cause: causeTexts,
    asset: z.enum(['USDT', 'PTS']),
    amount: z.string(),
    receipt: z.string(),
    at: moment,
  }),
  z.custom<Disbursement>(),
  {
    decode: (wire, payload) => ({ ...wire, amount: minorUnits(wire.asset, wire.amount, payload) }),
    encode: (one) => ({ ...one, amount: decimal(one.asset, one.amount) }),
  },
);

export const listDisbursements = operation({
  summary: `What the charity disbursed, newest first, ${disbursementsPerPage} at a time, each with its cause and receipt; \`before\` is the id of the last one seen.`,
  method: 'GET',
  path: '/donations/disbursements',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ before: z.optional(textField(/^[0-9A-Z]{16}$/, 'recordUnknown', 'recordUnknown')) }),
  output: z.array(disbursement),
  answerIn: 'info',
  errors: ['recordUnknown'],
});
