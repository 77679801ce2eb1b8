import * as z from 'zod/mini';
import { causeIdPattern } from '#core/donations/disbursements.ts';
import { offerKinds } from '#core/products/offers.ts';
import { causeTexts } from './donations.ts';
import { moment, positiveUsdtField, refusedAs, textField, usdtText, wholeNumberField } from './fields.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';
import { prizeTableSchema } from './transcripts.ts';

const access = { role: permissions.changeProducts } as const;
const kind = z.enum(offerKinds, { error: () => 'offerUnknown' });

/** Product time in ms from when on a change holds; left out, as soon as it is approved. */
const fromField = z.optional(textField(/^\d{12,14}$/, 'fieldInvalid', 'fieldInvalid'));
const openField = z.enum(['0', '1'], { error: () => 'fieldInvalid' });

const offer = {
  isOpen: z.boolean(),
  minimum: usdtText,
  maximum: usdtText,
  /** Interest of one day in millionths of the principal; null for a level. */
  dailyRatePpm: z.nullable(z.int()),
};

const offered = z.object({
  kind,
  /** Number of the level, or id of the financing product. */
  item: z.string(),
  ...offer,
  /** As it ships. */
  shippedMinimum: usdtText,
  shippedMaximum: usdtText,
  shippedDailyRatePpm: z.nullable(z.int()),
  /** What no change reaches, by name: the terms that placed orders are bound to. */
  fixed: z.array(z.object({ name: z.enum(['rounds', 'leverageMax', 'days']), value: z.int() })),
});

/** A product as it is offered now. */
export type Offered = z.output<typeof offered>;

/** From which weight score a level after the first opens. */
const band = z.object({ level: z.int(), weightMin: z.int(), shippedWeightMin: z.int() });

/** A level's band as it is now, and as it ships. */
export type Band = z.output<typeof band>;

const causeState = z.object({ id: z.string(), isOpen: z.boolean(), texts: causeTexts });

/** A cause as it is now. */
export type CauseState = z.output<typeof causeState>;

const prizesNow = z.object({
  ...prizeTableSchema.shape,
  expectedValue: usdtText,
  /** What the prizes are paid from: below the largest prize the draw is closed. */
  fund: usdtText,
});

/** The prize table of the running day, and the fund. */
export type PrizesNow = z.output<typeof prizesNow>;

export const listOffers = operation({
  summary:
    'The plan levels with their weight bands and the financing products as they are offered now, the causes of the charity, and the prize table of the daily draw.',
  method: 'GET',
  path: '/operator/products',
  access,
  effect: 'read',
  /** `now`: product time. */
  output: z.object({
    now: moment,
    offers: z.array(offered),
    bands: z.array(band),
    causes: z.array(causeState),
    prizes: prizesNow,
  }),
});

const productChange = z.object({
  id: z.string(),
  kind: z.enum([...offerKinds, 'cause', 'prizes', 'bands']),
  item: z.string(),
  isOpen: z.boolean(),
  /** Null where it is about no amounts. */
  minimum: z.nullable(usdtText),
  maximum: z.nullable(usdtText),
  /** Of a financing product; null for one that leaves the rate as it ships. */
  dailyRatePpm: z.nullable(z.int()),
  /** Of weight bands: from which score each level after the first opens. */
  weightMins: z.nullable(z.array(z.int())),
  /** Of a cause. */
  texts: z.nullable(causeTexts),
  /** Of a prize table, the largest first: how many of a million numbers win each. */
  prizes: z.nullable(z.array(z.object({ amount: usdtText, numbers: z.int() }))),
  reason: z.string(),
  askedBy: z.string(),
  /** Wall time. */
  askedAt: moment,
  /** Product time: from when on it was asked for, or holds. */
  effectiveFrom: moment,
  approvedBy: z.array(z.string()),
  refusedBy: z.nullable(z.string()),
  state: z.enum(['waiting', 'made', 'refused', 'lapsed']),
});

/** A change of a product that was asked for, and what came of it. */
export type ProductChange = z.output<typeof productChange>;

/** Changes of one page. */
export const productChangesPerPage = 20;

export const listProductChanges = operation({
  summary: `The changes of products that were asked for, newest first, ${productChangesPerPage} at a time; \`before\` is the id of the last one seen.`,
  method: 'GET',
  path: '/operator/products/changes',
  access,
  effect: 'read',
  input: z.strictObject({ before: z.optional(textField(/^[0-9A-Z]{16}$/, 'recordUnknown', 'recordUnknown')) }),
  output: z.array(productChange),
  errors: ['recordUnknown'],
});

