import type { CauseTexts } from '#core/donations/causes.ts';
import { causeLocales } from '#core/donations/disbursements.ts';
import { drawNumbers, expectedValue, type PrizeShare, tableOf } from '#core/draws/prizes.ts';
import { toDecimal, usdt } from '#core/money/amount.ts';
import type { Offer, OfferKind } from '#core/products/offers.ts';
import type { StoredPrize } from '#server/platform/offers/product-offers.ts';

/** What is asked for: another offer, a cause, a prize table, or other weight bands. */
export type AskedContent =
  | (Offer & { readonly kind: OfferKind; readonly item: string })
  | { readonly kind: 'cause'; readonly item: string; readonly isOpen: boolean; readonly texts: CauseTexts }
  | { readonly kind: 'prizes'; readonly item: 'daily'; readonly isOpen: true; readonly shares: readonly PrizeShare[] }
  | { readonly kind: 'bands'; readonly item: 'levels'; readonly isOpen: true; readonly weightMins: readonly number[] };

/** Its columns of `product_request`. */
export interface ContentColumns {
  readonly kind: AskedContent['kind'];
  readonly item: string;
  readonly is_open: boolean;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  readonly daily_rate_ppm: number | null;
  readonly details: unknown;
}

export function columnsOf(content: AskedContent): ContentColumns {
  const { kind, item, isOpen } = content;
  const without = { kind, item, is_open: isOpen, minimum: null, maximum: null, daily_rate_ppm: null };
  if (content.kind === 'cause') return { ...without, details: content.texts };
  if (content.kind === 'prizes') {
    const stored = content.shares.map(({ amount, numbers }): StoredPrize => ({ amount: String(amount), numbers }));
    return { ...without, details: stored };
  }
  if (content.kind === 'bands') return { ...without, details: content.weightMins };
  const { minimum, maximum, dailyRatePpm } = content;
  return { kind, item, is_open: isOpen, minimum, maximum, daily_rate_ppm: dailyRatePpm, details: null };
}

export function contentOf(columns: ContentColumns): AskedContent {
  const { kind, item, is_open: isOpen, minimum, maximum, daily_rate_ppm: dailyRatePpm, details } = columns;
  if (kind === 'cause') return { kind, item, isOpen, texts: details as CauseTexts };
  if (kind === 'prizes') {
    const shares = (details as readonly StoredPrize[]).map((one) => ({ ...one, amount: usdt(BigInt(one.amount)) }));
    return { kind, item: 'daily', isOpen: true, shares };
  }
  if (kind === 'bands') return { kind, item: 'levels', isOpen: true, weightMins: details as readonly number[] };
  return { kind, item, isOpen, minimum: usdt(minimum ?? 0n), maximum: usdt(maximum ?? 0n), dailyRatePpm };
}

/** As operators see what they decide on, by name. */
export function shownContent(content: AskedContent): Readonly<Record<string, string>> {
  if (content.kind === 'prizes') return shownPrizes(content.shares);
  if (content.kind === 'bands') return shownBands(content.weightMins);
  const product = { product: `${content.kind} ${content.item}`, open: content.isOpen ? 'yes' : 'no' };
  if (content.kind === 'cause') {
    const texts = causeLocales.flatMap((locale) => {
      const { name, about } = content.texts[locale];
      return [
        [`name-${locale}`, name],
        [`about-${locale}`, about],
      ];
    });
    return { ...product, ...Object.fromEntries(texts) };
  }
  const { minimum, maximum, dailyRatePpm } = content;
  return {
    ...product,
    minimum: `${toDecimal('USDT', minimum)} USDT`,
    maximum: `${toDecimal('USDT', maximum)} USDT`,
    ...(dailyRatePpm !== null && { rate: `${dailyRatePpm} / 1000000` }),
  };
}

/** The weight score from which each level after the first opens. */
function shownBands(weightMins: readonly number[]): Readonly<Record<string, string>> {
  const each = weightMins.map((weight, place) => [`level-${place + 2}`, String(weight)]);
  return { product: 'bands levels', ...Object.fromEntries(each) };
}

/** Each prize with its exact odds, and what an entry is worth on average. */
function shownPrizes(shares: readonly PrizeShare[]): Readonly<Record<string, string>> {
  const table = tableOf(0, shares);
  const each = shares.map(({ amount, numbers }, place) => [
    table.prizes[place]?.id,
    `${toDecimal('USDT', amount)} USDT, ${numbers} / ${drawNumbers}`,
  ]);
  return {
    product: 'prizes daily',
    ...Object.fromEntries(each),
    expected: `${toDecimal('USDT', expectedValue(table))} USDT`,
  };
}

/** What the hash of an approval covers of it. */
export function hashedContent(content: AskedContent): readonly (string | bigint)[] {
  const product = [content.kind, content.item, content.isOpen ? 'open' : 'closed'];
  if (content.kind === 'prizes')
    return [...product, ...content.shares.flatMap((one) => [one.amount, String(one.numbers)])];
  if (content.kind === 'bands') return [...product, ...content.weightMins.map(String)];
  if (content.kind !== 'cause') {
    const rate = content.dailyRatePpm === null ? [] : [String(content.dailyRatePpm)];
    return [...product, content.minimum, content.maximum, ...rate];
  }
  return [...product, ...causeLocales.flatMap((locale) => [content.texts[locale].name, content.texts[locale].about])];
}