export const proposeProductChange = operation({
  summary:
    'Asks for another offer of a product, with the operator’s own approval: open or closed to new orders, least and most of one, and of a financing product the interest of a day in millionths of the principal. It holds with the approval of a second operator within a day, a minute after it at the earliest, and never for what is placed.',
  method: 'POST',
  path: '/operator/products/propose',
  access,
  effect: 'write',
  input: z.strictObject({
    kind,
    item: textField(/^[a-z0-9]{1,20}$/, 'offerUnknown', 'offerUnknown'),
    open: openField,
    minimum: positiveUsdtField('amountMissing', 'amountInvalid'),
    maximum: positiveUsdtField('amountMissing', 'amountInvalid'),
    /** Of a financing product, and of no other. */
    rate: z.optional(wholeNumberField('offerRateInvalid', 'offerRateInvalid')),
    from: fromField,
    reason: operatorReasonField,
  }),
  output: z.object({ id: z.string() }),
  errors: [
    'offerUnknown',
    'offerBoundsInvalid',
    'offerRateInvalid',
    'firstLevelStays',
    'amountMissing',
    'amountInvalid',
    'actReasonMissing',
    'actReasonInvalid',
  ],
});

const causeName = z.string(refusedAs('causeInvalid')).check(z.maxLength(60, refusedAs('causeInvalid')));
const causeAbout = z.string(refusedAs('causeInvalid')).check(z.maxLength(300, refusedAs('causeInvalid')));

export const proposeCause = operation({
  summary:
    'Asks for a cause of the charity, new or worded anew or closed, with the operator’s own approval, in the four languages of the giving pages. It holds with the approval of a second operator within a day, a minute after it at the earliest; what was disbursed keeps the texts of its moment.',
  method: 'POST',
  path: '/operator/products/cause/propose',
  access,
  effect: 'write',
  input: z.strictObject({
    cause: textField(causeIdPattern, 'causeInvalid', 'causeInvalid'),
    open: openField,
    ...{ nameEn: causeName, aboutEn: causeAbout, nameZh: causeName, aboutZh: causeAbout },
    ...{ nameTc: causeName, aboutTc: causeAbout, nameJp: causeName, aboutJp: causeAbout },
    from: fromField,
    reason: operatorReasonField,
  }),
  output: z.object({ id: z.string() }),
  errors: ['causeInvalid', 'actReasonMissing', 'actReasonInvalid'],
});

const prizeAmount = positiveUsdtField('amountMissing', 'amountInvalid');
const prizeNumbers = wholeNumberField('prizesInvalid', 'prizesInvalid');

export const proposePrizes = operation({
  summary:
    'Asks for another prize table of the daily draw, with the operator’s own approval: of each prize the amount, and how many of a million numbers win it. It holds with the approval of a second operator within a day, from the next day (UTC) on at the earliest, and never for a day that has begun.',
  method: 'POST',
  path: '/operator/products/prizes/propose',
  access,
  effect: 'write',
  input: z.strictObject({
    ...{ first: prizeAmount, firstNumbers: prizeNumbers, second: prizeAmount, secondNumbers: prizeNumbers },
    ...{ third: prizeAmount, thirdNumbers: prizeNumbers, fourth: prizeAmount, fourthNumbers: prizeNumbers },
    from: fromField,
    reason: operatorReasonField,
  }),
  output: z.object({ id: z.string() }),
  errors: ['prizesInvalid', 'amountMissing', 'amountInvalid', 'actReasonMissing', 'actReasonInvalid'],
});

const bandField = wholeNumberField('bandsInvalid', 'bandsInvalid');

export const proposeBands = operation({
  summary:
    'Asks for other weight bands of the plan levels, with the operator’s own approval: from which score each level after the first opens, with its leverage. They hold with the approval of a second operator within a day, a minute after it at the earliest, and never for what is placed.',
  method: 'POST',
  path: '/operator/products/bands/propose',
  access,
  effect: 'write',
  input: z.strictObject({
    ...{ level2: bandField, level3: bandField, level4: bandField, level5: bandField },
    from: fromField,
    reason: operatorReasonField,
  }),
  output: z.object({ id: z.string() }),
  errors: ['bandsInvalid', 'actReasonMissing', 'actReasonInvalid'],
});
